package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private static String refusal(Path file) {
        var why = new AtomicReference<>("");
        CommandLine command = new CommandLine(new SimulateCommand()).setExecutionExceptionHandler((failure, _, _) -> {
            why.set(String.valueOf(failure.getMessage()));
            return failure instanceof CommandFailure known ? known.exitCode() : -1;
        });
        assertThat(command.execute("--quiet", "-f", file.toString())).isEqualTo(ExitCode.FAILED);
        return why.get();
    }

    @Test
    void aManifestThatCannotBeReadIsRefusedByTheNameOfItsFile() throws IOException {
        Path absent = folder.resolve("absent.yaml");
        assertThat(refusal(absent)).isEqualTo("file %s does not exist".formatted(absent));

        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, "metadata: {name: a\n  spec: [\n");
        assertThat(refusal(broken)).startsWith(broken + ": ").contains("did not find expected");
    }
}
