package dev.tenure.model.core;

import dev.tenure.model.meta.LabelSelector;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// How evenly pods are to be spread over the domains of a topology key.
///
/// @param hard whether `DoNotSchedule` holds, else `ScheduleAnyway`
/// @param labelSelector absent matches no pod
/// @param honorNodeAffinity whether nodes outside the pod's node affinity are left out of the count (default
///     yes)
/// @param honorNodeTaints whether nodes with untolerated taints are left out of the count (default no)
public record TopologySpreadConstraint(
        int maxSkew,
        String topologyKey,
        boolean hard,
        Optional<LabelSelector> labelSelector,
        OptionalInt minDomains,
        boolean honorNodeAffinity,
        boolean honorNodeTaints,
        List<String> matchLabelKeys) {
    public TopologySpreadConstraint {
        matchLabelKeys = List.copyOf(matchLabelKeys);
    }
}
