package dev.tenure.bench.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// When each pod was asked for, and when a watch first showed it on a node. Creators and one watcher use it at once.
final class PodTimes {
    private static final int EVENTS_AT_ONCE = 1_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeSource time;
    private final Map<String, Tick> asked = new ConcurrentHashMap<>();
    private final Map<String, Tick> bound = new ConcurrentHashMap<>();
    private final Signal more = new Signal();

    PodTimes(TimeSource time) {
        this.time = time;
    }

    void asked(String pod) {
        asked.put(pod, time.now());
    }

    /// Reads the watch until so many pods have a node, or no event came for as long as `patience`.
    ///
    /// @throws IllegalStateException when the watch breaks off
    void follow(WatchCursor cursor, int pods, Duration patience) throws InterruptedException {
        while (bound.size() < pods) {
            List<WatchEvent> events = cursor.poll(EVENTS_AT_ONCE);
            if (events.isEmpty()) {
                cursor.onReady(more::raise);
                if (!more.await(patience)) {
                    return;
                }
            }
            Tick now = time.now();
            for (WatchEvent event : events) {
                see(event, now);
            }
        }
    }

    private void see(WatchEvent event, Tick now) {
        switch (event) {
            case WatchEvent.Added(StoredObject object) -> see(object, now);
            case WatchEvent.Modified(StoredObject object) -> see(object, now);
            case WatchEvent.Deleted _, WatchEvent.Bookmark _ -> {}
            case WatchEvent.Failed failed ->
                throw new IllegalStateException(
                        "the watch ended: " + failed.status().message());
        }
    }

    private void see(StoredObject object, Tick now) {
        Pod pod = object.view(Pod.class);
        if (!pod.spec().nodeName().isEmpty() && asked.containsKey(pod.meta().name())) {
            bound.putIfAbsent(pod.meta().name(), now);
        }
    }

    /// Rates and latencies of the pods that have a node.
    ObjectNode summary() {
        var latencies = new ArrayList<Long>(bound.size());
        Tick first = time.now();
        Tick last = first;
        boolean any = false;
        for (Map.Entry<String, Tick> pod : bound.entrySet()) {
            Tick began = asked.get(pod.getKey());
            if (began == null) {
                continue;
            }
            latencies.add(pod.getValue().since(began).toNanos());
            first = first.isAfter(began) ? began : first;
            last = !any || pod.getValue().isAfter(last) ? pod.getValue() : last;
            any = true;
        }
        latencies.sort(null);
        ObjectNode summary = Json.object().put("asked", asked.size()).put("bound", latencies.size());
        if (any) {
            double seconds = last.since(first).toNanos() / NANOS_PER_SECOND;
            summary.put("seconds", round(seconds)).put("pods_per_second", Math.round(latencies.size() / seconds));
            ObjectNode latency = summary.putObject("create_to_bound_seen_ms");
            latency.put("p50", quantile(latencies, 0.5));
            latency.put("p99", quantile(latencies, 0.99));
            latency.put("max", quantile(latencies, 1));
        }
        return summary;
    }

    private static double quantile(List<Long> sorted, double share) {
        int at = (int) Math.ceil(share * sorted.size()) - 1;
        return round(sorted.get(Math.max(0, at)) / NANOS_PER_MILLI);
    }

    private static double round(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
