package dev.tenure.scheduler.bind;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Sends the scheduler's events beside its work: bounded in number, several on their way at once, the
/// oldest dropped when the server cannot keep up. The same event about the same revision of a
/// pod becomes a series instead of a new event. Confined to the loop. Upstream:
/// client-go/tools/events/event_broadcaster.go.
public final class EventOutbox {
    private static final ResourceType EVENTS =
            new ResourceType("events.k8s.io", "v1", "events", "Event", ResourceType.Scope.NAMESPACED);
    private static final int BACKLOG_MAX = 50_000;
    private static final int SERIES_MAX = 4_096;
    private static final int WORKERS_MAX = 32;
    private static final int EVENTS_PER_WORK = 16;
    private static final Duration SERIES_LENGTH = Duration.ofMinutes(6);

    /// An event about a pod.
    ///
    /// @param normal whether it is of type Normal, else Warning
    /// @param related another pod that has to do with it
    public record PodEvent(
            PodInfo regarding, Optional<PodInfo> related, boolean normal, String reason, String action, String note) {}

    /// A pod in another revision is another one to a series: what is told again after it changed is a new
    /// event.
    private record Subject(String uid, long revision) {
        static Subject of(PodInfo pod) {
            return new Subject(pod.uid(), pod.revision());
        }
    }

    private record SeriesKey(
            Subject regarding, Optional<Subject> related, boolean normal, String reason, String action) {}

    private record Series(String name, int count, Tick last) {}

    /// @param body made when it is sent: what waits is small
    private record Letter(String namespace, String name, Supplier<ObjectNode> body, boolean patch) {}

    private final EventLoop loop;
    private final ClusterClient client;
    private final String instance;
    private final ArrayDeque<Letter> backlog = new ArrayDeque<>();
    private final Map<SeriesKey, Series> series = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SeriesKey, Series> eldest) {
            return size() > SERIES_MAX;
        }
    };
    private int working;
    private long sent;

    /// @param instance names this process, beside the name of its profile
    public EventOutbox(EventLoop loop, ClusterClient client, String instance) {
        this.loop = loop;
        this.client = client;
        this.instance = instance;
    }

    /// Takes an event to be sent; returns at once.
    ///
    /// @param schedulerName the profile that reports it
    public void send(String schedulerName, PodEvent about) {
        var key = new SeriesKey(
                Subject.of(about.regarding()),
                about.related().map(Subject::of),
                about.normal(),
                about.reason(),
                about.action());
        Tick now = loop.time().now();
        Instant wall = loop.time().wall();
        Series known = about.normal() ? null : series.get(key);
        String namespace = about.regarding().namespace();
        if (known != null && now.since(known.last()).compareTo(SERIES_LENGTH) < 0) {
            var longer = new Series(known.name(), known.count() + 1, now);
            series.put(key, longer);
            if (longer.count() == 2) {
                post(new Letter(namespace, longer.name(), () -> seriesPatch(longer.count(), wall), true));
            }
            return;
        }
        String name = about.regarding().pod().meta().name() + "." + Long.toHexString(nanos(wall) + sent++);
        if (!about.normal()) {
            series.put(key, new Series(name, 1, now));
        }
        post(new Letter(namespace, name, () -> event(schedulerName, about, name, wall), false));
    }

    private static long nanos(Instant wall) {
        return wall.getEpochSecond() * 1_000_000_000L + wall.getNano();
    }

    private ObjectNode event(String schedulerName, PodEvent about, String name, Instant wall) {
        ObjectNode event = Json.object().put("apiVersion", EVENTS.apiVersion()).put("kind", "Event");
        event.putObject("metadata")
                .put("name", name)
                .put("namespace", about.regarding().namespace());
        event.put("eventTime", Times.micros(wall));
        event.put("reportingController", schedulerName);
        event.put("reportingInstance", schedulerName + "-" + instance);
        event.put("action", about.action());
        event.put("reason", about.reason());
        event.put("type", about.normal() ? "Normal" : "Warning");
        event.put("note", about.note());
        refer(event.putObject("regarding"), about.regarding());
        about.related().ifPresent(pod -> refer(event.putObject("related"), pod));
        return event;
    }

    private static void refer(ObjectNode to, PodInfo pod) {
        to.put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("namespace", pod.namespace())
                .put("name", pod.pod().meta().name())
                .put("uid", pod.uid())
                .put("resourceVersion", Long.toString(pod.revision()));
    }

    private static ObjectNode seriesPatch(int count, Instant last) {
        ObjectNode patch = Json.object();
        patch.putObject("series").put("count", count).put("lastObservedTime", Times.micros(last));
        return patch;
    }

    private void post(Letter letter) {
        if (backlog.size() >= BACKLOG_MAX) {
            backlog.removeFirst();
        }
        backlog.addLast(letter);
        work();
    }

    private void work() {
        while (working < WORKERS_MAX && !backlog.isEmpty()) {
            List<Letter> letters = new ArrayList<>(EVENTS_PER_WORK);
            while (letters.size() < EVENTS_PER_WORK && !backlog.isEmpty()) {
                letters.add(backlog.removeFirst());
            }
            working++;
            loop.work("event", () -> deliver(letters), outcome -> {
                working--;
                work();
            });
        }
    }

    private int deliver(List<Letter> letters) {
        for (Letter letter : letters) {
            if (letter.patch()) {
                client.patch(
                        EVENTS,
                        letter.namespace(),
                        letter.name(),
                        "",
                        new Body(
                                Body.STRATEGIC_MERGE_PATCH,
                                Document.of(letter.body().get())));
            } else {
                client.create(
                        EVENTS, letter.namespace(), Document.of(letter.body().get()));
            }
        }
        return letters.size();
    }
}
