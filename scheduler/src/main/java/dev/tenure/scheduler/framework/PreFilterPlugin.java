package dev.tenure.scheduler.framework;

import dev.tenure.model.meta.Frozen;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Optional;
import java.util.Set;

/// Looks at a pod once before any node is filtered; may refuse it, name the only nodes worth looking at,
/// or have its filter left out.
public interface PreFilterPlugin extends Plugin {
    /// @param verdict Pass, Skip, Rejected or Failed
    /// @param nodes names of the only nodes to look at; absent: all
    record PreFilterResult(Verdict verdict, Optional<Set<String>> nodes) {
        public static final PreFilterResult PASS = new PreFilterResult(Verdict.Pass.PASS, Optional.empty());
        public static final PreFilterResult SKIP = new PreFilterResult(Verdict.Skip.SKIP, Optional.empty());

        public static PreFilterResult of(Verdict verdict) {
            return new PreFilterResult(verdict, Optional.empty());
        }

        public static PreFilterResult only(Set<String> nodes) {
            return new PreFilterResult(Verdict.Pass.PASS, Optional.of(Frozen.set(nodes)));
        }
    }

    PreFilterResult preFilter(Cycle cycle);

    /// Another pod is imagined on `node`; the state in `cycle` follows. `node` already holds it.
    default void podAdded(Cycle cycle, PodInfo pod, NodeState node) {}

    /// Another pod is imagined gone from `node`; the state in `cycle` follows. `node` no longer holds it.
    default void podRemoved(Cycle cycle, PodInfo pod, NodeState node) {}
}
