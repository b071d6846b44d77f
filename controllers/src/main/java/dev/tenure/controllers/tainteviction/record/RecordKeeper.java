package dev.tenure.controllers.tainteviction.record;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Keeps the records of nodes in the cluster: at most one write a node is under way, and what changes
/// meanwhile is written after it. A write that fails is tried again. Confined to its loop.
public final class RecordKeeper {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration FLUSH_AFTER = Duration.ofMillis(200);
    private static final String FLUSH_ALARM = "node-record-flush";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final EventLoop loop;
    private final ClusterClient client;
    private final Map<String, NodeRecord> records = new HashMap<>();
    private final Set<String> dirty = new HashSet<>();
    private final Set<String> writing = new HashSet<>();
    /// Nodes whose ledger has grown and is written with the next flush.
    private final Set<String> grown = new LinkedHashSet<>();

    public RecordKeeper(EventLoop loop, ClusterClient client) {
        this.loop = loop;
        this.client = client;
    }

    /// Takes a record over that an earlier process left; one that this process has made already is newer.
    ///
    /// @param semantics in those of upstream, which keep no starts of stays, only the ledger is taken over
    public void load(StoredObject configMap, Semantics semantics) {
        NodeRecord.ofConfigMap(Document.of(configMap.content()))
                .map(found -> switch (semantics) {
                    case DOCUMENTED -> found;
                    case KUBERNETES_1_36 -> found.withStarts(StayStarts.NONE);
                })
                .ifPresent(found -> records.putIfAbsent(found.node(), found));
    }

    /// The record of a node; an empty one when there is none, or only that of an earlier node of this name.
    public NodeRecord of(String node, String nodeUid) {
        return Optional.ofNullable(records.get(node))
                .filter(found -> found.nodeUid().equals(nodeUid))
                .orElseGet(() -> NodeRecord.empty(node, nodeUid));
    }

    public Optional<NodeRecord> known(String node) {
        return Optional.ofNullable(records.get(node));
    }

    /// The past evictions of all records.
    public List<PastEviction> ledger() {
        return records.values().stream()
                .flatMap(record -> record.ledger().stream())
                .toList();
    }

    /// The node is gone. Its object in the cluster is owned by the node and goes with it.
    public void forget(String node) {
        records.remove(node);
        dirty.remove(node);
        grown.remove(node);
    }

    /// The wall clock was stepped: all starts of stays are told by the clock as it goes now.
    public void stepped(Duration by) {
        List<NodeRecord> standing = records.values().stream()
                .filter(record -> !record.starts().byKey().isEmpty())
                .toList();
        standing.forEach(record -> put(record.withStarts(record.starts().stepped(by))));
    }

    public void put(NodeRecord record) {
        records.put(record.node(), record);
        dirty.add(record.node());
        write(record.node());
    }

    /// Takes a record whose ledger has grown. Of many evictions from one node a few writes tell.
    public void putSoon(NodeRecord record) {
        records.put(record.node(), record);
        if (grown.isEmpty()) {
            loop.alarm(FLUSH_ALARM, loop.time().now().plus(FLUSH_AFTER), this::flush);
        }
        grown.add(record.node());
    }

    private void flush() {
        List<String> due = List.copyOf(grown);
        grown.clear();
        dirty.addAll(due);
        due.forEach(this::write);
    }

    private void write(String node) {
        NodeRecord record = records.get(node);
        if (record == null || !dirty.contains(node) || !writing.add(node)) {
            return;
        }
        dirty.remove(node);
        grown.remove(node);
        Document object = record.toConfigMap();
        loop.work("node-record", () -> store(object), outcome -> written(node, outcome));
    }

    private ApiReply store(Document object) {
        String name = object.text("metadata", "name");
        ApiReply updated = client.update(ResourceTypes.CONFIG_MAPS, NodeRecord.NAMESPACE, name, object);
        if (code(updated) != NOT_FOUND) {
            return updated;
        }
        ApiReply created = client.create(ResourceTypes.CONFIG_MAPS, NodeRecord.NAMESPACE, object);
        return code(created) == CONFLICT
                ? client.update(ResourceTypes.CONFIG_MAPS, NodeRecord.NAMESPACE, name, object)
                : created;
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 0;
    }

    private void written(String node, Outcome<ApiReply> outcome) {
        writing.remove(node);
        boolean stored = outcome instanceof Outcome.Done<ApiReply>(var reply) && code(reply) == 0;
        if (stored) {
            write(node);
        } else {
            if (records.containsKey(node)) {
                dirty.add(node);
            }
            loop.alarm("node-record-" + node, loop.time().now().plus(RETRY_AFTER), () -> write(node));
        }
    }
}
