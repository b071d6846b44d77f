package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.endpoint.PodEndpoint.Port;
import dev.tenure.model.core.Service;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
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
    private record Group(String family, List<Port> ports, Map<String, PodEndpoint> wanted) {
        boolean has(ObjectNode slice, ArrayNode itsPorts) {
            return slice.path("addressType").asText().equals(family) && samePorts(slice.path("ports"), itsPorts);
        }
    }

    /// A slice that a service has, with the entries that are to be in it from now on.
    private static final class Kept {
        private final ObjectNode slice;
        private final List<ObjectNode> entries = new ArrayList<>();
        private boolean changes;

        /// @param missing by uid of their pods what has no place yet; what the slice has of it is taken out
        Kept(ObjectNode slice, Map<String, PodEndpoint> missing) {
            this.slice = slice;
            for (JsonNode before : slice.path("endpoints")) {
                PodEndpoint found =
                        missing.remove(before.path("targetRef").path("uid").asText());
                if (found == null) {
                    changes = true;
                } else {
                    ObjectNode entry = EndpointShape.entry(found);
                    entries.add(entry);
                    changes |= !before.equals(entry);
                }
            }
        }

        void add(ObjectNode entry) {
            entries.add(entry);
            changes = true;
        }
    }

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
        for (Iterator<ObjectNode> each = create.iterator(); each.hasNext(); ) {
            ObjectNode fresh = each.next();
            unneeded(fresh.path("addressType")).ifPresent(old -> {
                each.remove();
                ObjectNode next = old.deepCopy();
                next.withObject("/metadata")
                        .set("labels", fresh.path("metadata").path("labels"));
                next.set("endpoints", fresh.path("endpoints"));
                next.set("ports", fresh.path("ports"));
                update.add(next);
            });
        }
    }

    /// Takes one of those that were to be deleted.
    private Optional<ObjectNode> unneeded(JsonNode family) {
        for (Iterator<ObjectNode> each = delete.iterator(); each.hasNext(); ) {
            ObjectNode slice = each.next();
            if (slice.path("addressType").equals(family)) {
                each.remove();
                return Optional.of(slice);
            }
        }
        return Optional.empty();
    }

    /// @param left slices that no group has claimed; those of this group are taken out
    private void fill(Service service, Group group, List<ObjectNode> left) {
        Map<String, PodEndpoint> missing = new LinkedHashMap<>(group.wanted());
        List<Kept> own = new ArrayList<>();
        ArrayNode ports = EndpointShape.ports(group.ports());
        for (Iterator<ObjectNode> each = left.iterator(); each.hasNext(); ) {
            ObjectNode slice = each.next();
            if (group.has(slice, ports)) {
                each.remove();
                own.add(new Kept(slice, missing));
            }
        }
        List<PodEndpoint> homeless = new ArrayList<>(missing.values());
        for (Kept kept : own) {
            if (!kept.entries.isEmpty() && kept.changes) {
                take(homeless, kept::add, ENTRIES_MAX - kept.entries.size());
            }
        }
        fitting(own, homeless.size()).ifPresent(kept -> take(homeless, kept::add, homeless.size()));
        finish(service, group, own);
        while (!homeless.isEmpty()) {
            ObjectNode slice = EndpointShape.newSlice(service, group.family(), group.ports());
            take(homeless, slice.withArray("/endpoints")::add, ENTRIES_MAX);
            create.add(slice);
        }
        if (group.wanted().isEmpty() && own.isEmpty()) {
            create.add(EndpointShape.newSlice(service, group.family(), List.of()));
        }
    }

    /// @param most how many there is room for; below 0 where a slice that others made has more than its share
    private static void take(List<PodEndpoint> homeless, Consumer<ObjectNode> home, int most) {
        List<PodEndpoint> taken = homeless.subList(0, Math.clamp(most, 0, homeless.size()));
        taken.forEach(endpoint -> home.accept(EndpointShape.entry(endpoint)));
        taken.clear();
    }

    /// The fullest slice that has room for so many more and would stay as it is otherwise.
    private static Optional<Kept> fitting(List<Kept> own, int more) {
        return more == 0
                ? Optional.empty()
                : own.stream()
                        .filter(kept -> !kept.changes)
                        .filter(kept -> kept.entries.size() + more <= ENTRIES_MAX)
                        .max(Comparator.comparingInt(kept -> kept.entries.size()));
    }

    /// Updates what has changed and deletes what is empty, but for one slice that tells that there is
    /// nothing.
    private void finish(Service service, Group group, List<Kept> own) {
        ObjectNode labels = EndpointShape.sliceLabels(service);
        boolean placeholder = !group.wanted().isEmpty();
        for (Kept kept : own) {
            if (kept.entries.isEmpty() && placeholder) {
                delete.add(kept.slice);
                continue;
            }
            placeholder = true;
            if (kept.changes || !kept.slice.path("metadata").path("labels").equals(labels)) {
                ObjectNode next = kept.slice.deepCopy();
                next.withObject("/metadata").set("labels", labels.deepCopy());
                next.putArray("endpoints").addAll(kept.entries);
                update.add(next);
            }
        }
    }

    private static boolean samePorts(JsonNode stored, ArrayNode wanted) {
        return wanted.isEmpty() ? stored.isEmpty() : wanted.equals(stored.isArray() ? stored : Json.array());
    }
}
