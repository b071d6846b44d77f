package dev.tenure.launch.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.lint.Finding;
import dev.tenure.kubelet.lint.GrowthRule;
import dev.tenure.kubelet.lint.KubeletFileLint;
import dev.tenure.kubelet.lint.MemoryTraceParser;
import dev.tenure.launch.plan.KubeletLintReport.Checked;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.plan.lint.LintReport;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Finds mistakes in clusters and manifests, and in the eviction settings of KubeletConfiguration files.
@Command(
        name = "lint",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Find mistakes in taints, tolerations and disruption budgets of a cluster or of manifests, or in the eviction settings of KubeletConfiguration files.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found that counts",
            "1:a file or cluster cannot be read, or the command line is wrong",
            "2:something was found that is as bad as --fail-on says"
        },
        footer = {
            "",
            "Examples:",
            "  tenure lint",
            "  tenure lint --fix -f manifests/",
            "  tenure lint -f manifests/ -o github --fail-on error",
            "  tenure lint kubelet.yaml -o sarif",
            "  tenure lint kubelet.yaml --capacity memory=16Gi,ephemeral-storage=100Gi",
            "What each rule looks for, why it matters and how to mend it: docs/lint.md"
        })
public final class LintCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "KubeletConfiguration (v1beta1), YAML or JSON. Without any, the cluster of the kubeconfig is looked at, or what -f names.")
    private List<Path> files = List.of();

    @Option(
            names = "--capacity",
            split = ",",
            paramLabel = "RESOURCE=AMOUNT",
            description =
                    "What the nodes have, for example memory=16Gi,ephemeral-storage=100Gi; also inodes, pids and cpu.")
    private Map<String, String> capacity = new TreeMap<>();

    @Option(
            names = "--memory-trace",
            paramLabel = "FILE",
            description =
                    "Memory in use over time, lines such as 30s,512Mi: tells thresholds that growth would outrun.")
    private @Nullable Path memoryTrace;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json, yaml, sarif, github or junit (default: text).")
    private String output = "text";

    @Option(names = "--errors-only", description = "Pass over what is no error.")
    private boolean errorsOnly;

    @Mixin
    private ClusterLintOptions clusters = new ClusterLintOptions();

    @Override
    public Integer call() {
        LintReport.Form form = form();
        if (clusters.asked() && !files.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "look either at KubeletConfiguration files, or at a cluster or manifests: leave out one of \"%s\" and -f, --from, --kubeconfig, --data-dir"
                            .formatted(files.getFirst()));
        }
        if (files.isEmpty()) {
            return clusters.run(spec.commandLine().getOut(), spec.commandLine().getErr(), form, errorsOnly);
        }
        ResourceList known = capacity();
        List<GrowthRule.Sample> memory = memory();
        List<Checked> checked = new ArrayList<>();
        for (Path file : files) {
            for (KubeletFile.Part part : read(file).documents()) {
                checked.add(new Checked(file, part, findings(part, known, memory)));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(KubeletLintReport.of(checked, files.size(), form));
        out.flush();
        boolean bad = checked.stream()
                .flatMap(each -> each.findings().stream())
                .anyMatch(found -> clusters.counts(KubeletLintReport.severity(found.finding())));
        return bad ? ClusterLintOptions.FOUND : ExitCode.OK;
    }

    private LintReport.Form form() {
        try {
            return LintReport.form(output);
        } catch (IllegalArgumentException _) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "-o %s: \"%s\" is none of text, json, yaml, sarif, github and junit".formatted(output, output));
        }
    }

    private List<Finding.Placed> findings(KubeletFile.Part part, ResourceList known, List<GrowthRule.Sample> memory) {
        return KubeletFileLint.check(part, known, memory).stream()
                .filter(each -> !errorsOnly || each.finding().severity() == Finding.Severity.ERROR)
                .toList();
    }

    private ResourceList capacity() {
        Map<String, Quantity> amounts = new TreeMap<>();
        capacity.forEach((name, amount) -> {
            try {
                amounts.put(name, Quantity.parse(amount));
            } catch (IllegalArgumentException _) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "--capacity %s=%s: \"%s\" is no amount, for example 16Gi".formatted(name, amount, amount));
            }
        });
        return new ResourceList(amounts);
    }

    private List<GrowthRule.Sample> memory() {
        if (memoryTrace == null) {
            return List.of();
        }
        try {
            return MemoryTraceParser.parse(Files.readAllLines(memoryTrace));
        } catch (IOException e) {
            throw unreadable("memory trace", memoryTrace, e);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, "memory trace \"%s\": %s".formatted(memoryTrace, e.getMessage()));
        }
    }

    private static CommandFailure unreadable(String what, Path file, IOException cause) {
        return new CommandFailure(
                ExitCode.FAILED, "%s \"%s\" cannot be read (%s)".formatted(what, file, IoWords.briefly(cause)));
    }

    private static KubeletFile read(Path file) {
        try {
            return KubeletFile.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw unreadable("file", file, e);
        } catch (YamlException e) {
            throw new CommandFailure(ExitCode.FAILED, "file \"%s\" is no YAML: %s".formatted(file, e.getMessage()));
        } catch (ConfigurationException e) {
            throw new CommandFailure(ExitCode.FAILED, "file \"%s\": %s".formatted(file, e.getMessage()));
        }
    }
}
