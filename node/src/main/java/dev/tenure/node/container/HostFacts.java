package dev.tenure.node.container;

import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.environment.DownwardFields;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What pods need to know of the machine and the agent's settings.
///
/// @param memoryBytes of the whole machine, for `oom_score_adj`
/// @param logs the folder of logs, `/var/log/pods`
/// @param groups where pods are limited; absent: nowhere
/// @param podPidsMax how many processes a pod may have, if that is limited
public record HostFacts(
        String nodeName,
        DownwardFields.Host host,
        long memoryBytes,
        Path logs,
        Optional<PodControlGroups> groups,
        Dns dns,
        OptionalLong podPidsMax) {
    /// @param nameservers of the cluster; empty: pods resolve names as the machine does
    public record Dns(List<String> nameservers, String domain) {
        public Dns {
            nameservers = List.copyOf(nameservers);
        }
    }
}
