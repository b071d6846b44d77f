package dev.tenure.checks.golden.timeline;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Notes what happens to the nodes, pods and events of one recording, as entries of a timeline. Confined to
/// its loop.
final class TimelineObserver {
    private static final Set<String> LEFT_OUT =
            Set.of("default-scheduler", "daemonset-controller", "replicaset-controller", "kubelet", "kwok");

    /// @param at when it was seen
    /// @param entry without its time
    record Note(Tick at, ObjectNode entry) {}

    private final EventLoop loop;
    private final Set<String> nodeNames;
    private final String namespace;
    private final Informer nodes;
    private final Informer pods;
    private final Informer events;
    private final Map<String, Long> eventCounts = new HashMap<>();
    private final List<Note> notes = new ArrayList<>();
    private boolean capturing;

    TimelineObserver(EventLoop loop, ClusterClient client, Set<String> nodeNames, String namespace) {
        this.loop = loop;
        this.nodeNames = Set.copyOf(nodeNames);
        this.namespace = namespace;
        nodes = informer(client, ResourceTypes.NODES, this::nodeChanged, this::nodeDeleted);
        pods = informer(client, ResourceTypes.PODS, this::podChanged, this::podDeleted);
        events = informer(client, ResourceTypes.EVENTS, this::eventChanged, _ -> {});
    }

    /// Begins to follow the cluster. To be called on the loop.
    void start() {
        nodes.start();
        pods.start();
        events.start();
    }

    void capture(boolean wanted) {
        capturing = wanted;
    }

    List<Note> notes() {
        return List.copyOf(notes);
    }

    Optional<ObjectNode> node(String name) {
        return nodes.get(ResourceTypes.NODES.key("", name)).map(TimelineObserver::tree);
    }

    Optional<ObjectNode> pod(String name) {
        ObjectKey key = ResourceTypes.PODS.key(namespace, name);
        return pods.get(key).map(TimelineObserver::tree);
    }

