package dev.tenure.apiserver.aggregation;

import dev.tenure.apiserver.registry.VersionOrder;
import java.util.Comparator;
import java.util.Optional;

/// What an APIService says of one version of a group.
///
/// @param groupPriority the group with the highest one is named first; of a group that of its highest version counts
/// @param versionPriority the same within the group
/// @param backend who answers for it; empty: this server
public record Registration(
        String name, String group, String version, int groupPriority, int versionPriority, Optional<Backend> backend) {
    /// The order in which groups are named. Upstream: apiregistration/v1/helper (ByGroupPriorityMinimum).
    static final Comparator<Registration> BY_GROUP =
            Comparator.comparing(Registration::groupPriority).reversed().thenComparing(Registration::name);

    /// The order in which versions of a group are named. Upstream: the same file (ByVersionPriority).
    static final Comparator<Registration> BY_VERSION = Comparator.comparing(Registration::versionPriority)
            .reversed()
            .thenComparing(Registration::version, VersionOrder.BEST_FIRST);
}
