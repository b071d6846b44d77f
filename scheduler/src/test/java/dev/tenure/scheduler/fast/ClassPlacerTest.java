package dev.tenure.scheduler.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.cycle.Placement;
import dev.tenure.scheduler.cycle.Placer;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Plugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Scores;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.plugin.PluginArguments;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPlacerTest {
    private static final int STEPS = 600;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void choosesAmongTheSameNodesAsThePlainWay(long seed) {
        var random = new Random(seed);
        var cluster = new RandomCluster(random);
        var profile = new Profile(
                "default-scheduler",
                PluginRegistry.defaults(PluginArguments.DEFAULT, random),
                PluginRegistry.DEFAULT_WEIGHTS,
                0);
        var plain = new Placer(SearchOrder.FULL, random);
        var fast = new ClassPlacer(cluster.cache(), random);
        int quick = 0;
        for (int step = 0; step < STEPS; step++) {
            cluster.change();
            PodInfo pod = cluster.nextPod();
            Set<String> expected = bestOf(plain.place(pod, cluster.cache(), profile));
            Optional<List<NodeState>> best = fast.best(pod, profile);
            if (best.isPresent()) {
                quick++;
                assertThat(names(best.get())).as("seed %d, step %d", seed, step).isEqualTo(expected);
                Optional<NodeState> chosen = fast.choose(pod, profile);
                assertThat(chosen.isPresent()).isEqualTo(!expected.isEmpty());
            }
            if (!expected.isEmpty()) {
                cluster.assume(
                        pod,
                        fast.choose(pod, profile)
                                .map(NodeState::name)
                                .orElse(expected.iterator().next()));
            }
        }
        assertThat(quick).as("pods placed by class, seed %d", seed).isGreaterThan(STEPS / 10);
    }

    @ParameterizedTest(name = "weight {0}")
    @ValueSource(ints = {1_000, 30_000_000, Integer.MAX_VALUE})
    void weightsBeyondTheUsualAreLeftToThePlainWay(int weight) {
        var random = new Random(1);
        var cluster = new RandomCluster(random);
        var profile = new Profile(
                "default-scheduler",
                PluginRegistry.defaults(PluginArguments.DEFAULT, random),
                Map.of("NodeResourcesFit", weight),
                0);
        var plain = new Placer(SearchOrder.FULL, random);
        var fast = new ClassPlacer(cluster.cache(), random);
        int placed = 0;
        for (int step = 0; step < STEPS / 10; step++) {
            cluster.change();
            PodInfo pod = cluster.nextPod();
            assertThat(fast.best(pod, profile)).isEmpty();
            placed += bestOf(plain.place(pod, cluster.cache(), profile)).isEmpty() ? 0 : 1;
        }
        assertThat(placed).isPositive();
    }

    @Test
    void labelsThatPodsOfLongAgoNamedAreForgotten() {
        var random = new Random(1);
        var cache = new SchedulerCache();
        var classes = new PodClasses();
        for (String label : List.of("a", "k4500")) {
            ObjectNode node = FakeManifests.node(label, "4");
            ((ObjectNode) node.path("metadata")).withObjectProperty("labels").put(label, "yes");
            cache.put((Node) Views.view(ResourceTypes.NODES, node));
        }
        var profile = new Profile(
                "default-scheduler",
                PluginRegistry.defaults(PluginArguments.DEFAULT, random),
                PluginRegistry.DEFAULT_WEIGHTS,
                0);
        var fast = new ClassPlacer(cache, random);
        PodInfo early = choosing(classes, "a");
        for (int i = 0; i <= 5_000; i++) {
            assertThat(names(fast.best(choosing(classes, "k" + i), profile).orElseThrow()))
                    .hasSize(i == 4500 ? 1 : 0);
            assertThat(names(fast.best(early, profile).orElseThrow())).containsExactly("a");
            assertThat(fast.told()).isLessThan(2_100);
        }
    }

    /// Counts how often it is asked whether it concerns a pod: once each time a class is worked out.
    private static final class Counting implements FilterPlugin {
        private int times;

        @Override
        public String name() {
            return "Counting";
        }

        @Override
        public boolean concerns(PodInfo pod, ClusterView cluster) {
            times++;
            return false;
        }

        @Override
        public Verdict filter(Cycle cycle, NodeState node) {
            return Verdict.Pass.PASS;
        }
    }

    /// A StatefulSet with anti-affinity makes a class with each pod, a rollout a workload: neither changes
    /// what is known of the others.
    @Test
    void classesWithTermsAndWorkloadsOfOthersDoNotHaveAClassWorkedOutAnew() {
        var random = new Random(1);
        var cache = new SchedulerCache();
        var classes = new PodClasses();
        cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node("n", "64")));
        var counting = new Counting();
        var plugins = new ArrayList<Plugin>(PluginRegistry.defaults(PluginArguments.DEFAULT, random));
        plugins.add(counting);
        var profile = new Profile("default-scheduler", plugins, PluginRegistry.DEFAULT_WEIGHTS, 0);
        var fast = new ClassPlacer(cache, random);
        PodInfo plain =
                classes.info((Pod) Views.view(ResourceTypes.PODS, labelled(FakeManifests.pod("p", "1m", 0), "plain")));
        for (int i = 0; i < 50; i++) {
            assertThat(fast.choose(plain, profile)).isPresent();
            ObjectNode shy = labelled(FakeManifests.pod("s" + i, "1m", 0), "shy-" + i);
            ObjectNode term = shy.withObjectProperty("spec")
                    .withObjectProperty("affinity")
                    .withObjectProperty("podAntiAffinity")
                    .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                    .addObject();
            term.put("topologyKey", "kubernetes.io/hostname");
            term.putObject("labelSelector").putObject("matchLabels").put("app", "shy-" + i);
            cache.assume(classes.info((Pod) Views.view(ResourceTypes.PODS, shy)), "n");
            ObjectNode service = Json.object();
            service.putObject("metadata").put("namespace", "default").put("name", "s" + i);
            service.putObject("spec").putObject("selector").put("app", "shy-" + i);
            cache.defaultSelectors().put((Service) Views.view(ResourceTypes.SERVICES, service));
        }
        assertThat(counting.times).isEqualTo(1);
    }

    private static ObjectNode labelled(ObjectNode pod, String app) {
        pod.withObjectProperty("metadata").withObjectProperty("labels").put("app", app);
        return pod;
    }

    private static PodInfo choosing(PodClasses classes, String label) {
        ObjectNode pod = FakeManifests.pod("p", "100m", 0);
        ((ObjectNode) pod.path("spec")).withObjectProperty("nodeSelector").put(label, "yes");
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private static Set<String> bestOf(Placement placement) {
        return switch (placement) {
            case Placement.Placed placed ->
                names(placed.scores().map(Scores::best).orElse(List.of(placed.node())));
            case Placement.Refused _, Placement.Broken _ -> Set.of();
        };
    }

    private static Set<String> names(List<NodeState> nodes) {
        return nodes.stream().map(NodeState::name).collect(Collectors.toSet());
    }
}
