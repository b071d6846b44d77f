package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.wire.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CheckCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... words) {
        return new CommandLine(new CheckCommand())
                .setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((failure, _, _) -> {
                    throw failure;
                })
                .execute(words);
    }

    private String nowhere() {
        return "--container-runtime-endpoint=unix://" + folder.resolve("nowhere.sock");
    }

    @Test
    void whatIsLackingIsToldWithItsRemedy() {
        assertThat(run(nowhere())).isEqualTo(1);
        assertThat(out.toString())
                .contains("lack  no container runtime at %s/nowhere.sock: run deploy/node/setup-containerd.sh as root"
                        .formatted(folder));
    }

    @Test
    void theSameIsToldAsJson() {
        assertThat(run("-o", "json", nowhere())).isEqualTo(1);
        JsonNode said = Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(said.path("findings").findValuesAsText("level")).contains("lack");
        assertThat(said.path("findings").findValuesAsText("remedy"))
                .contains("run deploy/node/setup-containerd.sh as root");
    }

    @Test
    void aWrongCommandLineIsNoLack() throws Exception {
        var check = new CheckCommand();
        new CommandLine(check).parseArgs("--container-runtime-endpoint=tcp://machine:1");
        assertThatThrownBy(check::call)
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith(
                        "container runtime endpoint \"tcp://machine:1\" is no Unix socket, for example unix://");
        var other = new CheckCommand();
        new CommandLine(other).parseArgs("-o", "xml");
        assertThatThrownBy(other::call).hasMessage("-o \"xml\" is not known: expected is text or json");
    }
}
