package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    void anOrderThatFailsIsToldWithItsReason() throws IOException {
        assertThat(restart(_ -> {
                    throw new IllegalStateException("nobody foresaw this");
                }))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said.toString()).contains("order \"restart controllers\" failed", "nobody foresaw this");
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

    /// Lets nobody in for a while, then one caller, then nobody again until it is closed.
    private static final class StuckDoor implements ControlServer.Door {
        private final List<Duration> rests = new ArrayList<>();
        private final int goodAt;
        private final int closedAfter;
        private int asked;

        private StuckDoor(int goodAt, int closedAfter) {
            this.goodAt = goodAt;
            this.closedAfter = closedAfter;
        }

        @Override
        public SocketChannel next() throws IOException {
            asked++;
            if (asked == goodAt) {
                return SocketChannel.open(StandardProtocolFamily.UNIX);
            }
            throw new IOException("Too many open files");
        }

        @Override
        public boolean isOpen() {
            return asked < closedAfter;
        }

        @Override
        public void rest(Duration length) {
            rests.add(length);
        }
    }

    @Test
    void whereNobodyCanBeLetInItIsTriedEverLessOften() {
        var door = new StuckDoor(4, 16);
        var callers = new ArrayList<SocketChannel>();
        ControlServer.accept(door, callers::add);
        assertThat(callers).hasSize(1);
        assertThat(door.rests.subList(0, 5))
                .extracting(Duration::toMillis)
                .containsExactly(100L, 200L, 400L, 100L, 200L);
        assertThat(door.rests).hasSize(15).endsWith(Duration.ofSeconds(30));
    }
}
