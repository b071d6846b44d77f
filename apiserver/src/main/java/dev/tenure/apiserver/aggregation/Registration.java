package dev.tenure.apiserver.aggregation;

import java.util.Optional;

/// What an APIService says of one version of a group.
///
/// @param groupPriority the group with the highest one is named first; of a group that of its highest version
///     counts
/// @param versionPriority the same within the group
/// @param backend who answers for it; empty: this server
public record Registration(
        String name, String group, String version, int groupPriority, int versionPriority, Optional<Backend> backend) {}
