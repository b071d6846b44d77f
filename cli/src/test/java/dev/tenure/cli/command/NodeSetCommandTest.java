package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class NodeSetCommandTest {
    private static String refused(String... arguments) {
        var out = new StringWriter();
        CommandLine command = new CommandLine(new NodeSetCommand());
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        command.setExecutionExceptionHandler((failure, line, _) -> {
            line.getErr().println(failure.getMessage());
            return 2;
        });
        assertThat(command.execute(arguments)).as("%s", out).isEqualTo(2);
        return out.toString();
    }

    @Test
    void aStateThatThereIsNotIsRefusedWithThoseThatThereAre() {
        assertThat(refused("node-1", "sleepy"))
                .contains("\"sleepy\" is no state of a node: expected is one of")
                .contains("not-ready", "memory-pressure", "disk-pressure", "pid-pressure", "network-unavailable");
    }

    @Test
    void aHoldLastsLongerThanNothing() {
        assertThat(refused("node-1", "not-ready", "--for", "0s"))
                .contains("--for must be longer than zero, for example 5m");
        assertThat(refused("node-1", "not-ready", "--for", "soon")).contains("--for");
    }

    @Test
    void aHoldIsOfSomeState() {
        assertThat(refused("node-1")).contains("STATE");
    }
}
