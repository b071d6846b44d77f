package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Step.Preparation;
import dev.tenure.bench.perf.Step.Stage;
import dev.tenure.bench.perf.Step.Then;
import dev.tenure.bench.perf.Step.Volumes;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Carries out the steps of one workload in a fresh cluster. One thread; churn and deletions go on beside it.
final class WorkloadRun implements AutoCloseable {
    private static final int WORKERS = 8;
    private static final int UPDATES_PER_SECOND = 100;
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final SystemTime time;
    private final PerfCluster cluster;
    private final PodProgress progress;
    private final Disturbance disturbance;
    private final WakeUp ended = new WakeUp();
    private final Set<String> namespaces = new HashSet<>();

    /// How many pods of a namespace steps have waited for, and how many a barrier has yet to wait for.
    private final Map<String, Integer> awaited = new HashMap<>();

    private final Map<String, Integer> unawaited = new HashMap<>();
    private final ObjectNode result = Json.object();
    private volatile Optional<Collector> collector = Optional.empty();
    private volatile String doing = "";

    /// @param lines where a line goes every few seconds that says how far the run has come
    WorkloadRun(SystemTime time, Consumer<String> lines) {
        this.time = time;
        cluster = new PerfCluster(time);
        disturbance = new Disturbance(time, cluster);
        progress = new PodProgress(
                time,
                cluster.client(),
                (namespace, name, type, at) -> collector.ifPresent(it -> it.bound(namespace, name, type, at)));
        namespaces.add("default");
        Background.run("progress", () -> report(lines));
    }

    private void report(Consumer<String> lines) {
        try {
            while (!ended.await(REPORT_EVERY)) {
                lines.accept(doing
                        + collector.map(it -> ", " + it.bound() + " bound").orElse(""));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// What was measured.
    ObjectNode run(Workload workload) throws Exception {
        int number = 0;
        for (Step step : workload.steps()) {
            number++;
            doing = "step %d of %d, %s"
                    .formatted(number, workload.steps().size(), step.getClass().getSimpleName());
            carryOut(step);
        }
        return result;
    }

    private void carryOut(Step step) throws Exception {
        switch (step) {
            case Step.CreateNodes nodes -> nodes(nodes);
            case Step.CreateNamespaces spaces -> namespaces(spaces);
            case Step.CreatePods pods -> pods(pods);
            case Step.CreatePodSets podSets -> podSets(podSets);
            case Step.CreateAny(var namespace, var template) -> {
                namespace(namespace, "");
                cluster.create(template.type(), namespace, template.object(0, 1));
            }
            case Step.UpdateAny update -> update(update);
            case Step.DeletePods(var namespace, var type, int perSecond) ->
                disturbance.delete(namespace, type, perSecond);
            case Step.Churn churn -> {
                namespace(churn.namespace(), "");
                disturbance.churn(churn);
            }
            case Step.Barrier(var stage, var type) -> barrier(stage, type);
            case Step.StartCollectingMetrics(var where, var type) ->
                collector = Optional.of(new Collector(time, Set.copyOf(where), type));
            case Step.StopCollectingMetrics() -> collected();
        }
    }

    private void collected() {
        collector.ifPresent(it -> result.setAll(it.summary()));
        collector = Optional.empty();
    }

    private void namespaces(Step.CreateNamespaces spaces) {
        for (int i = 0; i < spaces.count(); i++) {
            namespace(spaces.prefix() + "-" + i, spaces.team());
        }
    }

    private void podSets(Step.CreatePodSets podSets) throws Exception {
        Step.CreatePods each = podSets.each();
        for (int i = 0; i < podSets.sets(); i++) {
            String namespace = podSets.prefix() + "-" + i;
            pods(new Step.CreatePods(namespace, each.count(), each.template(), each.volumes(), each.then()));
        }
    }

    private void namespace(String name, String team) {
        if (namespaces.add(name)) {
            cluster.namespace(name, team);
        }
    }

    private void nodes(Step.CreateNodes nodes) throws Exception {
        Template template = nodes.template();
        eachOf(nodes.count(), i -> {
            ObjectNode node = template.object(i, nodes.count());
            String name = template.nameOf(i);
            ObjectNode labels = node.withObject("metadata").withObject("labels").put(WellKnownLabels.HOSTNAME, name);
            switch (nodes.preparation()) {
                case Preparation.Plain() -> {
                    // as the template has it
                }
                case Preparation.Zones(var values) -> labels.put(WellKnownLabels.ZONE, values.get(i % values.size()));
                case Preparation.VolumeLimit limit -> {
                    VolumeObjects.limit(node, limit);
                    cluster.create(ResourceTypes.CSI_NODES, "", VolumeObjects.csiNode(name, limit));
                }
            }
            cluster.create(ResourceTypes.NODES, "", node);
        });
    }

    private void pods(Step.CreatePods pods) throws Exception {
        String namespace = pods.namespace();
        namespace(namespace, "");
        if (pods.then() == Then.MEASURE) {
            collector = Optional.of(new Collector(time, Set.of(namespace), ""));
        }
        eachOf(pods.count(), i -> {
            ObjectNode pod = pods.template().object(i, pods.count());
            if (pods.volumes() != Volumes.NONE) {
                volume(namespace, i, pods.volumes());
                PodDraft.claim(pod, VolumeObjects.claimName(i));
            }
            collector.ifPresent(it -> it.asked(namespace, pods.template().nameOf(i)));
            cluster.create(ResourceTypes.PODS, namespace, pod);
        });
        if (pods.then() == Then.GO_ON) {
            unawaited.merge(namespace, pods.count(), Integer::sum);
            return;
        }
        int all = awaited.merge(namespace, pods.count(), Integer::sum);
        progress.await(Stage.SCHEDULED, namespace, "", all);
        if (pods.then() == Then.MEASURE) {
            collected();
        }
    }

    private void volume(String namespace, int index, Volumes kind) {
        ObjectNode claim = VolumeObjects.claim(namespace, index, kind);
        cluster.create(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, namespace, claim);
        cluster.updateStatus(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, namespace, claim);
        ObjectNode volume = VolumeObjects.volume(namespace, index, kind);
        cluster.create(ResourceTypes.PERSISTENT_VOLUMES, "", volume);
        cluster.updateStatus(ResourceTypes.PERSISTENT_VOLUMES, "", volume);
    }

    private void update(Step.UpdateAny update) throws InterruptedException {
        var pace = new Metronome(time, UPDATES_PER_SECOND);
        for (int i = 0; i < update.count(); i++) {
            pace.await(ended);
            Template template = update.template();
            ObjectNode object = template.named(update.old().nameOf(i), i, update.count());
            cluster.update(template.type(), update.namespace(), object, update.subresource());
        }
    }

    private void barrier(Stage stage, String type) throws InterruptedException {
        for (Map.Entry<String, Integer> pods : unawaited.entrySet()) {
            progress.await(stage, pods.getKey(), type, pods.getValue());
        }
        if (stage == Stage.SCHEDULED) {
            unawaited.clear();
        }
    }

    private static void eachOf(int count, Batch.Work<Integer> work) throws Exception {
        Batch.run(IntStream.range(0, count).boxed().toList(), WORKERS, work, _ -> {});
    }

    @Override
    public void close() {
        ended.raise();
        disturbance.close();
        progress.close();
        cluster.close();
    }
}
