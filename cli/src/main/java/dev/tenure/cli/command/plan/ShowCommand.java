package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.saved.SavedPlanException;
import dev.tenure.plan.saved.SavedPlanFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Tells a saved plan again.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Tell a plan that `tenure plan … --out FILE` saved, in any of the forms of `tenure plan`.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "1:the file cannot be read, or is no whole plan", "2:the command line is wrong"})
public final class ShowCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "FILE", description = "A saved plan.")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private PlanFormat format = PlanFormat.text;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            out.print(PlanPrinter.of(SavedPlanFile.read(file).plan(), format));
        } catch (SavedPlanException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        out.flush();
        return ExitCode.OK;
    }
}
