package dev.tenure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class TenureMainTest {
    /// Their 2 says something else.
    private static final Set<String> ANSWERING = Set.of("plan", "compare", "replay", "timeline", "apply", "lint");

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
            assertThat(command.getValue().getCommandSpec().name()).isEqualTo(command.getKey());
        }
    }

    private static List<String> refused(String... arguments) {
        var err = new StringWriter();
        CommandLine command = TenureMain.commandLine(arguments);
        command.setErr(new PrintWriter(err));
        boolean answering = Stream.of(arguments).limit(1).anyMatch(ANSWERING::contains);
        assertThat(command.execute(arguments)).isEqualTo(answering ? 1 : 2);
        return err.toString().lines().toList();
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        var out = new StringWriter();
        var line = TenureMain.commandLine();
        line.setOut(new PrintWriter(out));
        assertThat(line.execute("--version")).isZero();
        assertThat(out.toString()).matches("tenure \\d+\\.\\d+\\.\\d+.*\\R");
    }

    @Test
    void aBadOptionIsReportedAfterTheShortUsageLine() {
        assertThat(refused("up", "--nodse", "3"))
                .containsExactly(
                        "Usage: tenure up [OPTIONS]",
                        "error: unknown option: '--nodse'",
                        "Possible solutions: --nodes, --node-capacity, --node-label, --node-taint, --node-file,"
                                + " --node-monitor-period, --node-monitor-grace-period, --node-startup-grace-period,"
                                + " --node-eviction-rate",
                        "See 'tenure up --help'.");
        assertThat(refused("up", "--nodes", "many"))
                .containsExactly(
                        "Usage: tenure up [OPTIONS]",
                        "error: invalid value for option '--nodes': 'many' is not a number",
                        "See 'tenure up --help'.");
        assertThat(refused("up", "--nodse", "3", "--prot=5", "-"))
                .element(1)
                .isEqualTo("error: unknown options: '--nodse', '--prot=5'");
        assertThat(refused("explain", "pod")).element(1).asString().contains("missing required parameter");
    }

    @Test
    void aBadOptionIsNoAnswerOfACommandWhoseAnswerIsTwo() {
        for (String words : List.of(
                "plan --nodse",
                "plan taint nodes a b=c:NoExecute --nodse",
                "plan run -f steps.yaml --nodse",
                "plan resilience --top -1 --from cluster.yaml",
                "compare --nodse",
                "replay --nodse",
                "timeline --nodse",
                "apply",
                "lint --nodse")) {
            CommandLine command = TenureMain.commandLine(words.split(" "));
            command.setErr(new PrintWriter(new StringWriter()));
            assertThat(command.execute(words.split(" "))).as(words).isEqualTo(1);
        }
    }

    @Test
    void helpOfACommandIsWhatItsOptionSays() {
        for (List<String> words : List.of(List.<String>of(), List.of("up"), List.of("plan", "drain"))) {
            Stream<String> asked = Stream.concat(Stream.of("help"), words.stream());
            Stream<String> option = Stream.concat(words.stream(), Stream.of("--help"));
            assertThat(said(asked.toArray(String[]::new)))
                    .as("%s", words)
                    .isNotEmpty()
                    .isEqualTo(said(option.toArray(String[]::new)));
        }
    }

    @Test
    void helpOfWhatIsNoCommandIsRefused() {
        assertThat(refused("help", "plam"))
                .startsWith("Usage: tenure [OPTIONS] COMMAND", "error: unknown command 'plam'")
                .endsWith("See 'tenure --help'.");
        assertThat(refused("help", "down", "drain")).contains("error: unexpected argument 'drain'");
    }

    @Test
    void whatLooksAtAClusterTakesTheContextOfAKubeconfig() {
        CommandLine all = TenureMain.commandLine();
        CommandLine explain = below(all, "explain");
        for (CommandLine command : List.of(below(all, "status"), below(all, "evictions"), below(explain, "pod"))) {
            assertThat(command.getCommandSpec().findOption("--context"))
                    .as(command.getCommandName())
                    .isNotNull();
        }
    }

    private static CommandLine below(CommandLine command, String name) {
        return Objects.requireNonNull(command.getSubcommands().get(name), name);
    }

    /// Picocli completes the names of constants where the values of an option are an enum with a converter.
    @Test
    void whatIsCompletedIsAccepted() throws Exception {
        for (CommandLine command : everyCommand(TenureMain.commandLine()).toList()) {
            for (var option : command.getCommandSpec().options()) {
                for (var converter : option.converters()) {
                    for (String candidate : candidates(option)) {
                        assertThat(converter.convert(candidate))
                                .as("%s %s", command.getCommandName(), option.longestName())
                                .isNotNull();
                    }
                }
            }
        }
    }

    private static Iterable<String> candidates(CommandLine.Model.OptionSpec option) {
        return option.completionCandidates() == null ? List.of() : option.completionCandidates();
    }

    @Test
    void programsReadJsonOrYaml() {
        assertThat(said("version", "-o", "json"))
                .startsWith("{\n  \"apiVersion\": \"tenure.dev/v1alpha1\",\n  \"kind\": \"Version\",\n  \"tenure\": \"")
                .endsWith("\"\n}\n");
        assertThat(said("version", "-o", "yaml").lines().map(line -> line.split(":")[0]))
                .containsExactly("apiVersion", "java", "kind", "kubernetes", "tenure");
    }

    private static String said(String... arguments) {
        var out = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out));
        assertThat(command.execute(arguments)).isZero();
        return out.toString();
    }

    @Test
    void everyCommandRefusesABadOptionInAFewLines() {
        TenureMain.commandLine()
                .getSubcommands()
                .keySet()
                .forEach(name -> assertThat(refused(name, "--no-such-option"))
                        .as(name)
                        .hasSizeLessThanOrEqualTo(5)
                        .last()
                        .asString()
                        .startsWith("See 'tenure " + name));
    }

    /// Help that says nothing of a value has picocli's words for it: the name of a field.
    @Test
    void everyValueOfAnOptionIsNamedInTheHelp() {
        everyCommand(TenureMain.commandLine())
                .forEach(command -> assertThat(command.getUsageMessage())
                        .as(command.getCommandName())
                        .doesNotContainPattern("=<[a-z]"));
    }

    private static Stream<CommandLine> everyCommand(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(TenureMainTest::everyCommand));
    }

    @Test
    void theScriptForCompletionIsWrittenForTheShellsThatThereAre() {
        var out = new StringWriter();
        CommandLine command = TenureMain.commandLine("completion");
        command.setOut(new PrintWriter(out));
        assertThat(command.execute("completion")).isZero();
        assertThat(out.toString()).contains("complete -F _tenure_bash tenure", "compdef _tenure_zsh tenure");
        String once = out.toString();
        assertThat(command.execute("completion", "zsh")).isZero();
        assertThat(out.toString()).isEqualTo(once + once);
        assertThat(command.execute("completion", "fish")).isZero();
        assertThat(out.toString()).endsWith("complete --command tenure --no-files --arguments '(_tenure_fish)'\n");
        assertThat(refused("completion", "csh"))
                .containsExactly(
                        "error: there is no completion for \"csh\": expected is one of bash, zsh, fish, powershell");
    }

    /// The list of commands shows the first part of each description and nothing of the others.
    @Test
    void whatTheListOfCommandsSaysOfEachIsAWholeSentence() {
        TenureMain.commandLine()
                .getSubcommands()
                .forEach((name, command) -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .as(name)
                        .endsWith("."));
    }

    @Test
    void withoutACommandAllAreShown() {
        assertThat(refused()).anyMatch(line -> line.contains("evictions")).noneMatch(line -> line.contains("error"));
    }

    @Test
    void anUnknownCommandIsRefusedNamingWhatThereIs() {
        assertThat(refused("upp"))
                .contains("error: unknown command 'upp'")
                .anyMatch(line -> line.startsWith("Did you mean: tenure up "));
        assertThat(refused("status", "all")).element(1).isEqualTo("error: unexpected argument 'all'");
    }
}
