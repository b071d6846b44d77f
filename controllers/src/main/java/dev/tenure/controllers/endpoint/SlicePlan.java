package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.endpoint.PodEndpoint.Port;
import dev.tenure.model.core.Service;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The slices of a service as they ought to be, with as few of them touched as possible: entries stay where
/// they are, new ones go where something has changed anyway, then into one slice that has room for all the
/// rest, else into new slices. Upstream: endpointslice/reconciler.go (reconcileByPortMapping).
///
/// @param create new slices
/// @param update slices that have changed
/// @param delete slices that nobody needs
record SlicePlan(List<ObjectNode> create, List<ObjectNode> update, List<ObjectNode> delete) {
    static final int ENTRIES_MAX = 100;

    /// Slices of one family whose ports are the same.
    private record Group(String family, List<Port> ports, Map<String, PodEndpoint> wanted) {}

    /// @param behind what the service leads to, by family
    /// @param existing its slices as they are stored
    static SlicePlan of(Service service, Map<String, List<PodEndpoint>> behind, List<ObjectNode> existing) {
        var plan = new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<ObjectNode> left = new ArrayList<>(existing);
        behind.forEach((family, endpoints) -> {
            Map<List<Port>, Group> groups = new LinkedHashMap<>();
            for (PodEndpoint endpoint : endpoints) {
                groups.computeIfAbsent(endpoint.ports(), ports -> new Group(family, ports, new LinkedHashMap<>()))
                        .wanted()
                        .put(endpoint.pod().meta().uid(), endpoint);
            }
            if (groups.isEmpty()) {
                groups.put(List.of(), new Group(family, List.of(), new LinkedHashMap<>()));
            }
            groups.values().forEach(group -> plan.fill(service, group, left));
        });
        plan.delete.addAll(left);
        plan.reuse();
        return plan;
    }

    /// Rather than to delete one slice and make another, gives the one what the other was to have.
    private void reuse() {
        for (ObjectNode fresh : List.copyOf(create)) {
            for (ObjectNode old : List.copyOf(delete)) {
                if (create.contains(fresh) && old.path("addressType").equals(fresh.path("addressType"))) {
                    create.remove(fresh);
                    delete.remove(old);
                    ObjectNode next = old.deepCopy();
                    next.withObject("/metadata")
                            .set("labels", fresh.path("metadata").path("labels"));
                    next.set("endpoints", fresh.path("endpoints"));
                    next.set("ports", fresh.path("ports"));
                    update.add(next);
                }
            }
        }
    }

    /// @param left slices that no group has claimed; those of this group are taken out
    private void fill(Service service, Group group, List<ObjectNode> left) {
        ArrayNode ports = EndpointShape.ports(group.ports());
        List<ObjectNode> own = left.stream()
                .filter(slice -> slice.path("addressType").asText().equals(group.family())
                        && samePorts(slice.path("ports"), ports))
                .toList();
        left.removeAll(own);
        Map<ObjectNode, List<ObjectNode>> kept = new LinkedHashMap<>();
        Map<String, PodEndpoint> missing = new LinkedHashMap<>(group.wanted());
        for (ObjectNode slice : own) {
            kept.put(slice, stay(slice, missing));
        }
        List<PodEndpoint> homeless = new ArrayList<>(missing.values());
        for (ObjectNode slice : own) {
            List<ObjectNode> entries = kept.getOrDefault(slice, List.of());
            if (!entries.isEmpty() && changes(slice, kept)) {
                take(homeless, entries::add, ENTRIES_MAX - entries.size());
            }
        }
        fitting(kept, homeless.size()).ifPresent(entries -> take(homeless, entries::add, homeless.size()));
        finish(service, group, kept);
        while (!homeless.isEmpty()) {
            ObjectNode slice = EndpointShape.newSlice(service, group.family(), group.ports());
            take(homeless, slice.withArray("/endpoints")::add, ENTRIES_MAX);
            create.add(slice);
        }
        if (group.wanted().isEmpty() && own.isEmpty()) {
            create.add(EndpointShape.newSlice(service, group.family(), List.of()));
        }
    }

    private static void take(List<PodEndpoint> homeless, Consumer<ObjectNode> home, int most) {
        for (int i = 0; i < most && !homeless.isEmpty(); i++) {
            home.accept(EndpointShape.entry(homeless.removeFirst()));
        }
    }

    /// The entries of the fullest slice that has room for so many more and would stay as it is otherwise.
    private static Optional<List<ObjectNode>> fitting(Map<ObjectNode, List<ObjectNode>> kept, int more) {
        return more == 0
                ? Optional.empty()
                : kept.entrySet().stream()
                        .filter(entry -> !changes(entry.getKey(), kept))
                        .map(Map.Entry::getValue)
                        .filter(entries -> entries.size() + more <= ENTRIES_MAX)
                        .max(Comparator.comparingInt(List::size));
    }

    /// Updates what has changed and deletes what is empty, but for one slice that tells that there is
    /// nothing.
    private void finish(Service service, Group group, Map<ObjectNode, List<ObjectNode>> kept) {
        boolean placeholder = !group.wanted().isEmpty();
        for (Map.Entry<ObjectNode, List<ObjectNode>> entry : kept.entrySet()) {
            ObjectNode slice = entry.getKey();
            if (entry.getValue().isEmpty() && placeholder) {
                delete.add(slice);
                continue;
            }
            placeholder = true;
            boolean relabelled = !slice.path("metadata").path("labels").equals(EndpointShape.sliceLabels(service));
            if (relabelled || changes(slice, kept)) {
                ObjectNode next = slice.deepCopy();
                next.withObject("/metadata").set("labels", EndpointShape.sliceLabels(service));
                next.putArray("endpoints").addAll(entry.getValue());
                update.add(next);
            }
        }
    }

    /// What stays of a slice, as it is to be from now on; takes from `missing` what it finds.
    private static List<ObjectNode> stay(ObjectNode slice, Map<String, PodEndpoint> missing) {
        List<ObjectNode> entries = new ArrayList<>();
        for (JsonNode entry : slice.path("endpoints")) {
            PodEndpoint found =
                    missing.remove(entry.path("targetRef").path("uid").asText());
            if (found != null) {
                entries.add(EndpointShape.entry(found));
            }
        }
        return entries;
    }

    private static boolean changes(ObjectNode slice, Map<ObjectNode, List<ObjectNode>> kept) {
        List<ObjectNode> entries = kept.getOrDefault(slice, List.of());
        JsonNode before = slice.path("endpoints");
        if (before.size() != entries.size()) {
            return true;
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!before.path(i).equals(entries.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean samePorts(JsonNode stored, ArrayNode wanted) {
        return wanted.isEmpty() ? stored.isEmpty() : wanted.equals(stored.isArray() ? stored : Json.array());
    }
}
