package dev.tenure.launch.completion;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the script with which a shell completes the words of the command line.
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Write a script with which a shell completes the words of tenure, with the names of nodes, zones, pods,"
                    + " workloads, namespaces and contexts that there are.",
            "For the shell that runs: source <(tenure completion). For each one: put that line into ~/.bashrc or"
                    + " ~/.zshrc.",
            "In fish: tenure completion fish | source. For each one: tenure completion fish >"
                    + " ~/.config/fish/completions/tenure.fish.",
            "In PowerShell: tenure completion powershell | Out-String | Invoke-Expression. For each one: put that line into"
                    + " the file $PROFILE."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "2:the command line is wrong"})
public final class CompletionCommand implements Callable<Integer> {
    private static final String FISH = "fish";
    private static final String POWERSHELL = "powershell";

    /// One script serves the first two.
    private static final List<String> SHELLS = List.of("bash", "zsh", FISH, POWERSHELL);

    /// For completion.
    static final class Shells implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SHELLS.iterator();
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            completionCandidates = Shells.class,
            description = "bash, zsh, fish or powershell (default: a script for bash and zsh).")
    private String shell = SHELLS.getFirst();

    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "there is no completion for \"%s\": expected is one of %s"
                            .formatted(shell, String.join(", ", SHELLS)));
        }
        PrintWriter out = spec.commandLine().getOut();
        // no line ends of the platform: a shell takes its own only
        out.print(
                switch (shell) {
                    case FISH -> CompletionScript.FISH;
                    case POWERSHELL -> CompletionScript.POWERSHELL;
                    default -> CompletionScript.TEXT;
                });
        out.flush();
        return ExitCode.OK;
    }
}
