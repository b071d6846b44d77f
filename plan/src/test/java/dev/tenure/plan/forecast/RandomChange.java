package dev.tenure.plan.forecast;

import dev.tenure.plan.change.Act;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.plan.forecast.RandomForecastCluster.App;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/// What is done to a cluster made by chance, before the forecast and with it. Equal seeds give equal cases.
final class RandomChange {
    private static final List<String> EFFECTS = List.of("NoExecute", "NoExecute", "NoExecute", "NoSchedule");
    private static final String WEB = "default";

    private final SplittableRandom random;
    private final RandomForecastCluster cluster;

    private RandomChange(SplittableRandom random, RandomForecastCluster cluster) {
        this.random = random;
        this.cluster = cluster;
    }

    /// A cluster, what was done to it, and what is asked.
    static ForecastCase of(long seed) {
        var random = new SplittableRandom(seed);
        var cluster = new RandomForecastCluster(random);
        var made = new RandomChange(random, cluster);
        Change before = random.nextInt(3) == 0 ? made.earlier() : new Change.Nothing();
        Change change = made.asked();
        return new ForecastCase(
                "seed " + seed,
                cluster.manifests(),
                new Step(Duration.ofSeconds(random.nextInt(0, 200)), before),
                change);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private Change earlier() {
        return switch (random.nextInt(6)) {
            case 0 -> new Change.LoseNodes(some(2), true);
            case 1 -> new Change.Cordon(some(2), true);
            case 2 -> deletion();
            case 3 -> scale();
            default -> taint();
        };
    }

    private Change asked() {
        if (!one(4)) {
            return single();
        }
        List<Step> steps = new ArrayList<>();
        int count = random.nextInt(2, 4);
        for (int i = 0; i < count; i++) {
            steps.add(new Step(Duration.ofSeconds(one(3) ? 0 : random.nextInt(1, 300)), single()));
        }
        steps.sort(Comparator.comparing(Step::at));
        return new Change.Steps(steps);
    }

    private Change single() {
        return switch (random.nextInt(20)) {
            case 0 -> new Change.Nothing();
            case 1 -> new Change.Cordon(some(3), !one(3));
            case 2, 3, 4, 5 -> new Change.Drain(some(3), drainOptions());
            case 6, 7 -> new Change.DeleteNodes(some(2));
            case 8, 9, 10 -> new Change.LoseNodes(some(2), true);
            case 11 -> new Change.LoseNodes(NodeChoice.ofZone("z" + random.nextInt(cluster.zones())), true);
            case 12, 13 -> scale();
            case 14 -> applied();
            case 15 -> deletion();
            default -> taint();
        };
    }

    private NodeChoice some(int max) {
        var names = new TreeSet<String>();
        int count = random.nextInt(1, max + 1);
        for (int i = 0; i < count; i++) {
            names.add(cluster.node());
        }
        return NodeChoice.named(names.toArray(String[]::new));
    }

    private Change taint() {
        var edits = new ArrayList<TaintEdit>();
        String key = RandomForecastCluster.KEYS.get(random.nextInt(2));
        edits.add(TaintEdit.parse("%s%s:%s".formatted(key, one(2) ? "=v" : "", effect())));
        if (one(4)) {
            edits.add(TaintEdit.parse("%s:%s".formatted(key.equals("k") ? "other" : "k", effect())));
        }
        return new Change.TaintNodes(some(3), edits, true);
    }

    private String effect() {
        return EFFECTS.get(random.nextInt(EFFECTS.size()));
    }

    private DrainOptions drainOptions() {
        return new DrainOptions(
                !one(4),
                !one(6),
                !one(4),
                one(5) ? random.nextInt(0, 10) : -1,
                one(5) ? Duration.ofSeconds(random.nextInt(5, 60)) : Duration.ZERO,
                one(8) ? "app=" + cluster.app().name() : "",
                one(6),
                one(8) ? random.nextInt(1, 30) : 0);
    }

    private Change scale() {
        App app = cluster.app();
        String resource = switch (app.kind()) {
            case "StatefulSet" -> "statefulset";
            case "ReplicaSet" -> "replicaset";
            case "ReplicationController" -> "replicationcontroller";
            default -> "deployment";
        };
        return app.kind().equals("Pod")
                        || app.kind().equals("Job")
                        || app.kind().equals("DaemonSet")
                ? deletion()
                : new Change.Scale(resource, WEB, app.name(), random.nextInt(0, 9));
    }

    /// A pod of a workload is deleted by somebody.
    private Change deletion() {
        App app = cluster.app();
        String name = app.kind().equals("StatefulSet") ? app.name() + "-0" : app.name();
        var pod = new Act.RecordedPod(WEB, name, "", "");
        return new Change.Recorded(
                "pod %s is deleted".formatted(name), List.of(new Act.Delete(Duration.ZERO, pod, -1)));
    }

    /// A new workload, or another number of pods and another template of one that is there.
    private Change applied() {
        App app = cluster.app();
        boolean fixed = app.kind().equals("Pod")
                || app.kind().equals("Job")
                || app.kind().equals("StatefulSet");
        App made = one(2) || fixed
                ? new App("Deployment", "fresh", random.nextInt(1, 6), cluster.pod("fresh", "Deployment"))
                : new App(app.kind(), app.name(), random.nextInt(1, 6), app.pod());
        return new Change.Apply(Manifests.read(made.manifest()), WEB);
    }
}
