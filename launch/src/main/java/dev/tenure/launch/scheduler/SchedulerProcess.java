package dev.tenure.launch.scheduler;

import dev.tenure.client.ClusterClient;
import dev.tenure.launch.process.LeadProcess;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.SchedulerMetrics;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A scheduler on a loop of its own.
public final class SchedulerProcess implements LeadProcess.Work {
    /// The component's name under `/tenure/v1`.
    public static final String PAGE = "scheduler";

    private static final int WORKERS_MAX = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ThreadedLoop loop;
    private final Supervisor supervisor;
    private final Published<Optional<SchedulerLoop>> scheduler = new Published<>(Optional.empty());
    /// Used by one thread at a time.
    private boolean prepared;
    /// Confined to the loop.
    private boolean leading;

    /// @param configuration asked anew for each life of the scheduler: plugins remember
    /// @param faults notified of exceptions that nobody foresaw; the scheduler begins anew
    public SchedulerProcess(
            ClusterClient client,
            Supplier<SchedulerConfiguration> configuration,
            PrometheusRegistry metrics,
            TimeSource time,
            FaultReporter faults) {
        loop = new ThreadedLoop("scheduler", time, WORKERS_MAX, faults);
        var counts = new SchedulerMetrics(metrics);
        supervisor = new Supervisor("scheduler", loop, life -> {
            var made = new SchedulerLoop(life, client, configuration.get(), counts, "tenure");
            scheduler.publish(Optional.of(made));
            return () -> begin(made);
        });
    }

    private void begin(SchedulerLoop made) {
        made.follow();
        if (leading) {
            made.lead();
        }
    }

    @Override
    public String word() {
        return "scheduling";
    }

    /// Begins to watch.
    @Override
    public void prepare() {
        prepared = true;
        supervisor.start();
    }

    /// Schedules, once all is known that is watched.
    @Override
    public void start() {
        loop.post("lead", () -> {
            leading = true;
            scheduler.get().ifPresent(SchedulerLoop::lead);
        });
        if (!prepared) {
            prepare();
        }
    }

    /// What the scheduler shows of itself; see [SchedulerLoop#page].
    ///
    /// @throws IllegalStateException when the loop does not answer in time
    public Optional<JsonNode> page(List<String> path) {
        return Inquiry.ask(loop, "page", PATIENCE, () -> scheduler.get().flatMap(present -> present.page(path)))
                .orElseThrow(() -> new IllegalStateException("the scheduler is busy or has stopped"));
    }

    /// Stops at once; bindings on their way are not taken back.
    @Override
    public void close() {
        loop.close();
    }
}
