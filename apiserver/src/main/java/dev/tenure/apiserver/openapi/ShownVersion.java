package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.aggregation.Registration;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.KindTable.GroupVersion;
import dev.tenure.model.meta.VersionOrder;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One version of a group, as discovery shows it. Immutable.
///
/// @param local its kinds, when this server answers for it
/// @param document what aggregated discovery tells of it, when another one does
record ShownVersion(String group, String version, Optional<GroupVersion> local, Optional<ObjectNode> document) {
    private static final Priority REGISTRATION = new Priority(20_001, 0);
    /// Of what is defined and has no APIService yet.
    private static final Priority DEFINED = new Priority(1_000, 100);

    private record Priority(int group, int version) {}

    /// Groups in order, each with its versions, the preferred one first. Upstream: kube-aggregator's
    /// handler_apis.go and apiserver/pkg/endpoints/discovery/aggregated/handler.go
    /// (calculateAPIGroupsLocked).
    static Map<String, List<ShownVersion>> groups(KindTable kinds, AggregatedView elsewhere) {
        Map<String, List<ShownVersion>> groups = new LinkedHashMap<>();
        kinds.groups()
                .forEach((group, versions) -> versions.forEach(local -> {
                    if (elsewhere.backend(group, local.version()).isEmpty()) {
                        groups.computeIfAbsent(group, _ -> new ArrayList<>())
                                .add(new ShownVersion(group, local.version(), Optional.of(local), Optional.empty()));
                    }
                }));
        if (!elsewhere.hasBackends()) {
            return groups;
        }
        for (Registration one : elsewhere.registrations()) {
            elsewhere
                    .discovered(one)
                    .ifPresent(document -> groups.computeIfAbsent(one.group(), _ -> new ArrayList<>())
                            .add(new ShownVersion(
                                    one.group(), one.version(), Optional.empty(), Optional.of(document))));
        }
        return inOrder(groups, priorities(elsewhere));
    }

    private static Map<String, Priority> priorities(AggregatedView elsewhere) {
        Map<String, Priority> priorities = new HashMap<>();
        for (Registration one : elsewhere.registrations()) {
            priorities.put(
                    apiVersion(one.group(), one.version()), new Priority(one.groupPriority(), one.versionPriority()));
        }
        return priorities;
    }

    private static Map<String, List<ShownVersion>> inOrder(
            Map<String, List<ShownVersion>> groups, Map<String, Priority> priorities) {
        Map<String, Integer> ofGroups = new HashMap<>();
        groups.forEach((group, versions) -> {
            versions.sort(Comparator.comparingInt(
                            (ShownVersion v) -> v.priority(priorities).version())
                    .reversed()
                    .thenComparing(ShownVersion::version, VersionOrder.BEST_FIRST));
            versions.forEach(v -> ofGroups.merge(group, v.priority(priorities).group(), Math::max));
        });
        Map<String, List<ShownVersion>> ordered = new LinkedHashMap<>();
        groups.keySet().stream()
                .sorted(Comparator.comparingInt((String group) -> ofGroups.getOrDefault(group, 0))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(group -> ordered.put(group, groups.getOrDefault(group, List.of())));
        return ordered;
    }

    private Priority priority(Map<String, Priority> priorities) {
        return priorities.getOrDefault(apiVersion(), group.equals("apiregistration.k8s.io") ? REGISTRATION : DEFINED);
    }

    /// For example `apps/v1`, or `v1`.
    String apiVersion() {
        return apiVersion(group, version);
    }

    static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
