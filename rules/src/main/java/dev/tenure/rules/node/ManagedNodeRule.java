package dev.tenure.rules.node;

import dev.tenure.model.core.Node;
import java.util.Arrays;
import java.util.Set;

/// Which nodes are simulated, and what is wrong with them by order, as their annotations say it.
public final class ManagedNodeRule {
    /// Marks a node that Tenure simulates: `simulated`.
    public static final String ANNOTATION = "tenure.dev/node";
    /// The value of [#ANNOTATION].
    public static final String SIMULATED = "simulated";
    /// Breaks a node on purpose: `stopped` or `partitioned`.
    public static final String FAULT = "tenure.dev/fault";

    /// Says that pods on the node do not wait for ConfigMaps and Secrets that are missing: `ignored`.
    public static final String MISSING_CONFIG = "tenure.dev/missing-config";
    /// The value of [#MISSING_CONFIG].
    public static final String IGNORED = "ignored";

    /// The state of the node's machine in the simulated cloud; without power nothing runs on it.
    private static final String CLOUD_MACHINE = "tenure.dev/cloud-machine";

    private static final Set<String> WITHOUT_POWER = Set.of("shutdown", "terminated");
    /// Marks one as kwok does: `fake`.
    public static final String KWOK_ANNOTATION = "kwok.x-k8s.io/node";
    private static final String KWOK_FAKE = "fake";

    /// What is wrong with a node.
    public enum Fault {
        NONE(""),
        /// Node and pods are down; on return the containers start anew.
        STOPPED("stopped"),
        /// The node runs on but reaches nobody.
        PARTITIONED("partitioned");

        private final String word;

        Fault(String word) {
            this.word = word;
        }

        /// The value of [ManagedNodeRule#FAULT]; empty for none.
        public String word() {
            return word;
        }
    }

    private ManagedNodeRule() {}

    /// @param all whether every node of the cluster is simulated
    public static boolean managed(Node node, boolean all) {
        return all
                || SIMULATED.equals(node.meta().annotations().get(ANNOTATION))
                || KWOK_FAKE.equals(node.meta().annotations().get(KWOK_ANNOTATION));
    }

    /// Whether pods on the node start without the ConfigMaps and Secrets that they refer to.
    public static boolean ignoresMissingConfig(Node node) {
        return IGNORED.equals(node.meta().annotations().get(MISSING_CONFIG));
    }

    public static Fault fault(Node node) {
        if (WITHOUT_POWER.contains(node.meta().annotations().getOrDefault(CLOUD_MACHINE, ""))) {
            return Fault.STOPPED;
        }
        String word = node.meta().annotations().getOrDefault(FAULT, "");
        return Arrays.stream(Fault.values())
                .filter(each -> each.word.equals(word))
                .findFirst()
                .orElse(Fault.NONE);
    }
}
