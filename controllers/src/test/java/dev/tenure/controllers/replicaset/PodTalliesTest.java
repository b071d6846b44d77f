package dev.tenure.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.replicaset.ReplicaSetStatusRule.Counts;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PodTalliesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final int PODS = 6;
    private static final int SETS = 2;

    private static StoredObject stored(ObjectNode tree, boolean pod) {
        var type = pod ? ResourceTypes.PODS : ResourceTypes.REPLICA_SETS;
        var view = Views.view(type, tree);
        var labels =
                pod ? ((Pod) view).meta().labels() : ((ReplicaSet) view).meta().labels();
        String name = tree.path("metadata").path("name").asText();
        boolean deleting = tree.path("metadata").has("deletionTimestamp");
        var header = new StoredObject.Header(type.key("ns", name), name, labels, List.of(), Map.of(), deleting);
        return new StoredObject(header, Json.write(tree), 1, _ -> view);
    }

    private static StoredObject set(String name, long generation, String app) {
        ObjectNode set = Json.object();
        set.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name)
                .put("generation", generation);
        ObjectNode spec = set.putObject("spec").put("replicas", 3);
        spec.putObject("selector").putObject("matchLabels").put("app", app);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", app).put("tier", "front");
        return stored(set, false);
    }

    private static StoredObject pod(String name, Random random) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name);
        ObjectNode labels = meta.putObject("labels").put("app", random.nextInt(4) == 0 ? "other" : "web");
        if (random.nextBoolean()) {
            labels.put("tier", "front");
        }
        if (random.nextInt(4) == 0) {
            meta.put("deletionTimestamp", "2026-01-01T11:00:00Z");
        }
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "ReplicaSet")
                .put("name", "set")
                .put("uid", "set" + random.nextInt(SETS))
                .put("controller", random.nextInt(5) > 0);
        String[] phases = {"Pending", "Running", "Running", "Failed"};
        ObjectNode status = pod.putObject("status").put("phase", phases[random.nextInt(phases.length)]);
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", random.nextBoolean() ? "True" : "False")
                .put("lastTransitionTime", "2026-01-01T01:00:00Z");
        return stored(pod, true);
    }

    private static List<StoredObject> of(StoredObject set, Collection<StoredObject> pods) {
        return pods.stream()
                .filter(pod -> pod.view(Pod.class).meta().isControlledBy(set.uid()))
                .toList();
    }

    private static void expect(PodTallies tallies, StoredObject stored, Collection<StoredObject> all, String when) {
        ReplicaSet set = stored.view(ReplicaSet.class);
        List<StoredObject> pods = of(stored, all);
        List<Pod> views = pods.stream().map(pod -> pod.view(Pod.class)).toList();
        Counts counts = ReplicaSetStatusRule.count(set, views, ClockReading.steady(NOW));
        long matching = views.stream()
                .filter(pod ->
                        PodRule.active(pod) && set.selector().matches(pod.meta().labels()))
                .count();
        PodTallies.Tally tally = tallies.of(stored, set, pods);
        assertThat(tally.counts()).as(when).isEqualTo(counts);
        assertThat(tally.matching()).as(when).isEqualTo((int) matching);
        assertThat(tally.strangers()).as(when).isEqualTo(counts.active() - (int) matching);
    }

    /// Pods come, change their state, labels and owner, and go; sets change what they select.
    @Test
    void aTallyIsWhatCountingAllPodsGives() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var tallies = new PodTallies();
            var pods = new HashMap<String, StoredObject>();
            var sets = new ArrayList<>(List.of(set("set0", 1, "web"), set("set1", 1, "web")));
            for (int step = 0; step < 60; step++) {
                String name = "pod" + random.nextInt(PODS);
                int what = random.nextInt(10);
                if (what == 0) {
                    int number = random.nextInt(SETS);
                    sets.set(number, set("set" + number, step + 2, random.nextBoolean() ? "web" : "other"));
                } else if (what == 1) {
                    Optional.ofNullable(pods.remove(name)).ifPresent(tallies::deleted);
                } else {
                    StoredObject after = pod(name, random);
                    tallies.changed(Optional.ofNullable(pods.put(name, after)), after);
                }
                StoredObject looked = sets.get(random.nextInt(SETS));
                expect(tallies, looked, pods.values(), "seed %d, step %d".formatted(seed, step));
            }
        }
    }
}
