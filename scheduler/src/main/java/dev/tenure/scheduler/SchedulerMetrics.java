package dev.tenure.scheduler;

import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.QueueObserver;
import dev.tenure.scheduler.queue.QueuedPod;
import dev.tenure.scheduler.queue.SchedulingQueue;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What the scheduler tells about itself, under upstream's names. Written on the loop, read from anywhere.
public final class SchedulerMetrics implements QueueObserver {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Counter attempts;
    private final Histogram attemptSeconds;
    private final Histogram algorithmSeconds;
    private final Histogram podAttempts;
    private final Histogram podSeconds;
    private final Counter incoming;
    private final Counter preemptionAttempts;
    private final Histogram preemptionVictims;
    private final Gauge pending;
    private final Gauge cacheSize;

    public SchedulerMetrics(PrometheusRegistry registry) {
        attempts = Counter.builder()
                .name("scheduler_schedule_attempts_total")
                .help("Number of attempts to schedule pods, by the result.")
                .labelNames("profile", "result")
                .register(registry);
        attemptSeconds = Histogram.builder()
                .name("scheduler_scheduling_attempt_duration_seconds")
                .help("Length of an attempt, from the choice to the end of the binding.")
                .labelNames("profile", "result")
                .classicOnly()
                .classicExponentialUpperBounds(0.001, 2, 15)
                .register(registry);
        algorithmSeconds = Histogram.builder()
                .name("scheduler_scheduling_algorithm_duration_seconds")
                .help("Length of the choice of a node.")
                .classicOnly()
                .classicExponentialUpperBounds(0.001, 2, 15)
                .register(registry);
        podAttempts = Histogram.builder()
                .name("scheduler_pod_scheduling_attempts")
                .help("Attempts that it took to schedule a pod.")
                .classicOnly()
                .classicExponentialUpperBounds(1, 2, 5)
                .register(registry);
        podSeconds = Histogram.builder()
                .name("scheduler_pod_scheduling_sli_duration_seconds")
                .help("Time from the first attempt to schedule a pod to the end of its binding.")
                .labelNames("attempts")
                .classicOnly()
                .classicExponentialUpperBounds(0.01, 2, 20)
                .register(registry);
        incoming = Counter.builder()
                .name("scheduler_queue_incoming_pods_total")
                .help("Number of pods that entered a queue, by the queue and the event that brought them there.")
                .labelNames("event", "queue")
                .register(registry);
        preemptionAttempts = Counter.builder()
                .name("scheduler_preemption_attempts_total")
                .help("Number of searches for pods to remove.")
                .register(registry);
        preemptionVictims = Histogram.builder()
                .name("scheduler_preemption_victims")
                .help("Number of pods chosen to be removed for another.")
                .classicOnly()
                .classicExponentialUpperBounds(1, 2, 7)
                .register(registry);
        pending = Gauge.builder()
                .name("scheduler_pending_pods")
                .help("Number of pods without a node, by the queue in which they wait.")
                .labelNames("queue")
                .register(registry);
        cacheSize = Gauge.builder()
                .name("scheduler_cache_size")
                .help("Number of nodes and pods that the scheduler knows.")
                .labelNames("type")
                .register(registry);
    }

    /// An attempt ended as `scheduled`, `unschedulable` or `error`.
    void attempted(String profile, String result, Duration length) {
        attempts.labelValues(profile, result).inc();
        attemptSeconds.labelValues(profile, result).observe(seconds(length));
    }

    void chosen(Duration length) {
        algorithmSeconds.observe(seconds(length));
    }

    void bound(QueuedPod pod, Tick now) {
        podAttempts.observe(pod.attempts());
        pod.firstTry()
                .ifPresent(first -> podSeconds
                        .labelValues(pod.attempts() >= 15 ? "15+" : String.valueOf(pod.attempts()))
                        .observe(seconds(now.since(first))));
    }

    void preemptionTried() {
        preemptionAttempts.inc();
    }

    void preempting(int victims) {
        preemptionVictims.observe(victims);
    }

    @Override
    public void entered(String queue, EventKind why) {
        incoming.labelValues(why.label(), queue).inc();
    }

    void sizes(SchedulingQueue queue, SchedulerCache cache) {
        pending.labelValues("active").set(queue.activeCount());
        pending.labelValues("backoff").set(queue.backoffCount());
        pending.labelValues("unschedulable").set(queue.unschedulableCount());
        pending.labelValues("gated").set(queue.gatedCount());
        cacheSize.labelValues("nodes").set(cache.nodes().size());
        cacheSize.labelValues("pods").set(cache.podCount());
    }

    private static double seconds(Duration length) {
        return length.toNanos() / NANOS_PER_SECOND;
    }
}
