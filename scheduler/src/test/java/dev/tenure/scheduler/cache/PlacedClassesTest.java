package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.PodTerms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PlacedClassesTest {
    private static final int STEPS = 1_500;

    private final SplittableRandom random = new SplittableRandom(11);
    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();

    private void node(int i) {
        cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node("n" + i, "64")));
    }

    private void namespace(String name, String team) {
        ObjectNode namespace = Json.object();
        namespace.putObject("metadata").put("name", name).putObject("labels").put("team", team);
        cache.put((Namespace) Views.view(ResourceTypes.NAMESPACES, namespace));
    }

    /// @param far which apps of teams it keeps away from; empty for a pod without terms
    private PodInfo pod(String name, String app, String node, String far) {
        ObjectNode pod = FakeManifests.pod(name, "10m", 0);
        pod.withObjectProperty("metadata")
                .put("namespace", "ns" + app.length() % 3)
                .withObjectProperty("labels")
                .put("app", app);
        if (!node.isEmpty()) {
            pod.withObjectProperty("spec").put("nodeName", node);
        }
        if (!far.isEmpty()) {
            ObjectNode term = pod.withObjectProperty("spec")
                    .withObjectProperty("affinity")
                    .withObjectProperty("podAntiAffinity")
                    .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                    .addObject();
            term.put("topologyKey", "kubernetes.io/hostname");
            term.putObject("labelSelector").putObject("matchLabels").put("app", far);
            term.putObject("namespaceSelector").putObject("matchLabels").put("team", "a");
        }
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private PodInfo randomPod() {
        int i = random.nextInt(60);
        String app = "x".repeat(1 + i % 7);
        String node = "n" + random.nextInt(6);
        return pod("p" + i, app, node, i % 4 == 0 ? "x".repeat(1 + random.nextInt(9)) : "");
    }

    private void happen(int step) {
        switch (random.nextInt(12)) {
            case 0 -> node(random.nextInt(6));
            case 1 -> cache.node("n" + random.nextInt(6)).ifPresent(node -> cache.remove(node.node()));
            case 2 -> namespace("ns" + random.nextInt(3), step % 2 == 0 ? "a" : "b");
            case 3, 4, 5 -> cache.remove(randomPod());
            default -> cache.put(randomPod());
        }
    }

    private static <K> Map<K, Map<NodeState, Integer>> counts(
            Collection<? extends PlacedClass> placed, Function<PodInfo, K> alike) {
        var counts = new HashMap<K, Map<NodeState, Integer>>();
        placed.forEach(one -> counts.put(alike.apply(one.example()), Map.copyOf(one.nodes())));
        assertThat(counts).as("each once").hasSameSizeAs(placed);
        return counts;
    }

    private <K> Map<K, Map<NodeState, Integer>> looked(Predicate<PodInfo> which, Function<PodInfo, K> alike) {
        var counts = new HashMap<K, Map<NodeState, Integer>>();
        for (NodeState node : cache.nodes()) {
            for (PodInfo pod : node.pods()) {
                if (which.test(pod)) {
                    counts.computeIfAbsent(alike.apply(pod), shape -> new HashMap<>())
                            .merge(node, 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /// They are followed from the first time on that somebody asks, in the middle of it.
    @Test
    void classesAreOnTheNodesOfTheirPodsWhateverComesAndGoes() {
        Function<PodInfo, PodTerms> terms = pod -> pod.shape().terms();
        for (int step = 0; step < STEPS; step++) {
            happen(step);
            assertThat(counts(cache.podsWithTerms(), terms)).isEqualTo(looked(PodInfo::hasAffinity, terms));
            if (step > STEPS / 2) {
                for (String namespace : List.of("ns0", "ns1", "ns2")) {
                    assertThat(counts(cache.classesIn(namespace), PodInfo::shape))
                            .isEqualTo(looked(pod -> pod.namespace().equals(namespace), PodInfo::shape));
                }
                assertThat(Set.copyOf(cache.namespacesOfPods())).isSubsetOf("ns0", "ns1", "ns2");
            }
        }
    }

    @Test
    void whomTermsMeanIsKnownWhateverComesAndGoes() {
        int yes = 0;
        for (int step = 0; step < STEPS; step++) {
            happen(step);
            PodInfo pod = pod("new", "x".repeat(1 + random.nextInt(8)), "", "");
            boolean means = cache.nodes().stream()
                    .flatMap(node -> node.pods().stream())
                    .flatMap(other -> other.requiredAntiAffinity().stream())
                    .anyMatch(term -> term.matches(pod.pod(), cache.namespaceLabels(pod.namespace())));
            assertThat(cache.affinityMeans(pod)).isEqualTo(means);
            yes += means ? 1 : 0;
        }
        assertThat(yes).isBetween(STEPS / 20, STEPS - STEPS / 20);
    }

    /// Labels of a namespace that count how often terms ask them: once for each class that is held against
    /// them.
    private static final class Asked extends AbstractMap<String, String> {
        private int times;

        @Override
        public String get(Object key) {
            times++;
            return "b";
        }

        @Override
        public boolean containsKey(Object key) {
            return true;
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            return Set.of(Map.entry("team", "b"));
        }
    }

    /// Pods of a StatefulSet are a class each, but their terms are the same.
    @Test
    void podsWithLabelsOfTheirOwnAndTheSameTermsAreAskedOnce() {
        int many = 200;
        node(0);
        for (int i = 0; i < many; i++) {
            cache.put(pod("p" + i, "aaa" + "z".repeat(3 * i), "n0", "far"));
        }
        assertThat(cache.podsWithTerms())
                .singleElement()
                .satisfies(one -> assertThat(one.nodes().values()).containsExactly(many));
        assertThat(cache.classesIn("ns0")).as("labels still tell them apart").hasSize(many);
        var meanings = new TermMeanings();
        var labels = new Asked();
        cache.podsWithTerms()
                .forEach(one -> meanings.appeared(one.example().shape().terms()));
        assertThat(meanings.means(pod("plain", "y", "", ""), labels)).isFalse();
        assertThat(labels.times).isEqualTo(1);
    }

    /// Pods of a StatefulSet are a class each: all that was known of everybody was forgotten with each of
    /// them.
    @Test
    void aClassIsHeldAgainstTheSameTermsOnce() {
        var meanings = new TermMeanings();
        var labels = new Asked();
        PodInfo plain = pod("plain", "y", "", "");
        int many = 300;
        for (int i = 0; i < many; i++) {
            meanings.appeared(pod("p" + i, "z" + i, "n1", "far" + i).shape().terms());
            for (int again = 0; again < 3; again++) {
                assertThat(meanings.means(plain, labels)).isFalse();
            }
        }
        assertThat(labels.times).isEqualTo(many);
    }
}
