package dev.tenure.scheduler;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.scheduler.framework.PodInfo;
import dev.tenure.scheduler.queue.QueuedPod;
import dev.tenure.scheduler.queue.SchedulingQueue;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The last decisions, and the current one of each waiting pod. Written on the loop; the report is a
/// snapshot that anybody may read, made anew at most once a second.
final class DecisionReports {
    private static final int RING_MAX = 1_024;
    private static final int WAITING_MAX = 1_000;
    private static final Duration PUBLISH_EVERY = Duration.ofSeconds(1);

    private record Decision(Instant at, String pod, String outcome, String detail) {}

    private final TimeSource time;
    private final ArrayDeque<Decision> ring = new ArrayDeque<>();
    private final Map<String, Decision> current = new HashMap<>();
    private final Published<byte[]> report = new Published<>(Json.write(Json.object()));
    private @Nullable Tick published;
    private boolean changed = true;

    DecisionReports(TimeSource time) {
        this.time = time;
    }

    /// @param detail the node, or why there is none
    void decided(PodInfo pod, String outcome, String detail) {
        var decision = new Decision(time.wall(), pod.qualifiedName(), outcome, detail);
        if (ring.size() >= RING_MAX) {
            ring.removeFirst();
        }
        ring.addLast(decision);
        if (outcome.equals("scheduled")) {
            current.remove(pod.uid());
        } else {
            current.put(pod.uid(), decision);
        }
        changed = true;
    }

    /// The snapshot, from any thread.
    byte[] latest() {
        return report.get();
    }

    void publish(SchedulingQueue queue) {
        Tick now = time.now();
        if (!changed || (published != null && now.since(published).compareTo(PUBLISH_EVERY) < 0)) {
            return;
        }
        published = now;
        changed = false;
        current.keySet().removeIf(uid -> queue.find(uid).isEmpty());
        ObjectNode told = Json.object();
        ObjectNode sizes = told.putObject("queues");
        sizes.put("active", queue.activeCount())
                .put("backoff", queue.backoffCount())
                .put("unschedulable", queue.unschedulableCount())
                .put("gated", queue.gatedCount());
        ArrayNode waiting = told.putArray("waiting");
        queue.all().stream()
                .filter(pod -> pod.place() != QueuedPod.Place.IN_FLIGHT)
                .sorted(Comparator.comparing(pod -> pod.pod().qualifiedName()))
                .limit(WAITING_MAX)
                .forEach(pod -> tell(waiting.addObject(), pod));
        ArrayNode decisions = told.putArray("decisions");
        ring.descendingIterator().forEachRemaining(one -> tell(decisions.addObject(), one));
        report.publish(Json.write(told));
    }

    /// Adds to an explanation how often and since when a waiting pod has been tried.
    ObjectNode withHistory(ObjectNode explanation, PodInfo pod, SchedulingQueue queue) {
        queue.find(pod.uid()).ifPresent(queued -> tell(explanation.putObject("queue"), queued));
        return explanation;
    }

    private void tell(ObjectNode to, QueuedPod queued) {
        to.put("pod", queued.pod().qualifiedName())
                .put("queue", queued.place().name().toLowerCase(java.util.Locale.ROOT))
                .put("attempts", queued.attempts());
        ArrayNode plugins = to.putArray("refusedBy");
        queued.rejectedBy().stream().sorted().forEach(plugins::add);
        Decision decision = current.get(queued.pod().uid());
        if (decision != null) {
            tell(to.putObject("last"), decision);
        }
    }

    private static void tell(ObjectNode to, Decision decision) {
        to.put("time", decision.at().toString())
                .put("pod", decision.pod())
                .put("outcome", decision.outcome())
                .put(decision.outcome().equals("scheduled") ? "node" : "message", decision.detail());
    }
}
