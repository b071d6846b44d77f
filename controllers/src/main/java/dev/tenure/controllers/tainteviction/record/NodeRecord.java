package dev.tenure.controllers.tainteviction.record;

import dev.tenure.client.informer.Informer;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/// What is remembered of one node beyond the life of the process: since when it carries its NoExecute
/// taints (in documented semantics), and which pods left it because of them. Stored as a ConfigMap in
/// kube-system, one a node; the node owns it, so that it goes when the node goes.
///
/// @param nodeUid of the node that the starts belong to; a new node of the same name begins anew
/// @param entries past evictions, eldest first, at most [#LEDGER_MAX] and none older than [#LEDGER_AGE_MAX]
///     when the last one came
public record NodeRecord(String node, String nodeUid, StayStarts starts, List<LedgerEntry> entries) {
    static final String NAMESPACE = "kube-system";
    static final String LABEL = "tenure.dev/record";
    static final String LABEL_VALUE = "node";
    static final int LEDGER_MAX = 200;
    public static final Duration LEDGER_AGE_MAX = Duration.ofDays(7);

    /// Those of all nodes.
    public static final Informer.Selection ALL = new Informer.Selection(
            ResourceTypes.CONFIG_MAPS, NAMESPACE, Map.of("labelSelector", LABEL + "=" + LABEL_VALUE));

    private static final String NAME_PREFIX = "tenure-node-";
    private static final int NAME_LENGTH_MAX = 253;

    public NodeRecord {
        entries = List.copyOf(entries);
    }

    /// Whether a ConfigMap is the record of a node.
    public static boolean is(StoredObject map) {
        return map.key().namespace().equals(NAMESPACE)
                && LABEL_VALUE.equals(map.header().labels().get(LABEL));
    }

    static NodeRecord empty(String node, String nodeUid) {
        return new NodeRecord(node, nodeUid, StayStarts.NONE, List.of());
    }

    /// The name of the ConfigMap; long names of nodes are cut and made unique by their hash.
    static String objectName(String node) {
        String name = NAME_PREFIX + node;
        return name.length() <= NAME_LENGTH_MAX
                ? name
                : name.substring(0, NAME_LENGTH_MAX - 9) + "-" + String.format("%08x", node.hashCode());
    }

    public NodeRecord withStarts(StayStarts next) {
        return new NodeRecord(node, nodeUid, next, entries);
    }

    /// The past evictions, eldest first.
    List<PastEviction> ledger() {
        return entries.stream().map(LedgerEntry::eviction).toList();
    }

    /// When the last of the pods left.
    public Optional<Instant> last() {
        return entries.stream().map(entry -> entry.eviction().at()).max(Comparator.naturalOrder());
    }

    /// With one more past eviction; those of long ago and the eldest make room.
    public NodeRecord with(PastEviction eviction) {
        Instant oldest = eviction.at().minus(LEDGER_AGE_MAX);
        var longer = new ArrayList<>(entries);
        longer.removeIf(past -> past.eviction().at().isBefore(oldest));
        longer.add(LedgerEntry.of(eviction));
        int surplus = Math.max(0, longer.size() - LEDGER_MAX);
        return new NodeRecord(node, nodeUid, starts, longer.subList(surplus, longer.size()));
    }

    Document toConfigMap() {
        ObjectNode map = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode meta =
                map.putObject("metadata").put("name", objectName(node)).put("namespace", NAMESPACE);
        meta.putObject("labels").put(LABEL, LABEL_VALUE);
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", ResourceTypes.NODES.apiVersion())
                .put("kind", ResourceTypes.NODES.kind())
                .put("name", node)
                .put("uid", nodeUid);
        map.putObject("data")
                .put("node", node)
                .put("nodeUid", nodeUid)
                .put("stays", new String(Json.write(stays()), StandardCharsets.UTF_8))
                .put("evictions", evictions());
        return Document.of(map);
    }

    private ArrayNode stays() {
        ArrayNode list = Json.object().putArray("stays");
        starts.byKey().forEach((key, start) -> {
            ObjectNode entry = list.addObject()
                    .put("taint", key)
                    .put("since", start.since().toString());
            start.timeAdded().ifPresent(at -> entry.put("timeAdded", at.toString()));
        });
        return list;
    }

    private String evictions() {
        var list = new StringJoiner(",", "[", "]");
        entries.forEach(entry -> list.add(entry.json()));
        return list.toString();
    }

    /// Reads a record; one that cannot be read (somebody edited it) counts as absent, and stays begin anew.
    static Optional<NodeRecord> ofConfigMap(Document map) {
        try {
            String node = map.text("data", "node");
            var starts = new LinkedHashMap<String, StayStarts.Start>();
            for (JsonNode entry : list(map, "stays")) {
                starts.put(
                        entry.path("taint").asText(),
                        new StayStarts.Start(
                                Instant.parse(entry.path("since").asText()), LedgerEntry.time(entry, "timeAdded")));
            }
            var entries = new ArrayList<LedgerEntry>();
            for (JsonNode entry : list(map, "evictions")) {
                entries.add(LedgerEntry.of(node, entry));
            }
            return Optional.of(new NodeRecord(node, map.text("data", "nodeUid"), new StayStarts(starts), entries));
        } catch (JsonSyntaxException | DateTimeException _) {
            return Optional.empty();
        }
    }

    private static JsonNode list(Document map, String field) {
        return Json.read(map.text("data", field).getBytes(StandardCharsets.UTF_8));
    }
}
