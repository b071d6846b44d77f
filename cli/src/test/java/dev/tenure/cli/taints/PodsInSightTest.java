package dev.tenure.cli.taints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.taints.PodsInSight.Outcome;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodsInSightTest {
    private static final String NO_EXECUTE = "{key: k, effect: NoExecute}";
    private static final String PREFER = "{key: k, effect: PreferNoSchedule}";

    /// Answers lists of pods; selects by node alone.
    private record Server(List<StoredObject> pods, List<String> selectors) implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            String selector = String.join(",", request.query().getOrDefault("fieldSelector", List.of("")));
            selectors.add(selector);
            List<StoredObject> chosen = pods.stream()
                    .filter(pod -> selector.isEmpty()
                            || selector.startsWith("spec.nodeName=%s,"
                                    .formatted(pod.view(Pod.class).spec().nodeName())))
                    .toList();
            return new ApiReply.Many(ResourceTypes.PODS, 1, chosen, Optional.empty(), Optional.empty(), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new AssertionError("nothing is watched");
        }
    }

    private record Refusing() implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return new ApiReply.Failure(new Status(403, "Forbidden", "no", Optional.empty()), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new AssertionError("nothing is watched");
        }
    }

    private final List<String> selectors = new ArrayList<>();
    private final Server server = new Server(
            List.of(
                    pod("a", "node-1", "Running"),
                    pod("b", "node-2", "Running"),
                    pod("c", "node-1", "Failed"),
                    pod("waiting", "", "Pending")),
            selectors);

    private static StoredObject pod(String name, String node, String phase) {
        return Sketches.object(
                ResourceTypes.PODS,
                "{metadata: {name: %s, namespace: default}, spec: {nodeName: '%s', containers: [{name: x}]}, status: {phase: %s}}"
                        .formatted(name, node, phase));
    }

    private static List<StoredObject> nodes(int count, String taint) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(at -> Sketches.object(
                        ResourceTypes.NODES, "{metadata: {name: node-%d}, spec: {taints: [%s]}}".formatted(at, taint)))
                .toList();
    }

    private static Outcome read(ApiEndpoint server, List<StoredObject> nodes) {
        return PodsInSight.read(new ClusterClient(server, Caller.component("", List.of(), "test")), nodes, _ -> true);
    }

    private List<String> names(List<StoredObject> nodes) {
        return read(server, nodes) instanceof Outcome.Read(var pods)
                ? pods.stream().map(pod -> pod.meta().name()).toList()
                : List.of("refused");
    }

    @Test
    void ofAFewNodesOnlyTheirPodsAreAskedFor() {
        assertThat(names(nodes(1, NO_EXECUTE))).containsExactlyInAnyOrder("a", "waiting");
        assertThat(selectors)
                .allSatisfy(selector -> assertThat(selector).endsWith("status.phase!=Succeeded,status.phase!=Failed"))
                .hasSize(2);
    }

    @Test
    void podsThatWaitCountOnlyWhereATaintKeepsThemOff() {
        assertThat(names(nodes(1, PREFER))).containsExactly("a");
    }

    @Test
    void ofManyNodesAllPodsAreRead() {
        assertThat(names(nodes(100, NO_EXECUTE))).containsExactly("a", "b", "waiting");
        assertThat(selectors).containsExactly("");
    }

    @Test
    void withoutTaintsNoPodIsRead() {
        assertThat(names(nodes(100, ""))).isEmpty();
    }

    @Test
    void containersAreNotKept() {
        assertThat(read(server, nodes(9, NO_EXECUTE)))
                .isInstanceOfSatisfying(
                        Outcome.Read.class,
                        read -> assertThat(read.pods())
                                .hasSize(3)
                                .allSatisfy(pod ->
                                        assertThat(pod.spec().containers()).isEmpty()));
    }

    @Test
    void aRefusalIsToldHoweverManyNodesThereAre() {
        for (int count : List.of(0, 1, 100)) {
            assertThat(read(new Refusing(), nodes(count, NO_EXECUTE)))
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.status().code()).isEqualTo(403));
        }
    }
}
