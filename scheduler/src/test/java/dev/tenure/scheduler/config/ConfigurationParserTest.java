package dev.tenure.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
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
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationParserTest {
    private static final String HEAD =
            "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1\", \"kind\": \"KubeSchedulerConfiguration\"";

    /// A plugin as anybody may write one: keeps pods off nodes whose names begin with x.
    private static final class NoX implements FilterPlugin {
        @Override
        public String name() {
            return "NoX";
        }

        @Override
        public Verdict filter(Cycle cycle, NodeState node) {
            return node.name().startsWith("x")
                    ? Verdict.Rejected.unresolvable(name(), "node(s) had a name that begins with x")
                    : Verdict.Pass.PASS;
        }
    }

    private static SchedulerConfiguration parse(String rest, Plugin... own) {
        return new ConfigurationParser(new Random(0), SearchOrder.FULL, List.of(own))
                .parse(Json.read((HEAD + rest + "}").getBytes(StandardCharsets.UTF_8)));
    }

    private static Placement place(Profile profile, String... nodes) {
        var cache = new SchedulerCache();
        for (String node : nodes) {
            cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node(node, "4")));
        }
        var pod = (Pod) Views.view(ResourceTypes.PODS, FakeManifests.pod("p", "1", 0));
        return new Placer(SearchOrder.FULL, new Random(0)).place(new PodClasses().info(pod), cache, profile);
    }

    @Test
    void emptyConfigurationIsTheDefaultProfile() {
        SchedulerConfiguration parsed = parse("");
        assertThat(parsed.profiles()).hasSize(1);
        assertThat(parsed.profiles().getFirst().schedulerName()).isEqualTo("default-scheduler");
        assertThat(parsed.profiles().getFirst().plugins()).hasSize(19);
    }

    @Test
    void profilesHaveTheirOwnPluginsAndWeights() {
        SchedulerConfiguration parsed = parse("""
                , "profiles": [
                  {"schedulerName": "one", "plugins": {"multiPoint": {"disabled": [{"name": "NodePorts"}]}}},
                  {"schedulerName": "two", "plugins": {"score": {"disabled": [{"name": "ImageLocality"}],
                     "enabled": [{"name": "TaintToleration", "weight": 7}]}}}]
                """);
        Profile one = parsed.profiles().getFirst();
        Profile two = parsed.profiles().getLast();
        assertThat(one.plugins()).extracting(Plugin::name).doesNotContain("NodePorts");
        assertThat(two.scores()).extracting(Plugin::name).doesNotContain("ImageLocality");
        assertThat(two.scores().stream()
                        .filter(plugin -> plugin.name().equals("TaintToleration"))
                        .map(two::weight))
                .containsExactly(7);
    }

    @Test
    void addedAffinityBindsEveryPod() {
        SchedulerConfiguration parsed = parse("""
                , "profiles": [{"pluginConfig": [{"name": "NodeAffinity", "args": {"addedAffinity": {
                  "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                    {"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["b"]}]}]}}}}]}]
                """);
        assertThat(place(parsed.profiles().getFirst(), "a", "b"))
                .isInstanceOfSatisfying(
                        Placement.Placed.class,
                        placed -> assertThat(placed.node().name()).isEqualTo("b"));
    }

    @Test
    void pluginOfOnesOwnFilters() {
        SchedulerConfiguration parsed = parse(
                ", \"profiles\": [{\"plugins\": {\"multiPoint\": {\"enabled\": [{\"name\": \"NoX\"}]}}}]", new NoX());
        assertThat(place(parsed.profiles().getFirst(), "x1"))
                .isInstanceOfSatisfying(
                        Placement.Refused.class,
                        refused -> assertThat(refused.message())
                                .startsWith("0/1 nodes are available: 1 node(s) had a name that begins with x."));
    }

    @Test
    void unknownPluginAndWrongPercentageAreNamed() {
        assertThatThrownBy(() ->
                        parse(", \"profiles\": [{\"plugins\": {\"filter\": {\"enabled\": [{\"name\": \"Nope\"}]}}}]"))
                .hasMessageContaining("there is no plugin \"Nope\"");
        assertThatThrownBy(() -> parse(", \"percentageOfNodesToScore\": 101"))
                .hasMessage("percentageOfNodesToScore: 101 is not valid: must lie between 0 and 100");
    }

    /// The real scheduler takes such a weight for a sum that overflows.
    @Test
    void noScoreCountsLessThanNothing() {
        String profile =
                ", \"profiles\": [{\"plugins\": {\"%s\": {\"enabled\": [{\"name\": \"%s\", \"weight\": -1}]}}}]";
        for (String point : List.of("score", "multiPoint")) {
            assertThatThrownBy(() -> parse(profile.formatted(point, "NodeAffinity")))
                    .hasMessage("weight: -1 is not valid: must not be negative");
        }
        assertThat(parse(profile.formatted("multiPoint", "NodeName"))).isNotNull();
    }

    @Test
    void numbersOfMoreThan32BitsAreNotCutOff() {
        assertThatThrownBy(() -> parse(", \"percentageOfNodesToScore\": 4294967297"))
                .hasMessage("percentageOfNodesToScore: 4294967297 is not valid: must lie between 0 and 100");
        assertThatThrownBy(
                        () -> parse(
                                ", \"profiles\": [{\"plugins\": {\"score\": {\"enabled\": [{\"name\": \"NodeResourcesFit\", \"weight\": 4294967297}]}}}]"))
                .hasMessage("weight: 4294967297 is not valid: must be a whole number of 32 bits");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "podInitialBackoffSeconds": 0 | podInitialBackoffSeconds: 0 is not valid: must be greater than 0
        "podInitialBackoffSeconds": 20 | podMaxBackoffSeconds:  is not valid: must be greater than or equal to
        "podMaxBackoffSeconds": -1 | podMaxBackoffSeconds: -1 is not valid
        """)
    void restsThatAreNoneAreRefused(String value, String message) {
        assertThatThrownBy(() -> parse(", " + value)).hasMessageStartingWith(message);
    }

    /// Twice as long a rest would be beyond all numbers.
    @Test
    void theLongestRestThatCanBeWrittenIsARest() {
        SchedulerConfiguration read = parse(
                ", \"podInitialBackoffSeconds\": 9000000000000000000, \"podMaxBackoffSeconds\": 9223372036854775807");

        assertThat(read.backoff().after(3)).isEqualTo(Duration.ofDays(36_500));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        InterPodAffinity | "hardPodAffinityWeight": 101 | hardPodAffinityWeight: 101 is not valid: must lie between
        InterPodAffinity | "hardPodAffinityWeight": -1 | hardPodAffinityWeight: -1
        DefaultPreemption | "minCandidateNodesPercentage": 101 | minCandidateNodesPercentage: 101
        DefaultPreemption | "minCandidateNodesAbsolute": -5 | minCandidateNodesAbsolute: -5
        DefaultPreemption | "minCandidateNodesPercentage": 0, "minCandidateNodesAbsolute": 0 | minCandidateNodesPercentage: 0
        NodeResourcesFit | "scoringStrategy": {"type": "LeastAllocated", "resources": [{"name": "cpu", "weight": 0}]} | scoringStrategy.resources[0].weight: 0
        NodeResourcesFit | "scoringStrategy": {"type": "RequestedToCapacityRatio"} | scoringStrategy.requestedToCapacityRatio:
        NodeResourcesFit | "scoringStrategy": {"type": "LeastAllocated", "requestedToCapacityRatio": {}} | scoringStrategy.requestedToCapacityRatio:
        NodeResourcesFit | "scoringStrategy": {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": []}} | scoringStrategy.requestedToCapacityRatio.shape: []
        NodeResourcesFit | "scoringStrategy": {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": [{"utilization": 5, "score": 11}]}} | scoringStrategy.requestedToCapacityRatio.shape[0].score: 11
        NodeResourcesFit | "scoringStrategy": {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": [{"utilization": 5, "score": 1}, {"utilization": 5, "score": 2}]}} | scoringStrategy.requestedToCapacityRatio.shape[1].utilization: 5
        NodeResourcesBalancedAllocation | "resources": [{"name": "cpu", "weight": 2}] | resources[0].weight: 2
        NodeResourcesBalancedAllocation | "resources": [{"name": "cpu"}, {"name": "cpu"}] | resources[1].name: "cpu" is not valid: must be unique
        PodTopologySpread | "defaultingType": "Other" | defaultingType: "Other"
        PodTopologySpread | "defaultConstraints": [{}] | defaultConstraints: [{}]
        PodTopologySpread | "defaultingType": "List", "defaultConstraints": [{"maxSkew": 0}] | defaultConstraints[0].maxSkew: 0
        PodTopologySpread | "defaultingType": "List", "defaultConstraints": [{"maxSkew": 1}] | defaultConstraints[0].topologyKey:
        PodTopologySpread | "defaultingType": "List", "defaultConstraints": [{"maxSkew": 1, "topologyKey": "zone"}] | defaultConstraints[0].whenUnsatisfiable:
        """)
    void argumentsWithWhichNoPluginCouldWorkAreRefused(String plugin, String arguments, String message) {
        String profile = ", \"profiles\": [{\"pluginConfig\": [{\"name\": \"%s\", \"args\": {%s}}]}]"
                .formatted(plugin, arguments);

        assertThatThrownBy(() -> parse(profile))
                .isInstanceOf(SchedulerConfigurationException.class)
                .hasMessageStartingWith(message);
    }

    private static void parseDeviceArguments(String arguments) {
        parse(", \"profiles\": [{\"pluginConfig\": [{\"name\": \"DynamicResources\", \"args\": {%s}}]}]"
                .formatted(arguments));
    }

    @Test
    void howLongDevicesMayTakeIsChecked() {
        parseDeviceArguments("\"filterTimeout\": \"0s\", \"bindingTimeout\": \"1s\"");
        assertThatThrownBy(() -> parseDeviceArguments("\"filterTimeout\": \"-1s\""))
                .hasMessage("filterTimeout: \"-1s\" is not valid: must be zero or positive");
        assertThatThrownBy(() -> parseDeviceArguments("\"bindingTimeout\": \"999ms\""))
                .hasMessage("bindingTimeout: \"999ms\" is not valid: must be at least 1 second");
        assertThatThrownBy(() -> parseDeviceArguments("\"bindingTimeout\": \"long\""))
                .hasMessage("bindingTimeout: time: invalid duration \"long\"");
    }
}
