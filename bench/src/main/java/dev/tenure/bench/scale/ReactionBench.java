package dev.tenure.bench.scale;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.kubelet.eviction.NodePressurePorts;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.node.stats.MemoryAlarm;
import dev.tenure.node.stats.MemoryReader;
import dev.tenure.node.stats.MemoryWatch;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.view.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// How soon after a group's memory crosses a threshold the agent hears of it, and how soon it has decided who
/// goes and sent SIGKILL: the kernel's notification (or the agent's own look every 50 ms), the loop that
/// looks after pressure, its reading of memory and its ranking are the real ones; there is no container
/// runtime between. The crossing is seen by reading the group's use over and over. Version 1 of control
/// groups; root. Argument: rounds.
public final class ReactionBench implements NodePressurePorts {
    private static final Path MEMORY = Path.of("/sys/fs/cgroup/memory");
    private static final long MEBI = 1L << 20;
    private static final long LIMIT = 512 * MEBI;
    private static final long LEFT = 256 * MEBI;
    private static final int ROUNDS = 20;
    private static final Duration NEVER = Duration.ofHours(1);
    private static final long SECONDS_MAX = 30;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SystemTime time = new SystemTime();
    private final ThreadedLoop loop = new ThreadedLoop("bench", time, 16, new LoggedFaults());
    private final Path group;
    private final MemoryReader reader;
    private final Pod pod;
    private volatile long heard;
    private volatile long killed;

    private ReactionBench(Path group) {
        this.group = group;
        this.reader = new MemoryReader(new MachineReader(Path.of("/")), Path.of("/sys/fs/cgroup"));
        ObjectNode tree = Json.readObject(
                "{\"metadata\": {\"name\": \"eater\", \"uid\": \"1\"}, \"spec\": {\"containers\": [{\"name\": \"c\"}]}}"
                        .getBytes(StandardCharsets.UTF_8));
        this.pod = (Pod) Views.view(ResourceTypes.PODS, tree);
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROUNDS;
        Path group = Files.createDirectory(
                MEMORY.resolve("tenure-bench-" + ProcessHandle.current().pid()));
        try {
            Files.writeString(group.resolve("memory.limit_in_bytes"), String.valueOf(LIMIT));
            ObjectNode out = Json.object();
            out.set("kernelNotification", new ReactionBench(group).run(rounds, true));
            out.set("ownLookEvery50ms", new ReactionBench(group).run(rounds, false));
            System.out.println(PrettyJson.write(out));
        } finally {
            empty(group);
            Files.delete(group);
        }
    }

