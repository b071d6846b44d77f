package dev.tenure.client.events;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Writes core/v1 Events for one component. The same Event again raises the count of the one that stands.
/// Confined to its loop; a write that fails is dropped, for Events are a courtesy.
public final class EventRecorder {
    /// So many different Events are remembered for counting; the eldest is forgotten first.
    private static final int REMEMBERED_MAX = 4_096;
    /// Beyond so many writes under way further Events are dropped, so that a storm cannot fill the memory.
    private static final int UNDER_WAY_MAX = 10_000;

    private static final String NAMESPACE_OF_CLUSTER_OBJECTS = "default";

    /// `Normal` or `Warning`.
    public enum Type {
        Normal,
        Warning
    }

    private record Sameness(
            InvolvedObject about, Type type, String reason, String message, Map<String, String> annotations) {}

    private record Written(String namespace, String name, int count) {}

    private final EventLoop loop;
    private final ClusterClient client;
    private final String component;
    private final Map<Sameness, Written> remembered = new LinkedHashMap<>();
    private int underWay;
    private long number;

    /// @param component shown as the Event's source, for example `taint-eviction-controller`
    public EventRecorder(EventLoop loop, ClusterClient client, String component) {
        this.loop = loop;
        this.client = client;
        this.component = component;
    }

    /// Records an Event. To be called on the loop; returns at once.
    public void record(InvolvedObject about, Type type, String reason, String message) {
        record(about, type, reason, message, Map.of());
    }

    /// Records an Event that carries annotations. To be called on the loop; returns at once.
    public void record(
            InvolvedObject about, Type type, String reason, String message, Map<String, String> annotations) {
        if (underWay >= UNDER_WAY_MAX) {
            return;
        }
        Instant now = loop.time().wall().truncatedTo(ChronoUnit.SECONDS);
        var same = new Sameness(about, type, reason, message, Frozen.map(annotations));
        Written before = remembered.remove(same);
        Written next = before == null
                ? new Written(namespace(about), name(about), 1)
                : new Written(before.namespace(), before.name(), before.count() + 1);
        remember(same, next);
        underWay++;
        loop.work("event", () -> write(same, next, now), _ -> underWay--);
    }

    private void remember(Sameness same, Written written) {
        remembered.put(same, written);
        if (remembered.size() > REMEMBERED_MAX) {
            remembered.remove(remembered.keySet().iterator().next());
        }
    }

    private ApiReply write(Sameness same, Written written, Instant now) {
        if (written.count() > 1) {
            ObjectNode patch = Json.object().put("count", written.count()).put("lastTimestamp", now.toString());
            ApiReply reply = client.patch(
                    ResourceTypes.EVENTS,
                    written.namespace(),
                    written.name(),
                    "",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
            if (!(reply instanceof ApiReply.Failure(var status, var _)) || status.code() != 404) {
                return reply;
            }
        }
        return client.create(ResourceTypes.EVENTS, written.namespace(), Document.of(object(same, written, now)));
    }

    private ObjectNode object(Sameness same, Written written, Instant now) {
        ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
        ObjectNode meta = event.putObject("metadata")
                .put("namespace", written.namespace())
                .put("name", written.name());
        if (!same.annotations().isEmpty()) {
            ObjectNode annotations = meta.putObject("annotations");
            new TreeMap<>(same.annotations()).forEach(annotations::put);
        }
        InvolvedObject about = same.about();
        ObjectNode involved = event.putObject("involvedObject")
                .put("apiVersion", about.apiVersion())
                .put("kind", about.kind())
                .put("name", about.name());
        if (!about.namespace().isEmpty()) {
            involved.put("namespace", about.namespace());
        }
        if (!about.uid().isEmpty()) {
            involved.put("uid", about.uid());
        }
        event.put("type", same.type().name())
                .put("reason", same.reason())
                .put("message", same.message())
                .put("count", written.count())
                .put("firstTimestamp", now.toString())
                .put("lastTimestamp", now.toString())
                .put("reportingComponent", component)
                .put("reportingInstance", "");
        event.putObject("source").put("component", component);
        return event;
    }

    private static String namespace(InvolvedObject about) {
        return about.namespace().isEmpty() ? NAMESPACE_OF_CLUSTER_OBJECTS : about.namespace();
    }

    /// As upstream: the object's name and the moment in hexadecimal nanoseconds; a running number keeps
    /// names apart on a clock that stands still.
    private String name(InvolvedObject about) {
        Instant now = loop.time().wall();
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano() + number++;
        return about.name() + "." + Long.toHexString(nanos);
    }
}
