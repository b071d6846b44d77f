package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `tenure compare`.
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What a change, or nothing, would do to one cluster under two configurations, and where that differs: pods"
                    + " that leave, when, where their replacements go, what stays pending, budgets and services.",
            "Of a trace (--from TRACE) all that happened in it happens under both.",
            "A configuration is a KubeSchedulerConfiguration, a KubeletConfiguration of all nodes, flags of the node"
                    + " controller, of default tolerations and of the kubelets' eviction, or several of these."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing differs but by ties, or --exit-zero",
            "1:no answer can be given",
            "2:something differs; also: the command line is wrong",
            "3:something that --fail-on names would happen under B"
        },
        footer = {
            "",
            "Examples:",
            "  tenure compare --change 'lose zone zone-a' --b node-monitor-grace-period=20s",
            "  tenure compare --from cluster.tenure --b 'eviction-hard=memory.available<1Gi'",
            "  tenure compare --from cluster.tenure --change 'drain node-1' --a old.yaml --b new.yaml -o markdown"
        })
public final class CompareCommand implements Callable<Integer> {
    @Option(
            names = "--change",
            paramLabel = "WORDS",
            description = "The words of `tenure plan`, for example 'drain node-1' (default: nothing changes).")
    private String words = "forecast";

    @Option(
            names = "--a",
            paramLabel = "FILE|FLAG=VALUE",
            description = "The first configuration (default: as usual): a file with a KubeSchedulerConfiguration, a"
                    + " KubeletConfiguration or flags as `node-eviction-rate: 0.2`, or several as documents; or one"
                    + " flag. May be repeated.")
    private List<String> first = List.of();

    @Option(
            names = "--b",
            required = true,
            paramLabel = "FILE|FLAG=VALUE",
            description = "The second configuration, likewise.")
    private List<String> second = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Integer call() {
        return options.compare(this);
    }

    /// @throws IllegalArgumentException when the words make no change
    Change change() {
        return StepsFile.change(words, options);
    }

    /// @throws IllegalArgumentException when a file or a flag is not valid
    Configuration first(ForecastOptions usual) {
        return ConfigurationFiles.read(first, usual);
    }

    /// @throws IllegalArgumentException as above
    Configuration second(ForecastOptions usual) {
        return ConfigurationFiles.read(second, usual);
    }
}
