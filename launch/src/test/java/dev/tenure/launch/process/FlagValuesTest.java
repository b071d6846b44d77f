package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

final class FlagValuesTest {
    private static OptionSpec option(Object usual, String... names) {
        return OptionSpec.builder(names)
                .type(usual.getClass())
                .initialValue(usual)
                .build();
    }

    @Test
    void flagsHaveTheirValuesOrTheirDefaultsAndSecretsNone() {
        CommandSpec spec = CommandSpec.create()
                .mixinStandardHelpOptions(true)
                .addOption(option(3, "-n", "--nodes"))
                .addOption(OptionSpec.builder("--names")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .splitRegex(",")
                        .build())
                .addOption(OptionSpec.builder("--file")
                        .type(Optional.class)
                        .auxiliaryTypes(String.class)
                        .build())
                .addOption(option(Duration.ofSeconds(80), "--period"))
                .addOption(option("", "--token"))
                .addOption(OptionSpec.builder("-v")
                        .arity("0")
                        .type(boolean[].class)
                        .auxiliaryTypes(boolean.class)
                        .build())
                .addOption(OptionSpec.builder("--practise")
                        .type(boolean.class)
                        .hidden(true)
                        .build());
        new CommandLine(spec).parseArgs("--nodes=5", "--names=a,b", "--token=s3cret", "-vv");
        assertThat(FlagValues.of(spec))
                .containsOnly(
                        Map.entry("nodes", "5"),
                        Map.entry("names", "[a,b]"),
                        Map.entry("file", ""),
                        Map.entry("period", "1m20s"),
                        Map.entry("token", "CLASSIFIED"),
                        Map.entry("v", "2"));
    }
}
