package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The controller of stateful sets with scheduler and nodes. Pods take two seconds to start.
final class StatefulSetTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3);

    StatefulSetTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    /// @param spec fields of the set's spec, each followed by a comma
    private void set(int replicas, String spec) {
        stage.create(ResourceTypes.STATEFUL_SETS, StageManifests.json("""
            {'apiVersion': 'apps/v1', 'kind': 'StatefulSet', 'metadata': {'name': 'db'}, 'spec': {
              'replicas': %d, 'serviceName': 'db', %s 'selector': {'matchLabels': {'app': 'db'}},
              'template': {
                'metadata': {'labels': {'app': 'db'},
                             'annotations': {'simulation.tenure.dev/start-delay': '2s'}},
                'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}
            """.formatted(replicas, spec)));
    }

    private List<Pod> pods() {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .sorted((a, b) -> a.meta().name().compareTo(b.meta().name()))
                .toList();
    }

    private List<String> names() {
        return pods().stream().map(pod -> pod.meta().name()).toList();
    }

    private List<String> images() {
        return pods().stream()
                .map(pod -> pod.spec().containers().getFirst().image())
                .map(image -> image.substring(image.indexOf(':') + 1))
                .toList();
    }

    private StatefulSet.StatefulSetStatus status() {
        return stage.find(ResourceTypes.STATEFUL_SETS, "db")
                .orElseThrow()
                .view(StatefulSet.class)
                .status();
    }

    private void newImage() {
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", """
            {'spec': {'template': {'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:2'}]}}}}\
            """);
    }

    @Test
    void podsComeOneAfterTheOther() {
        set(3, "");
        stage.at(1);
        assertThat(names()).containsExactly("db-0");
        stage.at(3.5);
        assertThat(names()).containsExactly("db-0", "db-1");
        stage.at(20);
        assertThat(names()).containsExactly("db-0", "db-1", "db-2");
        assertThat(status().ready()).isEqualTo(3);
        assertThat(status().currentRevision()).isEqualTo(status().updateRevision());
        assertThat(pods().get(2).spec().identity().hostname()).isEqualTo("db-2");
        assertThat(pods().get(2).spec().identity().subdomain()).isEqualTo("db");
        assertThat(stage.events("SuccessfulCreate"))
                .contains("SuccessfulCreate: Create Pod db-0 in StatefulSet db successful");
        assertThat(stage.all(ResourceTypes.PODS))
                .extracting(pod ->
                        Json.readObject(pod.json()).at("/metadata/generateName").asText())
                .as("as pods of a template have it, though nobody makes a name of it")
                .containsOnly("db-");
    }

    @Test
    void inParallelTheyComeAllAtOnce() {
        set(3, "'podManagementPolicy': 'Parallel',");
        stage.at(1);
        assertThat(names()).containsExactly("db-0", "db-1", "db-2");
    }

    @Test
    void aPodThatIsEvictedComesBackUnderItsNameElsewhere() {
        set(2, "");
        stage.at(20);
        String node = pods().getFirst().spec().nodeName();
        String uid = pods().getFirst().meta().uid();
        stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute'}]}}")
                .at(60);
        assertThat(names()).containsExactly("db-0", "db-1");
        assertThat(pods().getFirst().meta().uid()).isNotEqualTo(uid);
        assertThat(pods().getFirst().spec().nodeName()).isNotEqualTo(node);
        assertThat(status().ready()).isEqualTo(2);
    }

    @Test
    void theLastOneGoesFirst() {
        set(3, "");
        stage.at(20);
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", "{'spec': {'replicas': 1}}")
                .at(60);
        assertThat(names()).containsExactly("db-0");
        assertThat(stage.events("SuccessfulDelete"))
                .containsExactly(
                        "SuccessfulDelete: Delete Pod db-2 in StatefulSet db successful",
                        "SuccessfulDelete: Delete Pod db-1 in StatefulSet db successful");
    }

    @Test
    void aNewTemplateReachesPodsFromTheLastToTheFirstAndNeverTwoAtOnce() {
        set(3, "");
        stage.at(20);
        String old = status().currentRevision();
        var fewestReady = new ArrayList<Long>();
        stage.cluster()
                .world()
                .afterEachEvent(() ->
                        fewestReady.add(pods().stream().filter(PodRule::ready).count()));
        newImage();
        stage.at(60);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(images()).containsExactly("2", "2", "2");
        assertThat(fewestReady).allMatch(ready -> ready >= 2);
        assertThat(stage.left("db-2").orElseThrow())
                .isLessThan(stage.left("db-0").orElseThrow());
        assertThat(status().currentRevision())
                .isEqualTo(status().updateRevision())
                .isNotEqualTo(old);
    }

    @Test
    void aPartitionKeepsTheFirstOnesOld() {
        set(3, "'updateStrategy': {'rollingUpdate': {'partition': 2}},");
        stage.at(20);
        newImage();
        stage.at(60);
        assertThat(images()).containsExactly("1", "1", "2");
        stage.delete(ResourceTypes.PODS, "db-0", "{}").at(90);
        assertThat(images()).as("made anew of the old template").containsExactly("1", "1", "2");
    }

    @Test
    void onDeleteNothingIsReplacedUnasked() {
        set(2, "'updateStrategy': {'type': 'OnDelete'},");
        stage.at(20);
        newImage();
        stage.at(60);
        assertThat(images()).containsExactly("1", "1");
        stage.delete(ResourceTypes.PODS, "db-1", "{}").at(90);
        assertThat(images()).containsExactly("1", "2");
    }

    @Test
    void eachPodHasClaimsOfItsOwnWhichOutliveIt() {
        set(2, """
            'volumeClaimTemplates': [{'metadata': {'name': 'data'}, 'spec': {
               'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}],
            'podManagementPolicy': 'Parallel',\
            """);
        stage.at(20);
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", "{'spec': {'replicas': 1}}")
                .at(60);
        assertThat(stage.all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS))
                .extracting(claim -> claim.key().name())
                .containsExactlyInAnyOrder("data-db-0", "data-db-1");
    }

    private static final String DATA = """
            'volumeClaimTemplates': [{'metadata': {'name': 'data'}, 'spec': {
               'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}],
            'podManagementPolicy': 'Parallel',
            """;

    private List<String> claims() {
        return stage.all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS).stream()
                .map(claim -> claim.key().name())
                .sorted()
                .toList();
    }

    private List<String> ownersOf(String claim) {
        return stage
                .find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, claim)
                .orElseThrow()
                .view(PersistentVolumeClaim.class)
                .meta()
                .ownerReferences()
                .stream()
                .map(owner -> owner.kind() + " " + owner.name())
                .toList();
    }

    @Test
    void claimsThatAreToGoWithTheSetBelongToIt() {
        set(2, DATA + "'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Delete', 'whenScaled': 'Retain'},");
        stage.at(20);
        assertThat(ownersOf("data-db-1")).containsExactly("StatefulSet db");
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", "{'spec': {'replicas': 1}}")
                .at(40);
        assertThat(claims()).containsExactly("data-db-0", "data-db-1");
        stage.delete(ResourceTypes.STATEFUL_SETS, "db", "{}").at(90);
        assertThat(claims()).isEmpty();
    }

    @Test
    void claimsThatAreToGoWhenTheSetShrinksGoWithTheirPod() {
        set(3, DATA + "'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Retain', 'whenScaled': 'Delete'},");
        stage.at(20);
        assertThat(ownersOf("data-db-1")).isEmpty();
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", "{'spec': {'replicas': 1}}")
                .at(90);
        assertThat(claims()).containsExactly("data-db-0");
        stage.delete(ResourceTypes.STATEFUL_SETS, "db", "{}").at(150);
        assertThat(claims()).containsExactly("data-db-0");
    }

    @Test
    void anotherPolicyChangesTheOwnersOfClaimsThatAreThere() {
        set(1, DATA);
        stage.at(20);
        assertThat(ownersOf("data-db-0")).isEmpty();
        String policy = "{'spec': {'persistentVolumeClaimRetentionPolicy': {'whenDeleted': '%s'}}}";
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", policy.formatted("Delete"))
                .at(30);
        assertThat(ownersOf("data-db-0")).containsExactly("StatefulSet db");
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", policy.formatted("Retain"))
                .at(40);
        assertThat(ownersOf("data-db-0")).isEmpty();
    }

    @Test
    void aClaimThatSomebodyElseControlsIsLeftToThem() {
        set(1, DATA);
        stage.at(20);
        stage.patch(
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                "data-db-0",
                "{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'db-0', 'uid': '%s'},"
                                .formatted(pods().getFirst().meta().uid())
                        + " {'apiVersion': 'example.com/v1', 'kind': 'Backup', 'name': 'b', 'uid': 'u-1',"
                        + " 'controller': true}]}}");
        String policy = "{'spec': {'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Delete'}}}";
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", policy).pass(3);
        assertThat(ownersOf("data-db-0")).containsExactly("Backup b");
    }

    @Test
    void aSetMadeAnewFindsTheRevisionOfItsForerunnerAndCountsNoCollision() {
        stage.cluster()
                .world()
                .latency((_, task, _) -> task.startsWith("garbage") ? Duration.ofSeconds(2) : Duration.ZERO);
        set(1, "");
        stage.pass(10).delete(ResourceTypes.STATEFUL_SETS, "db", "{}");
        set(1, "");
        stage.pass(60);
        assertThat(status().collisionCount().orElse(0)).isZero();
        assertThat(stage.all(ResourceTypes.CONTROLLER_REVISIONS)).hasSize(1);
        assertThat(status().ready()).isOne();
    }

    @Test
    void podsAndRevisionsThatLostTheirOwnerAreTakenAgain() {
        set(2, "");
        stage.at(20);
        String pod = stage.find(ResourceTypes.PODS, "db-1").orElseThrow().uid();
        String revision = status().currentRevision();
        String none = "{'metadata': {'ownerReferences': null}}";
        stage.patch(ResourceTypes.CONTROLLER_REVISIONS, revision, none)
                .patch(ResourceTypes.PODS, "db-1", none)
                .at(21);
        assertThat(stage.seePod("db-1").meta().controllerOwner()).isPresent();
        assertThat(stage.seePod("db-1").meta().uid()).isEqualTo(pod);
        assertThat(stage.all(ResourceTypes.CONTROLLER_REVISIONS))
                .singleElement()
                .satisfies(only -> {
                    assertThat(only.key().name()).isEqualTo(revision);
                    assertThat(only.header().ownerUids()).hasSize(1);
                });
    }

    @Test
    void aPodWhoseLabelsMatchNoLongerIsLetGoAndKeepsItsPlaceUntilItIsGone() {
        set(2, "");
        stage.at(20)
                .patch(ResourceTypes.PODS, "db-1", "{'metadata': {'labels': {'app': 'other'}}}")
                .at(25);
        assertThat(stage.seePod("db-1").meta().controllerOwner()).isEmpty();
        assertThat(status().replicas()).isOne();
        stage.delete(ResourceTypes.PODS, "db-1", "{}").at(90);
        assertThat(stage.seePod("db-1").meta().controllerOwner()).isPresent();
        assertThat(status().ready()).isEqualTo(2);
    }

    @Test
    void aPodThatIsOnItsWayOutIsNotTaken() {
        set(1, "");
        stage.at(10)
                .patch(ResourceTypes.PODS, "db-0", "{'metadata': {'finalizers': ['example.com/stay']}}")
                .delete(ResourceTypes.PODS, "db-0", "{}")
                .patch(ResourceTypes.PODS, "db-0", "{'metadata': {'ownerReferences': null}}")
                .at(60);
        assertThat(stage.seePod("db-0").meta().controllerOwner()).isEmpty();
    }
}
