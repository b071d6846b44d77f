package dev.tenure.client.events;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/// Writes core/v1 Events for one component, as many of them as [EventCorrelator] lets through.
/// Confined to its loop; a write that fails is dropped, for Events are a courtesy.
public final class EventRecorder {
    /// Beyond so many writes under way further Events are dropped, so that a storm cannot fill the memory.
    private static final int UNDER_WAY_MAX = 10_000;

    private static final int COMPONENTS_APART_NANOS = 999_983;

    private static final String NAMESPACE_OF_CLUSTER_OBJECTS = "default";

    /// `Normal` or `Warning`.
    public enum Type {
        Normal,
        Warning
    }

    private final EventLoop loop;
    private final ClusterClient client;
    private final String component;
    private final EventCorrelator correlator = new EventCorrelator();
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
        var told = new EventCorrelator.Told(about, type, reason, message, annotations);
        correlator.tell(told, loop.time().now(), now, this::name).ifPresent(due -> {
            underWay++;
            loop.work("event", () -> write(due, now), _ -> underWay--);
        });
    }

    private ApiReply write(EventCorrelator.Due due, Instant now) {
        String namespace = namespace(due.event().about());
        if (due.count() > 1) {
            ObjectNode patch = Json.object().put("count", due.count()).put("lastTimestamp", now.toString());
            if (due.combined()) {
                patch.put("message", due.event().message());
            }
            ApiReply reply = client.patch(
                    ResourceTypes.EVENTS,
                    namespace,
                    due.name(),
                    "",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
            if (!(reply instanceof ApiReply.Failure(var status, var _)) || !status.isNotFound()) {
                return reply;
            }
        }
        return client.create(ResourceTypes.EVENTS, namespace, Document.of(object(due, namespace, now)));
    }

    private ObjectNode object(EventCorrelator.Due due, String namespace, Instant now) {
        EventCorrelator.Told told = due.event();
        ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
        ObjectNode meta =
                event.putObject("metadata").put("namespace", namespace).put("name", due.name());
        if (!told.annotations().isEmpty()) {
            ObjectNode annotations = meta.putObject("annotations");
            new TreeMap<>(told.annotations()).forEach(annotations::put);
        }
        InvolvedObject about = told.about();
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
        if (!about.fieldPath().isEmpty()) {
            involved.put("fieldPath", about.fieldPath());
        }
        if (about.revision() != 0) {
            involved.put("resourceVersion", Long.toString(about.revision()));
        }
        event.put("type", told.type().name())
                .put("reason", told.reason())
                .put("message", told.message())
                .put("count", due.count())
                .put("firstTimestamp", due.first().toString())
                .put("lastTimestamp", now.toString())
                .put("reportingComponent", due.combined() ? "" : component)
                .put("reportingInstance", "");
        event.putObject("source").put("component", component);
        return event;
    }

    private static String namespace(InvolvedObject about) {
        return about.namespace().isEmpty() ? NAMESPACE_OF_CLUSTER_OBJECTS : about.namespace();
    }

    /// As upstream: the object's name and the moment in hexadecimal nanoseconds. On a clock that stands still
    /// a running number keeps names apart, and less than a millisecond by component those of two components.
    private String name(InvolvedObject about) {
        Instant now = loop.time().wall();
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano() + number++;
        nanos += Math.floorMod(component.hashCode(), COMPONENTS_APART_NANOS);
        return about.name() + "." + Long.toHexString(nanos);
    }
}
