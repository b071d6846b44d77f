package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Step.Stage;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// How far all pods have come, as one watch shows them. A thread of its own reads the watch; one other
/// thread waits and asks.
final class PodProgress implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final int EVENTS_AT_ONCE = 1_000;

    /// Pods of a namespace with the same label `type`, which is empty for those without.
    private record Group(String namespace, String type) {}

    private enum Reached {
        NOTHING,
        ATTEMPTED,
        SCHEDULED
    }

    private record Seen(Group group, Reached reached) {}

    /// Notified of each pod once, when it is first seen bound.
    interface Listener {
        void bound(String namespace, String name, String type, Tick at);
    }

    private final SystemTime time;
    private final WatchCursor cursor;
    private final Listener listener;
    private final WakeUp more = new WakeUp();
    private final WakeUp moved = new WakeUp();
    private final Map<ObjectKey, Seen> seen = new ConcurrentHashMap<>();
    private final ConcurrentMap<Group, Integer> attempted = new ConcurrentHashMap<>();
    private final ConcurrentMap<Group, Integer> scheduled = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private volatile String failure = "";

    PodProgress(SystemTime time, ClusterClient client, Listener listener) {
        this.time = time;
        this.listener = listener;
        cursor = switch (client.watch(ResourceTypes.PODS, "", Map.of())) {
            case WatchReply.Started started -> started.cursor();
            case WatchReply.Refused(var status) -> throw new IllegalStateException("no watch: " + status.message());
        };
        Background.run("pod-progress", this::follow);
    }

    private void follow() {
        try {
            while (!closed) {
                var events = cursor.poll(EVENTS_AT_ONCE);
                if (events.isEmpty()) {
                    cursor.onReady(more::raise);
                    more.await(TURN);
                    continue;
                }
                Tick now = time.now();
                for (WatchEvent event : events) {
                    see(event, now);
                }
                moved.raise();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            cursor.close();
        }
    }

    private void see(WatchEvent event, Tick now) {
        switch (event) {
            case WatchEvent.Added(StoredObject object) -> see(object, now);
            case WatchEvent.Modified(StoredObject object) -> see(object, now);
            case WatchEvent.Deleted(StoredObject object) -> {
                Seen last = seen.remove(object.key());
                if (last != null) {
                    count(last, -1);
                }
            }
            case WatchEvent.Bookmark _ -> {
                // no pod has changed
            }
            case WatchEvent.Failed(var status) -> {
                failure = "the watch broke off: " + status.message();
                closed = true;
            }
        }
    }

    private void see(StoredObject object, Tick now) {
        Pod pod = object.view(Pod.class);
        String type = object.header().labels().getOrDefault("type", "");
        var group = new Group(object.key().namespace(), type);
        Reached reached = !pod.spec().nodeName().isEmpty()
                ? Reached.SCHEDULED
                : pod.status().condition(Pod.SCHEDULED).isPresent() ? Reached.ATTEMPTED : Reached.NOTHING;
        var next = new Seen(group, reached);
        Seen last = seen.put(object.key(), next);
        if (next.equals(last)) {
            return;
        }
        if (reached == Reached.SCHEDULED && (last == null || last.reached() != Reached.SCHEDULED)) {
            // before it is counted, so that who waits for the count finds that everything has been reported
            listener.bound(group.namespace(), object.key().name(), type, now);
        }
        if (last != null) {
            count(last, -1);
        }
        count(next, 1);
    }

    private void count(Seen pod, int by) {
        switch (pod.reached()) {
            case NOTHING -> {
                // not counted
            }
            case ATTEMPTED -> attempted.merge(pod.group(), by, Integer::sum);
            case SCHEDULED -> scheduled.merge(pod.group(), by, Integer::sum);
        }
    }

    /// How many pods of the namespace are there and have come so far.
    int reached(Stage stage, String namespace, String type) {
        int bound = sum(scheduled, namespace, type);
        return switch (stage) {
            case SCHEDULED -> bound;
            case ATTEMPTED -> bound + sum(attempted, namespace, type);
        };
    }

    private static int sum(Map<Group, Integer> counts, String namespace, String type) {
        int sum = 0;
        for (Map.Entry<Group, Integer> count : counts.entrySet()) {
            Group group = count.getKey();
            if (group.namespace().equals(namespace) && (type.isEmpty() || type.equals(group.type()))) {
                sum += count.getValue();
            }
        }
        return sum;
    }

    /// Waits until so many pods of a namespace have come so far.
    ///
    /// @throws IllegalStateException when nothing moves for two minutes
    void await(Stage stage, String namespace, String type, int count) throws InterruptedException {
        Tick last = time.now();
        int before = reached(stage, namespace, type);
        int now = before;
        while (now < count) {
            moved.await(TURN);
            now = reached(stage, namespace, type);
            if (!failure.isEmpty()) {
                throw new IllegalStateException(failure);
            }
            if (now != before) {
                before = now;
                last = time.now();
            } else if (time.now().since(last).compareTo(PATIENCE) > 0) {
                throw new IllegalStateException("%d of %d pods in %s are %s, and nothing moves"
                        .formatted(now, count, namespace, stage == Stage.SCHEDULED ? "bound" : "tried"));
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        more.raise();
    }
}
