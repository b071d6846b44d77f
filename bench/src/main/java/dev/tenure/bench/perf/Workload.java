package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Templates.NodeKind;
import dev.tenure.bench.perf.Templates.PodKind;
import java.util.List;

/// What one measurement does, step by step.
///
/// @param name of the test case and its size, for example `PreemptionBasic/500Nodes`
record Workload(String name, List<Step> steps) {
    Workload {
        steps = List.copyOf(steps);
    }

    sealed interface Step {
        /// @param zones values of the zone label, in turn; empty for none
        record Nodes(int count, NodeKind kind, List<String> zones) implements Step {
            public Nodes {
                zones = List.copyOf(zones);
            }
        }

        /// @param prefix of namespaces `prefix-0`, `prefix-1` …
        /// @param team value of their label `team`; empty for none
        record Namespaces(String prefix, int count, String team) implements Step {}

        /// A service in the namespace `default` that selects the pods of kind [PodKind#LABELLED].
        record Service() implements Step {}

        /// Pods that have to be bound before the next step.
        record Pods(int count, PodKind kind, String namespace) implements Step {}

        /// Pods that find no node, or are gated, and that have all been tried before the next step.
        record Parked(int count, PodKind kind) implements Step {}

        /// One more pod of a kind again and again until the end of the workload.
        record Churn(PodKind kind, int everyMillis) implements Step {}

        /// Pods whose binding is measured.
        record Measured(int count, PodKind kind, String namespace) implements Step {}
    }
}
