package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `tenure plan run`.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Several changes, each at its time, from a file.",
        footer = {
            "",
            "Example:",
            "  tenure plan run -f night.yaml",
            "",
            "with night.yaml:",
            "  steps:",
            "  - run: cordon node-1",
            "  - at: 5m",
            "    run: drain node-1 --ignore-daemonsets",
            "  - at: 1h",
            "    run: uncordon node-1"
        })
final class PlanRunCommand implements ChangeCommand {
    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description =
                    "YAML with `steps`, each with `at` (a duration) and `run` (the words of another plan, for example"
                            + " \"drain node-1\"); - is standard input.")
    private String file = "";

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        return StepsFile.read(file, options);
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
