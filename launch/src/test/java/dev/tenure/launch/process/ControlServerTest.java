package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlServerTest {
    @TempDir
    Path folder;

    private final StringWriter said = new StringWriter();

    private int restart(UnaryOperator<String> orders) throws IOException {
        try (var _ = ControlServer.start(new DataDirectory(folder).control(), orders)) {
            var printer = new PrintWriter(said);
            return TenureMain.commandLine()
                    .setOut(printer)
                    .setErr(printer)
                    .execute("restart", "controllers", "--data-dir", folder.toString());
        }
    }

    @Test
    void anOrderThatIsCarriedOutIsToldToBe() throws IOException {
        assertThat(restart(order -> order.equals("restart controllers") ? "ok" : "error: " + order))
                .isEqualTo(ExitCode.OK);
        assertThat(said).hasToString("controllers restarted\n");
    }

    /// A `tenure apiserver` has no controllers.
    @Test
    void anOrderThatIsRefusedIsAFailureInTheServersWords() throws IOException {
        assertThat(restart("error: order \"%s\" is not known"::formatted)).isEqualTo(ExitCode.FAILED);
        assertThat(said).hasToString("error: order \"restart controllers\" is not known\n");
    }

    @Test
    void whereNobodyTakesOrdersNothingRuns() {
        var printer = new PrintWriter(said);
        int code = TenureMain.commandLine()
                .setErr(printer)
                .execute("restart", "controllers", "--data-dir", folder.toString());
        assertThat(code).isEqualTo(ExitCode.NOT_RUNNING);
        assertThat(said.toString()).startsWith("error: no `tenure up` is running on data directory");
    }
}
