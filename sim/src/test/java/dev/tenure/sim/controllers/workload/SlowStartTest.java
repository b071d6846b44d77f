package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Workloads make their pods in batches of one, two, four and so on, and stop at the first failure.
final class SlowStartTest {
    private static final String SELECTOR = "'selector': {'matchLabels': {'app': 'web'}},";

    private final Stage stage =
            Stage.of(Semantics.DOCUMENTED).nodes("a", 12).at(30).begin();

    record Kind(String name, ResourceType type, String spec, String pod) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Kind SET = new Kind("set", ResourceTypes.REPLICA_SETS, "'replicas': 12, " + SELECTOR, "");
    private static final Kind CONTROLLER = new Kind(
            "controller", ResourceTypes.REPLICATION_CONTROLLERS, "'replicas': 12, 'selector': {'app': 'web'},", "");

    static List<Kind> kinds() {
        String job = "'parallelism': 12, 'completions': 12,";
        String never = "'restartPolicy': 'Never',";
        String numbered = job + "'completionMode': 'Indexed',";
        String parallel = "'replicas': 12, 'podManagementPolicy': 'Parallel', " + SELECTOR;
        return List.of(
                SET,
                CONTROLLER,
                new Kind("daemons", ResourceTypes.DAEMON_SETS, SELECTOR, ""),
                new Kind("job", ResourceTypes.JOBS, job, never),
                new Kind("numbered job", ResourceTypes.JOBS, numbered, never),
                new Kind("stateful", ResourceTypes.STATEFUL_SETS, parallel, ""));
    }

    private void create(Kind kind) {
        stage.create(kind.type, object(kind));
    }

    private static ObjectNode object(Kind kind) {
        return StageManifests.json("""
                {'metadata': {'name': 'web'}, 'spec': {%s 'template': {'metadata': {'labels': {'app': 'web'}}, 'spec':
                  {%s 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}""".formatted(kind.spec, kind.pod));
    }

    private void quota(int pods) {
        stage.create(
                        ResourceTypes.RESOURCE_QUOTAS,
                        StageManifests.json(
                                "{'metadata': {'name': 'q'}, 'spec': {'hard': {'pods': '%d'}}}".formatted(pods)))
                .pass(2);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aBatchBeginsWhenTheOneBeforeIsMade(Kind kind) {
        // two seconds to the server, two more for its answer
        stage.cluster()
                .world()
                .latency((_, task, _) -> task.startsWith("create-") ? Duration.ofSeconds(2) : Duration.ZERO);
        create(kind);
        var there = new ArrayList<Integer>();
        for (int look = 0; look < 5; look++) {
            there.add(stage.pass(look == 0 ? 3 : 4).all(ResourceTypes.PODS).size());
        }
        assertThat(there).containsExactly(1, 3, 7, 12, 12);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatIsRefusedIsTriedOneAtATimeEverMoreSeldom(Kind kind) {
        quota(0);
        create(kind);
        stage.pass(10);
        assertThat(stage.all(ResourceTypes.PODS)).isEmpty();
        assertThat(stage.events("FailedCreate")).hasSizeBetween(1, 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void aFailureIsReportedForAsLongAsItStands(int allowed) {
        quota(allowed);
        create(SET);
        create(CONTROLLER);
        stage.pass(20);
        assertThat(failures()).hasSize(2).allSatisfy(failure -> {
            assertThat(failure.reason()).isEqualTo("FailedCreate");
            assertThat(failure.message()).contains("exceeded quota: q");
        });
        int had = stage.find(ResourceTypes.REPLICA_SETS, "web")
                .orElseThrow()
                .view(ReplicaSet.class)
                .status()
                .replicas();
        stage.patch(ResourceTypes.REPLICA_SETS, "web", "{'spec': {'replicas': %d}}".formatted(had));
        stage.patch(ResourceTypes.REPLICATION_CONTROLLERS, "web", "{'spec': {'replicas': 0}}")
                .pass(5);
        assertThat(failures()).isEmpty();
    }

    @Test
    void aQuotaThatAllowsAgainEndsTheFailure() {
        quota(3);
        create(SET);
        stage.pass(20);
        assertThat(failures()).hasSize(1);
        stage.patch(ResourceTypes.RESOURCE_QUOTAS, "q", "{'spec': {'hard': {'pods': '50'}}}")
                .pass(70);
        assertThat(failures()).isEmpty();
        assertThat(stage.all(ResourceTypes.PODS)).hasSize(12);
    }

    private List<Condition> failures() {
        var all = new ArrayList<Condition>();
        stage.all(ResourceTypes.REPLICA_SETS)
                .forEach(set -> all.addAll(set.view(ReplicaSet.class).status().conditions()));
        stage.all(ResourceTypes.REPLICATION_CONTROLLERS)
                .forEach(set -> all.addAll(
                        set.view(ReplicationController.class).status().conditions()));
        return all;
    }
}
