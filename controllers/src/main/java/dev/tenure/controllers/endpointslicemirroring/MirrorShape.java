package dev.tenure.controllers.endpointslicemirroring;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Works out the slices of Endpoints. Upstream: endpointslicemirroring/reconciler.go.
final class MirrorShape {
    static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    static final String SERVICE_NAME = "kubernetes.io/service-name";
    static final String MANAGER = "endpointslicemirroring-controller.k8s.io";

    /// So many addresses of one subset are mirrored at most.
    static final int ADDRESSES_MAX = 1_000;

    private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";
    private static final String LEADER = "control-plane.alpha.kubernetes.io/leader";
    private static final Set<String> NOT_COPIED = Set.of(
            "endpoints.kubernetes.io/last-change-trigger-time", "kubectl.kubernetes.io/last-applied-configuration");

    private MirrorShape() {}

    /// What has to be written.
    ///
    /// @param skipped how many addresses there are too many
    record Plan(List<ObjectNode> create, List<ObjectNode> update, List<ObjectNode> delete, int skipped) {
        boolean isEmpty() {
            return create.isEmpty() && update.isEmpty() && delete.isEmpty();
        }
    }

    /// Slices that differ in more than their entries.
    private record Group(String addressType, JsonNode ports) {}

    /// Whether Endpoints ask to be mirrored: they are no lock of a leader, and do not say no.
    static boolean mirrored(Map<String, String> labels, Map<String, String> annotations) {
        return !"true".equals(labels.get(SKIP)) && !annotations.containsKey(LEADER);
    }

    /// @param existing slices that this controller has written for them
    static Plan plan(ObjectNode endpoints, List<ObjectNode> existing) {
        var skipped = new int[1];
        Map<Group, List<ObjectNode>> wanted = wanted(endpoints, skipped);
        var unused = new ArrayList<ObjectNode>();
        var standing = new LinkedHashMap<Group, ObjectNode>();
        for (ObjectNode slice : existing) {
            var group = new Group(slice.path("addressType").asText(), slice.path("ports"));
            if (!wanted.containsKey(group) || standing.putIfAbsent(group, slice) != null) {
                unused.add(slice);
            }
        }
        var create = new ArrayList<ObjectNode>();
        var update = new ArrayList<ObjectNode>();
        wanted.forEach((group, entries) -> {
            ObjectNode before = standing.get(group);
            ObjectNode slice = slice(endpoints, group, entries);
            if (before != null && !same(before, slice)) {
                update.add(replacing(before, slice));
            } else if (before == null) {
                unused.stream()
                        .filter(other -> other.path("addressType").asText().equals(group.addressType()))
                        .findFirst()
                        .ifPresentOrElse(
                                other -> {
                                    unused.remove(other);
                                    update.add(replacing(other, slice));
                                },
                                () -> create.add(slice));
            }
        });
        return new Plan(create, update, unused, skipped[0]);
    }

    private static Map<Group, List<ObjectNode>> wanted(ObjectNode endpoints, int[] skipped) {
        Map<Group, Map<String, ObjectNode>> groups = new LinkedHashMap<>();
        for (JsonNode subset : endpoints.path("subsets")) {
            ArrayNode ports = ports(subset.path("ports"));
            subset.path("addresses").forEach(address -> put(groups, ports, address, true));
            subset.path("notReadyAddresses").forEach(address -> put(groups, ports, address, false));
        }
        Map<Group, List<ObjectNode>> wanted = new LinkedHashMap<>();
        groups.forEach((group, entries) -> {
            skipped[0] += Math.max(0, entries.size() - ADDRESSES_MAX);
            wanted.put(group, entries.values().stream().limit(ADDRESSES_MAX).toList());
        });
        return wanted;
    }

    /// An address that is given twice is not ready if it is so once.
    private static void put(
            Map<Group, Map<String, ObjectNode>> groups, ArrayNode ports, JsonNode address, boolean ready) {
        String ip = address.path("ip").asText();
        var group = new Group(ip.contains(":") ? "IPv6" : "IPv4", ports);
        ObjectNode entry = Json.object();
        entry.putArray("addresses").add(ip);
        entry.putObject("conditions").put("ready", ready);
        for (String field : new String[] {"hostname", "targetRef", "nodeName"}) {
            if (address.has(field) && !address.path(field).asText("-").isEmpty()) {
                entry.set(field, address.path(field));
            }
        }
        groups.computeIfAbsent(group, _ -> new LinkedHashMap<>()).put(ip, entry);
    }

    private static ArrayNode ports(JsonNode ports) {
        ArrayNode list = Json.array();
        for (JsonNode port : ports) {
            ObjectNode node = list.addObject()
                    .put("name", port.path("name").asText())
                    .put("protocol", port.path("protocol").asText("TCP"))
                    .put("port", port.path("port").asInt());
            if (port.has("appProtocol")) {
                node.set("appProtocol", port.path("appProtocol"));
            }
        }
        return list;
    }

    private static ObjectNode slice(ObjectNode endpoints, Group group, List<ObjectNode> entries) {
        ObjectNode slice =
                Json.object().put("apiVersion", "discovery.k8s.io/v1").put("kind", "EndpointSlice");
        JsonNode owner = endpoints.path("metadata");
        String name = owner.path("name").asText();
        ObjectNode meta = slice.putObject("metadata")
                .put("generateName", name + "-")
                .put("namespace", owner.path("namespace").asText());
        ObjectNode labels = meta.putObject("labels");
        owner.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.put(SERVICE_NAME, name).put(MANAGED_BY, MANAGER);
        owner.path("annotations").properties().stream()
                .filter(annotation -> !NOT_COPIED.contains(annotation.getKey()))
                .forEach(annotation -> meta.withObject("/annotations").set(annotation.getKey(), annotation.getValue()));
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Endpoints")
                .put("name", name)
                .put("uid", owner.path("uid").asText())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        slice.put("addressType", group.addressType());
        slice.putArray("endpoints").addAll(entries);
        slice.set("ports", group.ports());
        return slice;
    }

    private static boolean same(ObjectNode before, ObjectNode wanted) {
        return entries(before).equals(entries(wanted))
                && sorted(before.at("/metadata/labels")).equals(sorted(wanted.at("/metadata/labels")))
                && sorted(before.at("/metadata/annotations")).equals(sorted(wanted.at("/metadata/annotations")))
                && before.at("/metadata/ownerReferences").equals(wanted.at("/metadata/ownerReferences"));
    }

    private static Set<JsonNode> entries(ObjectNode slice) {
        var entries = new HashSet<JsonNode>();
        slice.path("endpoints").forEach(entries::add);
        return entries;
    }

    private static Map<String, String> sorted(JsonNode texts) {
        var sorted = new TreeMap<String, String>();
        texts.properties()
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue().asText()));
        return sorted;
    }

    private static ObjectNode replacing(ObjectNode before, ObjectNode slice) {
        ObjectNode replacement = slice.deepCopy();
        ObjectNode meta = replacement.withObject("/metadata");
        meta.remove("generateName");
        meta.set("name", before.at("/metadata/name"));
        meta.set("resourceVersion", before.at("/metadata/resourceVersion"));
        return replacement;
    }
}
