package dev.tenure.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Pods of a simulated node that end in the middle of something else.
final class SimulatedEndsTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final EventLoop loop = world.loop("nodes");
    private final Server server = new Server();
    private final OneNode node = new OneNode();
    private final SimulatedPods pods;

    SimulatedEndsTest() {
        var client = new ClusterClient(server, Caller.component("system:node:n", List.of(), "kubelet"));
        pods = new SimulatedPods(loop, client, new EventRecorder(loop, client, "kubelet"), node, new AddressState());
    }

    /// A pod whose containers run for a minute and need two seconds to stop.
    ///
    /// @param spec more fields of its spec
    /// @param status its status
    /// @param metadata more of its metadata
    private static StoredObject pod(String name, String spec, String status, String metadata) {
        return stored(ResourceTypes.PODS, ResourceTypes.PODS.key("default", name), """
                {'metadata': {'name': '%s', 'namespace': 'default', 'uid': 'uid-%1$s'%s,
                  'annotations': {'simulation.tenure.dev/stop-delay': '2s', 'simulation.tenure.dev/run-for': '60s'}},
                 'spec': {'nodeName': 'n', 'restartPolicy': 'Always', 'terminationGracePeriodSeconds': 30, %s
                  'containers': [{'name': 'c', 'image': 'app:1', 'resources': {'requests': {'cpu': '3'}}}]},
                 'status': %s}""".formatted(
                        name, metadata, spec, status));
    }

    private static final String NEW = "{'phase': 'Pending'}";

    private static final String RUNNING = """
            {'phase': 'Running', 'containerStatuses': [{'name': 'c', 'state': {'running':
              {'startedAt': '2026-01-01T00:00:00Z'}}}]}""";

    private static StoredObject stored(ResourceType type, ObjectKey key, String json) {
        var header = new StoredObject.Header(key, "uid-" + key.name(), Map.of(), List.of(), Map.of(), false);
        return new StoredObject(
                header, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 1, Views.reader(type));
    }

    private void seen(StoredObject pod) {
        loop.post("seen", () -> pods.changed(pod));
        world.settle();
    }

    private void advance(int seconds) {
        world.advance(Duration.ofSeconds(seconds));
    }

    private static StoredObject leaving(String name, String status) {
        String asked = ", 'deletionTimestamp': '2026-01-01T00:00:30Z', 'deletionGracePeriodSeconds': 30";
        return pod(name, "", status, asked);
    }

    @Test
    void aPodWhoseStatusCannotBeWrittenWhileItEndsGoesAllTheSame() {
        server.refusing = true;
        seen(pod("p", "", NEW, ""));
        seen(leaving("p", NEW));
        advance(1);
        server.refusing = false;
        advance(10);
        assertThat(server.taken).contains("DELETE p");
    }

    @Test
    void aPodThatAsksForAnUnsafeKernelParameterIsRefusedAndOneThatAsksForASafeOneRuns() {
        String asked = "'securityContext': {'sysctls': [{'name': '%s', 'value': '1'}]},";
        seen(pod("unsafe", asked.formatted("kernel.msgmax"), NEW, ""));
        advance(10);
        assertThat(server.taken).contains("PATCH unsafe Failed").doesNotContain("PATCH unsafe Running");
        seen(pod("safe", asked.formatted("kernel.shm_rmid_forced"), NEW, ""));
        advance(10);
        assertThat(server.taken).contains("PATCH safe Running");
    }

    @Test
    void whoeverDeletesAPodCanSeeItGo() {
        node.times = UsualTimes.SEEN_TO_GO;
        seen(pod("p", "", RUNNING, ""));
        advance(10);
        seen(leaving("p", RUNNING));
        world.advance(Duration.ofMillis(99));
        assertThat(server.taken).doesNotContain("DELETE p");
        world.advance(Duration.ofMillis(1));
        assertThat(server.taken).contains("DELETE p");
    }

    @Test
    void aStatusThatCouldNotBeWrittenIsWrittenThoughThePodIsLookedAtMeanwhile() {
        server.refusing = true;
        seen(pod("p", "", NEW, ""));
        server.refusing = false;
        // annotated by somebody, within the second that passes until the status is written again
        seen(pod("p", "", NEW, ", 'labels': {'a': 'b'}"));
        advance(3);
        assertThat(server.taken).contains("PATCH p Running");
    }

    @Test
    void aCriticalPodThatAwaitsRoomOnANodeThatFailsIsAskedAboutAnewWhenItIsBack() {
        seen(pod("large", "", RUNNING, ""));
        seen(pod("critical", "'priorityClassName': 'system-node-critical', 'priority': 2000001000,", NEW, ""));
        node.stopped = true;
        server.taken.clear();
        advance(60);
        assertThat(server.taken).as("nothing runs on a node that is down").isEmpty();
        node.stopped = false;
        loop.post("back", () -> pods.resume("n", true));
        advance(10);
        assertThat(server.taken).contains("PATCH large Failed", "PATCH critical Running");
    }

    @Test
    void whoeverWaitsForAnEvictedPodHearsThatItEndedByItself() {
        List<String> heard = new ArrayList<>();
        seen(pod("p", "", RUNNING, ""));
        evict("p", heard);
        advance(1);
        seen(pod("p", "", "{'phase': 'Succeeded'}", ""));
        assertThat(heard).containsExactly("p stopped");
        advance(60);
        assertThat(heard).as("once").hasSize(1);
    }

    @Test
    void whoeverWaitsForAnEvictedPodHearsThatItsObjectIsGone() {
        List<String> heard = new ArrayList<>();
        seen(pod("p", "", RUNNING, ""));
        evict("p", heard);
        advance(1);
        loop.post("gone", () -> pods.deleted(pod("p", "", RUNNING, "")));
        advance(60);
        assertThat(heard).containsExactly("p stopped");
    }

    private void evict(String name, List<String> heard) {
        Pod pod = pod(name, "", RUNNING, "").view(Pod.class);
        var eviction = new Eviction(pod, 30, "short", Optional.empty(), true, "memory.available");
        loop.post("evict", () -> pods.evict(eviction, () -> heard.add(name + " stopped")));
        world.settle();
    }

    /// Takes every call about pods, or refuses them.
    private static final class Server implements ApiEndpoint {
        private final List<String> taken = new ArrayList<>();
        private boolean refusing;

        @Override
        public ApiReply call(ApiRequest request) {
            if (refusing) {
                return new ApiReply.Failure(
                        new Status(503, "ServiceUnavailable", "not now", Optional.empty()), List.of());
            }
            if (request.target().resource().equals("pods")) {
                taken.add(words(request));
            }
            return new ApiReply.Document(200, "{}".getBytes(StandardCharsets.UTF_8), List.of());
        }

        private static String words(ApiRequest request) {
            String what = request.verb() + " " + request.target().name();
            return (what + " " + Document.of(request.body().content()).text("status", "phase")).strip();
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new UnsupportedOperationException("nothing is watched here");
        }
    }

    private static final class OneNode implements PodNodes {
        private UsualTimes times = UsualTimes.AT_ONCE;
        private boolean stopped;

        private Node node() {
            String fault = stopped ? "'%s': 'stopped'".formatted(ManagedNodeRule.FAULT) : "";
            return stored(ResourceTypes.NODES, ResourceTypes.NODES.key("", "n"), """
                    {'metadata': {'name': 'n', 'uid': 'uid-n', 'annotations': {%s}}, 'spec': {},
                     'status': {'allocatable': {'cpu': '4', 'memory': '8Gi', 'pods': '110'}}}""".formatted(fault))
                    .view(Node.class);
        }

        @Override
        public Optional<Node> managed(String name) {
            return Optional.of(node());
        }

        @Override
        public Set<PressureCondition> conditions(String name) {
            return Set.of();
        }

        @Override
        public FeatureGates gates() {
            return FeatureGates.STANDARD;
        }

        @Override
        public void started(Pod pod) {
            // nobody looks at usage here
        }

        @Override
        public boolean mirrors(Pod pod) {
            return false;
        }

        @Override
        public boolean needConfig(String name) {
            return true;
        }

        @Override
        public UsualTimes times(String name) {
            return times;
        }
    }
}
