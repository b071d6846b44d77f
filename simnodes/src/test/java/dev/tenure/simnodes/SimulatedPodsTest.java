package dev.tenure.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
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
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
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

/// A bug that one pod meets, on a node that runs others.
final class SimulatedPodsTest {
    private static final String POISON = "poison";

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final EventLoop loop = world.loop("nodes");
    private final List<String> started = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private boolean broken = true;
    private final SimulatedPods pods;

    SimulatedPodsTest() {
        world.reportFaultsTo((_, about, _) -> {
            faults.add(about);
            return "";
        });
        var client = new ClusterClient(new Accepting(), Caller.component("system:node:n", List.of(), "kubelet"));
        pods = new SimulatedPods(
                loop, client, new EventRecorder(loop, client, "kubelet"), new OneNode(), new AddressState());
    }

    private static StoredObject stored(ResourceType type, ObjectKey key, String json) {
        var header = new StoredObject.Header(key, "uid-" + key.name(), Map.of(), List.of(), Map.of(), false);
        return new StoredObject(
                header, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 1, Views.reader(type));
    }

    private static StoredObject pod(String name) {
        var key = ResourceTypes.PODS.key("default", name);
        return stored(ResourceTypes.PODS, key, """
                {'metadata': {'name': '%s', 'namespace': 'default', 'uid': 'uid-%1$s',
                  'annotations': {'kubernetes.io/config.mirror': 'x'}},
                 'spec': {'nodeName': 'n', 'restartPolicy': 'Always', 'containers': [{'name': 'c', 'image': 'app:1'}]},
                 'status': {'phase': 'Pending'}}""".formatted(name));
    }

    private void seen(String name) {
        loop.post("seen", () -> pods.changed(pod(name)));
        world.settle();
    }

    @Test
    void aPodAtWhichTheCodeThrowsIsSetAsideAndTheOthersGoOn() {
        seen("first");
        seen(POISON);
        seen("last");
        world.advance(Duration.ofSeconds(10));
        assertThat(started).containsExactlyInAnyOrder("first", "last");
        assertThat(faults).as("at once, after 1, 2 and 4 s").hasSize(4).containsOnly("pod default/poison");
        broken = false;
        world.advance(Duration.ofSeconds(10));
        assertThat(started).containsExactlyInAnyOrder("first", "last", POISON);
    }

    @Test
    void aPodThatIsSetAsideIsForgottenWithItsObject() {
        seen(POISON);
        loop.post("gone", () -> pods.deleted(pod(POISON)));
        world.advance(Duration.ofHours(1));
        assertThat(faults).hasSize(1);
    }

    /// Takes every call.
    private static final class Accepting implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return new ApiReply.Document(200, "{}".getBytes(StandardCharsets.UTF_8), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new UnsupportedOperationException("nothing is watched here");
        }
    }

    private final class OneNode implements PodNodes {
        private final Node node = stored(ResourceTypes.NODES, ResourceTypes.NODES.key("", "n"), """
                {'metadata': {'name': 'n', 'uid': 'uid-n'}, 'spec': {},
                 'status': {'allocatable': {'cpu': '4', 'memory': '8Gi', 'pods': '110'}}}""")
                .view(Node.class);

        @Override
        public Optional<Node> managed(String name) {
            return Optional.of(node);
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
            started.add(pod.meta().name());
        }

        @Override
        public boolean mirrors(Pod pod) {
            if (broken && pod.meta().name().equals(POISON)) {
                throw new IllegalStateException("bug");
            }
            return true;
        }

        @Override
        public boolean needConfig(String name) {
            return true;
        }

        @Override
        public UsualTimes times(String name) {
            return UsualTimes.AT_ONCE;
        }
    }
}