    private Informer informer(
            ClusterClient client,
            ResourceType type,
            BiConsumer<Optional<StoredObject>, StoredObject> changed,
            Consumer<StoredObject> deleted) {
        return new Informer(loop, client, Selection.all(type), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                changed.accept(before, after);
            }

            @Override
            public void deleted(StoredObject last) {
                deleted.accept(last);
            }
        });
    }

    private static ObjectNode tree(StoredObject object) {
        return Json.readObject(object.json());
    }

    private void note(String thing, String what, ObjectNode detail) {
        if (capturing) {
            ObjectNode entry = Json.object().put("object", thing).put("what", what);
            entry.setAll(detail);
            notes.add(new Note(loop.time().now(), entry));
        }
    }

    private void nodeChanged(Optional<StoredObject> before, StoredObject after) {
        String name = after.key().name();
        if (!nodeNames.contains(name) || before.isEmpty()) {
            return;
        }
        String thing = "node/" + name;
        ObjectNode old = tree(before.get());
        ObjectNode now = tree(after);
        Map<String, JsonNode> was = taints(old);
        Map<String, JsonNode> is = taints(now);
        was.forEach((key, taint) -> {
            if (!is.containsKey(key)) {
                note(thing, "taint removed", Json.object().put("taint", text(taint)));
            }
        });
        is.forEach((key, taint) -> {
            JsonNode known = was.get(key);
            if (known == null) {
                ObjectNode detail = Json.object().put("taint", text(taint)).put("timeAdded", taint.has("timeAdded"));
                note(thing, "taint added", detail);
            } else if (!known.path("value").equals(taint.path("value"))) {
                note(thing, "taint changed", Json.object().put("taint", text(taint)));
            }
        });
        conditions(thing, old, now);
    }

    private void nodeDeleted(StoredObject last) {
        if (nodeNames.contains(last.key().name())) {
            note("node/" + last.key().name(), "deleted", Json.object());
        }
    }

    private void podChanged(Optional<StoredObject> before, StoredObject after) {
        if (!after.key().namespace().equals(namespace)) {
            return;
        }
        String thing = "pod/" + after.key().name();
        if (before.isEmpty()) {
            note(thing, "created", Json.object());
            return;
        }
        ObjectNode old = tree(before.get());
        ObjectNode now = tree(after);
        conditions(thing, old, now);
        JsonNode phase = now.path("status").path("phase");
        if (!old.path("status").path("phase").equals(phase)) {
            note(thing, "phase", Json.object().set("to", orNull(phase)));
        }
        JsonNode meta = now.path("metadata");
        if (meta.has("deletionTimestamp") && !old.path("metadata").has("deletionTimestamp")) {
            JsonNode grace = orNull(meta.path("deletionGracePeriodSeconds"));
            note(thing, "deletionTimestamp set", Json.object().set("deletionGracePeriodSeconds", grace));
        }
    }

    private void podDeleted(StoredObject last) {
        if (last.key().namespace().equals(namespace)) {
            note("pod/" + last.key().name(), "deleted", Json.object());
        }
    }

    private void conditions(String thing, ObjectNode old, ObjectNode now) {
        Map<String, JsonNode> was = new HashMap<>();
        old.path("status")
                .path("conditions")
                .forEach(one -> was.put(one.path("type").asText(), one));
        for (JsonNode condition : now.path("status").path("conditions")) {
            JsonNode before = was.getOrDefault(condition.path("type").asText(), Json.object());
            boolean same = before.path("status").equals(condition.path("status"))
                    && before.path("reason").equals(condition.path("reason"));
            if (!same) {
                ObjectNode detail = Json.object();
                detail.put("condition", condition.path("type").asText());
                detail.set("from", orNull(before.path("status")));
                detail.set("to", condition.path("status"));
                for (String field : List.of("reason", "message")) {
                    if (!condition.path(field).asText().isEmpty()) {
                        detail.set(field, condition.path(field));
                    }
                }
                note(thing, "condition", detail);
            }
        }
    }

    private void eventChanged(Optional<StoredObject> before, StoredObject after) {
        ObjectNode event = tree(after);
        JsonNode target = event.path("involvedObject");
        if (!concerns(target)) {
            return;
        }
        long count = Math.max(1, event.path("count").asLong());
        if (before.isPresent() && count <= eventCounts.getOrDefault(after.key().name(), 0L)) {
            return;
        }
        eventCounts.put(after.key().name(), count);
        String component = event.path("source")
                .path("component")
                .asText(event.path("reportingComponent").asText());
        if (LEFT_OUT.contains(component)) {
            return;
        }
        ObjectNode detail = Json.object();
        for (String field : List.of("type", "reason", "message")) {
            detail.set(field, event.path(field));
        }
        detail.put("from", component);
        if (!target.has("uid")) {
            detail.put("withoutUid", true);
        }
        String kind = target.path("kind").asText().toLowerCase(Locale.ROOT);
        note(kind + "/" + target.path("name").asText(), "event", detail);
    }

    private boolean concerns(JsonNode target) {
        String kind = target.path("kind").asText();
        boolean ours = target.path("namespace").asText().equals(namespace);
        return switch (kind) {
            case "Node" -> ours || nodeNames.contains(target.path("name").asText());
            case "Pod" -> ours;
            default -> false;
        };
    }

    private static Map<String, JsonNode> taints(ObjectNode node) {
        Map<String, JsonNode> taints = new LinkedHashMap<>();
        node.path("spec")
                .path("taints")
                .forEach(taint -> taints.put(
                        taint.path("key").asText() + " " + taint.path("effect").asText(), taint));
        return taints;
    }

    private static String text(JsonNode taint) {
        String value = taint.path("value").asText();
        return taint.path("key").asText()
                + (value.isEmpty() ? "" : "=" + value)
                + ":"
                + taint.path("effect").asText();
    }

    private static JsonNode orNull(JsonNode node) {
        return node.isMissingNode() ? NullNode.INSTANCE : node;
    }
}
