package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

final class FlagValuesTest {
    @Command(mixinStandardHelpOptions = true)
    private static final class Some {
        @Option(names = {"-n", "--nodes"})
        private int nodes = 3;

        @Option(names = "--names", split = ",")
        private List<String> names = List.of();

        @Option(names = "--file")
        private Optional<String> file = Optional.empty();

        @Option(names = "--period")
        private Duration period = Duration.ofSeconds(80);

        @Option(names = "--token")
        private String token = "";

        @Option(names = "-v")
        private boolean[] verbosity = new boolean[0];

        @Option(names = "--practise", hidden = true)
        private boolean hidden;
    }

    @Test
    void flagsHaveTheirValuesOrTheirDefaultsAndSecretsNone() {
        var line = new CommandLine(new Some());
        line.parseArgs("--nodes=5", "--names=a,b", "--token=s3cret", "-vv");
        assertThat(FlagValues.of(line.getCommandSpec()))
                .containsOnly(
                        Map.entry("nodes", "5"),
                        Map.entry("names", "[a,b]"),
                        Map.entry("file", ""),
                        Map.entry("period", "1m20s"),
                        Map.entry("token", "CLASSIFIED"),
                        Map.entry("v", "2"));
    }
}
