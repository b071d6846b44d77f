package dev.tenure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class TenureMainTest {
    private static Set<String> read(String... arguments) {
        return TenureMain.commandLine(arguments).getSubcommands().keySet();
    }

    @Test
    void onlyTheOptionsOfTheCommandThatIsAskedAreRead() {
        assertThat(read("up", "--nodes", "1")).containsExactly("up");
    }

    @Test
    void withoutACommandAllOfThemAreKnown() {
        Set<String> all = TenureMain.commandLine().getSubcommands().keySet();
        assertThat(all).contains("up", "down", "agent", "completion");
        assertThat(read()).isEqualTo(all);
        assertThat(read("--help")).isEqualTo(all);
        assertThat(read("completion")).isEqualTo(all);
    }

    @Test
    void aCommandIsCalledAsItsClassSays() {
        for (var command : TenureMain.commandLine().getSubcommands().entrySet()) {
            if (!command.getKey().equals("completion")) {
                assertThat(command.getValue().getCommandSpec().name()).isEqualTo(command.getKey());
            }
        }
    }

    @Test
    void anUnknownCommandIsRefusedNamingWhatThereIs() {
        var err = new StringWriter();
        CommandLine command = TenureMain.commandLine("upp");
        command.setErr(new PrintWriter(err));
        assertThat(command.execute("upp")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("upp").contains("up");
    }
}
