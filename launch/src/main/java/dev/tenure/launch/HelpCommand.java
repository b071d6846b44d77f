package dev.tenure.launch;

import dev.tenure.cli.command.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows what `--help` behind a command shows: `tenure help plan drain`.
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Show the help of a command, as COMMAND --help does.")
final class HelpCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The command, and the one below it (default: the list of commands).")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandLine at = spec.root().commandLine();
        for (String word : words) {
            CommandLine below = at.getSubcommands().get(word);
            if (below == null) {
                throw new CommandLine.UnmatchedArgumentException(at, List.of(word));
            }
            at = below;
        }
        at.usage(spec.commandLine().getOut());
        return ExitCode.OK;
    }
}
