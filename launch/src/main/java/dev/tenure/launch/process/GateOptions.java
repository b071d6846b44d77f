package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.rules.feature.FeatureGates;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/// The flag of feature gates, the same for every component; each takes what it has a use for.
public final class GateOptions {
    @Option(
            names = "--feature-gates",
            paramLabel = "NAME=BOOL",
            split = ",",
            description = "Switch features: TaintTolerationComparisonOperators (tolerations may use Gt and Lt; default:"
                    + " false), KubeletSeparateDiskGC (true), HugepageAwareEviction (false), HPAConfigurableTolerance"
                    + " (true), HPAScaleToZero (false).")
    private Map<String, String> gates = new TreeMap<>();

    /// @throws CommandFailure when a gate is not known or its value is neither true nor false
    public FeatureGates gates() {
        try {
            return FeatureGates.parse(gates);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "--feature-gates: " + e.getMessage());
        }
    }
}