    private static void empty(Path group) throws IOException, InterruptedException {
        List<String> pids = Files.readAllLines(group.resolve("cgroup.procs"));
        while (!pids.isEmpty()) {
            pids.forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly));
            TimeUnit.MILLISECONDS.sleep(10);
            pids = Files.readAllLines(group.resolve("cgroup.procs"));
        }
    }

    private ObjectNode run(int rounds, boolean byKernel) throws Exception {
        var metrics = new NodePressureMetrics(new PrometheusRegistry());
        var client = new ClusterClient(new Nobody(), Caller.component("", List.of(), "bench"));
        var looker = new NodePressureLoop(loop, new EventRecorder(loop, client, "kubelet"), metrics);
        var hearing = new ArrayList<Double>();
        var deciding = new ArrayList<Double>();
        var all = new ArrayList<Double>();
        for (int i = 0; i < rounds; i++) {
            heard = 0;
            killed = 0;
            String name = "n" + i;
            loop.post(
                    "watch",
                    () -> looker.watch(InvolvedObject.node(name, name), settings(), this, Duration.ZERO, NEVER));
            Runnable onAlarm = () -> {
                heard = heard == 0 ? System.nanoTime() : heard;
                loop.post("alarm", () -> looker.lookNow(name));
            };
            try (AutoCloseable _ = byKernel ? kernel(onAlarm) : look(onAlarm)) {
                OptionalLong crossed = eat();
                crossed.ifPresent(from -> hearing.add((heard - from) / NANOS_PER_MILLI));
                deciding.add((killed - heard) / NANOS_PER_MILLI);
                crossed.ifPresent(from -> all.add((killed - from) / NANOS_PER_MILLI));
            }
            loop.post("forget", () -> looker.forget(name));
        }
        loop.close();
        ObjectNode report = Json.object().put("rounds", rounds).put("crossingsSeen", all.size());
        report.set("crossedToHeardMillis", spread(hearing));
        report.set("heardToKillMillis", spread(deciding));
        report.set("crossedToKillMillis", spread(all));
        return report;
    }

    private AutoCloseable kernel(Runnable onAlarm) {
        var alarm = new MemoryAlarm(onAlarm);
        MemoryAlarm.Waiting waiting = alarm.onUse(group, LIMIT - LEFT).orElseThrow();
        return () -> {
            waiting.close();
            alarm.close();
        };
    }

    private AutoCloseable look(Runnable onAlarm) {
        var watch = new MemoryWatch(reader, List.of(new MemoryWatch.Line(Optional.of(group), LEFT)), time, onAlarm);
        watch.start();
        return watch;
    }

    /// Nanoseconds of the crossing, once the eater has been killed; absent when the agent was quicker than
    /// this thread.
    private OptionalLong eat() throws IOException, InterruptedException {
        // at most 300 MB a second: what fills 256 MiB while the agent decides would be killed by the kernel
        String script =
                "echo $$ > %s/cgroup.procs; while :; do head -c 6000000 /dev/zero; sleep 0.02; done | tail -c 400000000"
                        .formatted(group);
        Process eater = new ProcessBuilder("sh", "-c", script)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path usage = group.resolve("memory.usage_in_bytes");
        long crossed = 0;
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (killed == 0 && System.nanoTime() < until) {
            if (crossed == 0 && Long.parseLong(Files.readString(usage).strip()) >= LIMIT - LEFT) {
                crossed = System.nanoTime();
            } else if (crossed != 0) {
                TimeUnit.MICROSECONDS.sleep(100);
            }
        }
        if (killed == 0) {
            throw new IllegalStateException("nobody was killed within %d s".formatted(SECONDS_MAX));
        }
        eater.waitFor();
        empty(group);
        Files.writeString(group.resolve("memory.force_empty"), "0");
        return crossed == 0 ? OptionalLong.empty() : OptionalLong.of(crossed);
    }

    private static PressureSettings settings() {
        var thresholds = new ThresholdSettings(
                Map.of("memory.available", LEFT / MEBI + "Mi"), Map.of(), Map.of(), Map.of(), List.of());
        return new PressureSettings(ThresholdParser.parse(thresholds), Duration.ofSeconds(1), 0, false, true);
    }

    private static ObjectNode spread(List<Double> millis) {
        List<Double> sorted = millis.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return Json.object();
        }
        return Json.object()
                .put("p50", rounded(sorted.get(sorted.size() / 2)))
                .put("p99", rounded(sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1)))
                .put("max", rounded(sorted.getLast()));
    }

    private static double rounded(double millis) {
        return Math.round(millis * 100) / 100.0;
    }

    @Override
    public void layout(Consumer<LayoutAnswer> answer) {
        answer.accept(new LayoutAnswer.Found(FilesystemLayout.SINGLE));
    }

    @Override
    public void summary(Consumer<Optional<Summary>> answer) {
        loop.work("measure", () -> reader.limited(group, time.wall()), outcome -> {
            switch (outcome) {
                case Outcome.Done<Optional<MemoryStats>>(var memory) ->
                    answer.accept(Optional.of(new Summary(NodeStats.ofMemory(memory), Map.of())));
                case Outcome.Failed<Optional<MemoryStats>>(Exception cause) -> throw new IllegalStateException(cause);
            }
        });
    }

    @Override
    public void cleanUp(Reclaim step, Runnable done) {
        done.run();
    }

    @Override
    public List<Pod> activePods() {
        return List.of(pod);
    }

    @Override
    public void evict(Eviction eviction, Runnable stopped) {
        try {
            for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        killed = System.nanoTime();
        stopped.run();
    }

    @Override
    public boolean gone(Pod which) {
        return true;
    }

    @Override
    public void report(Set<PressureCondition> conditions) {
        // nobody listens
    }

    /// A cluster that takes nothing.
    private static final class Nobody implements ApiEndpoint {
        private static final Status AWAY = new Status(503, "ServiceUnavailable", "away", Optional.empty());

        @Override
        public ApiReply call(ApiRequest request) {
            return new ApiReply.Failure(AWAY, List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(AWAY);
        }
    }
}
