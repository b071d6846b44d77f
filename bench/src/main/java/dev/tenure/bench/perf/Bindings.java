package dev.tenure.bench.perf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Follows pods from their creation until they are bound, as a watch shows it. One thread creates, one
/// reads.
final class Bindings implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int EVENTS_AT_ONCE = 1_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SystemTime time;
    private final WatchCursor cursor;
    private final Signal more = new Signal();
    private final Map<String, Tick> asked = new ConcurrentHashMap<>();
    private final Map<String, Tick> bound = new HashMap<>();
    private final Set<String> parked = new HashSet<>();

    Bindings(SystemTime time, ClusterClient client) {
        this.time = time;
        cursor = switch (client.watch(ResourceTypes.PODS, "", Map.of())) {
            case WatchReply.Started started -> started.cursor();
            case WatchReply.Refused(var status) -> throw new IllegalStateException("no watch: " + status.message());
        };
    }

    /// A pod is about to be created.
    void asked(String name) {
        asked.put(name, time.now());
    }

    /// Waits until so many of the pods asked for are bound.
    ///
    /// @param orParked whether those count too that have been told that there is no node for them
    /// @throws IllegalStateException when nothing moves for a minute
    void await(int count, boolean orParked) throws InterruptedException {
        Tick moved = time.now();
        int before = done(orParked);
        while (done(orParked) < count) {
            List<WatchEvent> events = cursor.poll(EVENTS_AT_ONCE);
            if (events.isEmpty()) {
                cursor.onReady(more::raise);
                more.await(Duration.ofSeconds(1));
            }
            Tick now = time.now();
            for (WatchEvent event : events) {
                see(event, now);
            }
            if (done(orParked) > before) {
                before = done(orParked);
                moved = now;
            } else if (now.since(moved).compareTo(PATIENCE) > 0) {
                throw new IllegalStateException(
                        "%d of %d pods are bound, and nothing moves".formatted(bound.size(), count));
            }
        }
    }

    private int done(boolean orParked) {
        return bound.size() + (orParked ? parked.size() : 0);
    }

    private void see(WatchEvent event, Tick now) {
        switch (event) {
            case WatchEvent.Added(StoredObject object) -> see(object, now);
            case WatchEvent.Modified(StoredObject object) -> see(object, now);
            case WatchEvent.Deleted _, WatchEvent.Bookmark _ -> {
                // neither binds a pod
            }
            case WatchEvent.Failed(var status) ->
                throw new IllegalStateException("the watch broke off: " + status.message());
        }
    }

    private void see(StoredObject object, Tick now) {
        String name = object.key().name();
        if (!asked.containsKey(name)) {
            return;
        }
        Pod pod = object.view(Pod.class);
        if (!pod.spec().nodeName().isEmpty()) {
            parked.remove(name);
            bound.putIfAbsent(name, now);
        } else if (pod.status()
                .condition(Pod.SCHEDULED)
                .filter(condition -> condition.status() == Condition.Truth.FALSE)
                .isPresent()) {
            parked.add(name);
        }
    }

    /// Throughput from the first request to the last binding, and times from request to binding.
    ObjectNode summary() {
        var waits = new ArrayList<Long>();
        long first = asked.values().stream().mapToLong(Tick::nanos).min().orElse(0);
        long last = bound.values().stream().mapToLong(Tick::nanos).max().orElse(0);
        bound.forEach((name, at) -> waits.add(at.nanos() - at(name)));
        waits.sort(null);
        return Json.object()
                .put("pods", waits.size())
                .put("throughput", Math.round(waits.size() * NANOS_PER_SECOND / Math.max(1, last - first)))
                .put("p50_ms", percentile(waits, 50))
                .put("p99_ms", percentile(waits, 99));
    }

    private long at(String name) {
        return asked.getOrDefault(name, new Tick(0)).nanos();
    }

    private static double percentile(List<Long> sorted, int percent) {
        return sorted.isEmpty()
                ? 0
                : Math.round(sorted.get((sorted.size() - 1) * percent / 100) / NANOS_PER_MILLI * 10) / 10.0;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
