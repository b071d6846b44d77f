package dev.tenure.scheduler.framework;

import dev.tenure.client.ClusterClient;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;
import java.util.function.Function;

/// Seeks a remedy when no node is feasible.
public interface PostFilterPlugin extends Plugin {
    Remedy postFilter(Cycle cycle, Diagnosis diagnosis);

    /// What a post-filter has found.
    sealed interface Remedy {
        /// Removing the victims lets the pod run on the node.
        record Nominated(String node, List<PodInfo> victims) implements Remedy {
            public Nominated {
                victims = List.copyOf(victims);
            }
        }

        /// Nothing helps.
        ///
        /// @param clearNomination whether an earlier nomination of the pod is to be taken back
        record None(List<String> reasons, boolean clearNomination) implements Remedy {
            public None {
                reasons = List.copyOf(reasons);
            }
        }

        /// Calls may help, which have to be made once the pod is back in the queue; later plugins are asked
        /// as well.
        ///
        /// @param calls run away from the loop and may block; when they fail, nothing follows
        record Relief(String reason, Function<ClusterClient, Verdict> calls) implements Remedy {}

        /// The search failed; no later plugin is asked.
        record Broken(String message) implements Remedy {}
    }
}
