package dev.tenure.bench.perf;

import java.util.List;
import java.util.OptionalInt;

/// One test case in one size, step by step.
///
/// @param file the folder of upstream's scheduler_perf that has the case, or [#OWN]
/// @param testCase for example `PreemptionBasic`
/// @param size what upstream calls the workload, for example `1000Nodes`
/// @param threshold pods a second that upstream asks of its own scheduler at least, on its own machines
record Workload(String file, String testCase, String size, OptionalInt threshold, List<Step> steps) {
    /// In place of a folder: measured by nobody else.
    static final String OWN = "tenure";

    Workload {
        steps = List.copyOf(steps);
    }

    /// For example `PreemptionBasic/1000Nodes`.
    String name() {
        return testCase + "/" + size;
    }

    /// How many nodes there are at the end, apart from those that come and go.
    int nodes() {
        return steps.stream()
                .mapToInt(step -> step instanceof Step.CreateNodes made ? made.count() : 0)
                .sum();
    }

    /// How many pods are made altogether, apart from those of a churn.
    int pods() {
        return steps.stream().mapToInt(Workload::pods).sum();
    }

    private static int pods(Step step) {
        return switch (step) {
            case Step.CreatePods made -> made.count();
            case Step.CreatePodSets made -> made.sets() * made.each().count();
            case Step.CreateNodes _,
                    Step.CreateNamespaces _,
                    Step.CreateAny _,
                    Step.UpdateAny _,
                    Step.DeletePods _,
                    Step.Churn _,
                    Step.Barrier _,
                    Step.StartCollectingMetrics _,
                    Step.StopCollectingMetrics _ -> 0;
        };
    }
}
