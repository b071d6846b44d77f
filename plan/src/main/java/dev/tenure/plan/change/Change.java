package dev.tenure.plan.change;

import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What somebody does to a cluster, or what befalls it. Immutable.
public sealed interface Change {
    /// Nothing: what is coming anyway.
    record Nothing() implements Change {}

    /// `kubectl taint nodes`.
    ///
    /// @param overwrite whether a taint of the same key and effect is replaced; otherwise that is an error
    /// @param term for how long the taints are put there, and on whose account; absent for ever
    record TaintNodes(NodeChoice nodes, List<TaintEdit> edits, boolean overwrite, Optional<Term> term)
            implements Change {
        public TaintNodes {
            edits = List.copyOf(edits);
        }

        public TaintNodes(NodeChoice nodes, List<TaintEdit> edits, boolean overwrite) {
            this(nodes, edits, overwrite, Optional.empty());
        }
    }

    /// For how long taints are put somewhere.
    ///
    /// @param span from when it is done
    /// @param owner who answers for it; may be empty
    /// @param reason what for; may be empty
    record Term(Duration span, String owner, String reason) {}

    /// `kubectl cordon` and `uncordon`.
    record Cordon(NodeChoice nodes, boolean on) implements Change {}

    /// `kubectl drain`.
    record Drain(NodeChoice nodes, DrainOptions options) implements Change {}

    /// `kubectl delete node`.
    record DeleteNodes(NodeChoice nodes) implements Change {}

    /// Nodes fall silent, or are heard of again.
    record LoseNodes(NodeChoice nodes, boolean lost) implements Change {}

    /// `kubectl apply`.
    ///
    /// @param namespace of objects that name none
    record Apply(List<ObjectNode> manifests, String namespace) implements Change {
        public Apply {
            manifests = List.copyOf(manifests);
        }
    }

    /// `kubectl scale`.
    ///
    /// @param resource as users write it: `deployment`, `deploy`, `statefulsets`, `rs`, …
    record Scale(String resource, String namespace, String name, int replicas) implements Change {}

    /// Several changes, each at its time.
    record Steps(List<Step> steps) implements Change {
        public Steps {
            steps = List.copyOf(steps);
        }
    }

    /// What happened while a cluster was recorded, its controllers' own doing left out.
    ///
    /// @param words what it is called
    /// @param acts in order of time
    record Recorded(String words, List<Act> acts) implements Change {
        public Recorded {
            acts = List.copyOf(acts);
        }
    }

    /// @param at after the beginning
    record Step(Duration at, Change change) {}

    /// Which nodes.
    ///
    /// @param selector of labels, as kubectl takes it; empty for none
    /// @param zone all nodes of this zone, if it is given
    record NodeChoice(List<String> names, String selector, boolean all, Optional<String> zone) {
        public NodeChoice {
            names = List.copyOf(names);
        }

        public static NodeChoice named(String... names) {
            return new NodeChoice(List.of(names), "", false, Optional.empty());
        }

        public static NodeChoice ofZone(String zone) {
            return new NodeChoice(List.of(), "", false, Optional.of(zone));
        }
    }

    /// How a node is drained; the fields are kubectl's flags.
    ///
    /// @param graceSeconds negative: each pod's own
    /// @param timeout zero: none
    /// @param podSelector empty: all pods
    /// @param disableEviction whether pods are deleted, so that budgets are not asked
    /// @param skipWaitSeconds pods that have been leaving for longer are not waited for; 0: all are
    record DrainOptions(
            boolean force,
            boolean ignoreDaemonSets,
            boolean deleteEmptyDirData,
            long graceSeconds,
            Duration timeout,
            String podSelector,
            boolean disableEviction,
            long skipWaitSeconds) {
        /// kubectl's defaults.
        public static final DrainOptions STANDARD =
                new DrainOptions(false, false, false, -1, Duration.ZERO, "", false, 0);

        /// With `--ignore-daemonsets`, without which few nodes of a cluster can be drained.
        public static final DrainOptions IGNORING_DAEMON_SETS =
                new DrainOptions(false, true, false, -1, Duration.ZERO, "", false, 0);
    }
}
