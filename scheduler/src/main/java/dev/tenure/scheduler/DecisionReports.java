package dev.tenure.scheduler;

import dev.tenure.runtime.time.TimeSource;
import dev.tenure.scheduler.queue.QueuedPod;
import dev.tenure.scheduler.queue.SchedulingQueue;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The last decisions, and the current one of each waiting pod. Confined to the loop.
final class DecisionReports {
    private static final int RING_MAX = 1_024;
    private static final int WAITING_MAX = 1_000;
    private static final int WAITING_KEPT_MAX = 20_000;

    private record Decision(Instant at, String pod, String outcome, String detail, DecisionNotes notes) {}

    private final TimeSource time;
    private final ArrayDeque<Decision> ring = new ArrayDeque<>();
    private final Map<String, Decision> current = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Decision> eldest) {
            return size() > WAITING_KEPT_MAX;
        }
    };

    DecisionReports(TimeSource time) {
        this.time = time;
    }

    /// @param detail the node, or why there is none
    /// @param notes kept with it
    void decided(PodInfo pod, String outcome, String detail, DecisionNotes notes) {
        var decision = new Decision(time.wall(), pod.qualifiedName(), outcome, detail, notes);
        if (ring.size() >= RING_MAX) {
            ring.removeFirst();
        }
        ring.addLast(decision);
        if (outcome.equals("scheduled")) {
            current.remove(pod.uid());
        } else {
            current.put(pod.uid(), decision);
        }
    }

    /// The last decisions, the newest first, and the pods that wait.
    ObjectNode page(SchedulingQueue queue) {
        current.keySet().removeIf(uid -> queue.find(uid).isEmpty());
        ObjectNode answer = Json.object();
        ObjectNode sizes = answer.putObject("queues");
        sizes.put("active", queue.activeCount())
                .put("backoff", queue.backoffCount())
                .put("unschedulable", queue.unschedulableCount())
                .put("gated", queue.gatedCount());
        ArrayNode waiting = answer.putArray("waiting");
        queue.all().stream()
                .filter(pod -> pod.place() != QueuedPod.Place.IN_FLIGHT)
                .sorted(Comparator.comparing(pod -> pod.pod().qualifiedName()))
                .limit(WAITING_MAX)
                .forEach(pod -> write(waiting.addObject(), pod));
        ArrayNode decisions = answer.putArray("decisions");
        ring.descendingIterator().forEachRemaining(one -> write(decisions.addObject(), one));
        return answer;
    }

    /// Adds to an explanation how often and since when a waiting pod has been tried.
    ObjectNode withHistory(ObjectNode explanation, PodInfo pod, SchedulingQueue queue) {
        queue.find(pod.uid()).ifPresent(queued -> write(explanation.putObject("queue"), queued));
        return explanation;
    }

    private void write(ObjectNode to, QueuedPod queued) {
        to.put("pod", queued.pod().qualifiedName())
                .put("queue", queued.place().name().toLowerCase(Locale.ROOT))
                .put("attempts", queued.attempts());
        ArrayNode plugins = to.putArray("refusedBy");
        queued.rejectedBy().stream().sorted().forEach(plugins::add);
        Decision decision = current.get(queued.pod().uid());
        if (decision != null) {
            write(to.putObject("last"), decision);
        }
    }

    private static void write(ObjectNode to, Decision decision) {
        to.put("time", decision.at().toString())
                .put("pod", decision.pod())
                .put("outcome", decision.outcome())
                .put(decision.outcome().equals("scheduled") ? "node" : "message", decision.detail());
        decision.notes().writeTo(to);
    }
}
