package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `tenure plan apply`.
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "As `kubectl apply -f FILE`.",
        footer = {
            "",
            "Examples:",
            "  tenure plan apply -f web.yaml",
            "  kubectl kustomize overlays/prod | tenure plan apply -f - -n prod"
        })
final class PlanApply implements ChangeCommand {
    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "A file of YAML or JSON, a folder of such files, or - for standard input. May be repeated.")
    private List<String> files = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        List<ObjectNode> manifests = ManifestFiles.read(files);
        return new Change.Apply(manifests, options.namespace());
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
