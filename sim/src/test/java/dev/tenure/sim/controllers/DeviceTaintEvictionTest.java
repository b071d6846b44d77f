package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.DeviceManifests.allocate;
import static dev.tenure.sim.stage.DeviceManifests.claim;
import static dev.tenure.sim.stage.DeviceManifests.device;
import static dev.tenure.sim.stage.DeviceManifests.pod;
import static dev.tenure.sim.stage.DeviceManifests.reserve;
import static dev.tenure.sim.stage.DeviceManifests.slice;
import static dev.tenure.sim.stage.StageManifests.taint;
import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Pods leave because of taints of the devices that they use.
final class DeviceTaintEvictionTest {
    private static final String EVENT = "DeviceTaintManagerEviction";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");

    /// Device `d`, a claim `mine` of it, and pod `p` that uses it.
    private void begins(String... tolerations) {
        stage.create(ResourceTypes.RESOURCE_SLICES, slice("s", 1, device("d"), device("e")))
                .create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"))
                .create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'mine'"));
        allocate(stage, "mine", "d", tolerations);
        reserve(stage, "mine", "p");
        stage.at(30).begin();
    }

    private void taints(String... taints) {
        String[] all = List.of(taints).stream().map(text -> taint(text)).toArray(String[]::new);
        stage.patch(
                ResourceTypes.RESOURCE_SLICES,
                "s",
                "{'spec': {'devices': [%s, %s]}}".formatted(device("d", all), device("e")));
    }

    private double left() {
        return stage.left("p").orElseThrow();
    }

    private Optional<JsonNode> ledger() {
        return stage.all(ResourceTypes.CONFIG_MAPS).stream()
                .map(map -> Document.of(map.content()).text("data", "evictions"))
                .filter(text -> !text.isEmpty())
                .map(text -> Json.read(text.getBytes(StandardCharsets.UTF_8)).path(0))
                .findFirst();
    }

    @Test
    void aPodLeavesAtOnceAndItsConditionSaysWhy() {
        begins();
        stage.patch(
                        ResourceTypes.PODS,
                        "p",
                        "{'metadata': {'annotations': {'simulation.tenure.dev/stop-delay': '20s'}}}")
                .at(10);
        taints("k=v:NoExecute");
        stage.at(11);
        Condition target =
                stage.seePod("p").status().condition(Pod.DISRUPTION_TARGET).orElseThrow();
        assertThat(target.reason()).isEqualTo("DeletionByDeviceTaintManager");
        assertThat(target.message()).isEqualTo("Device Taint manager: deleting due to NoExecute taint");
        assertThat(left()).isCloseTo(10, within(0.5));
        assertThat(stage.at(15).events(EVENT)).containsExactly(EVENT + ": Marking for deletion");
    }

    @Test
    void theLedgerSaysWhichDeviceItWas() {
        begins();
        taints("k=v:NoExecute");
        stage.at(20);
        assertThat(ledger().orElseThrow().path("cause").asText()).isEqualTo("device-taint");
        assertThat(ledger().orElseThrow().path("taint").asText()).isEqualTo("gpu.example.com/pool/d k=v:NoExecute");
    }

    @Test
    void aStayCountsFromWhenTheTaintCameAndIsForeseen() {
        begins(tolerating("k", 60));
        stage.at(10);
        taints("k=v:NoExecute");
        stage.at(15);
        assertThat(stage.cluster().comingEvictions()).hasSize(1).first().satisfies(DeviceTaintEvictionTest::isForeseen);
        assertThat(stage.at(90).left("p").orElseThrow()).isCloseTo(70, within(1.0));
        assertThat(ledger().orElseThrow().path("toleration").asText()).isEqualTo("k:NoExecute op=Exists for 60s");
        assertThat(stage.cluster().comingEvictions()).isEmpty();
    }

    private static void isForeseen(ComingEviction eviction) {
        assertThat(eviction.why().text()).isEqualTo("gpu.example.com/pool/d k=v:NoExecute");
        assertThat(eviction.toleration()).hasValue("k:NoExecute op=Exists for 60s");
    }

    @Test
    void deadlinesOutlastARestart() {
        begins(tolerating("k", 60));
        taints("k:NoExecute");
        stage.at(40);
        stage.cluster().restartControllers();
        assertThat(stage.at(90).left("p").orElseThrow()).isCloseTo(60, within(1.0));
    }

    @Test
    void aTaintThatGoesLetsThePodStay() {
        begins(tolerating("k", 60));
        taints("k:NoExecute");
        stage.at(20);
        taints();
        assertThat(stage.at(200).left("p")).isEmpty();
        assertThat(stage.events(EVENT)).containsExactly(EVENT + ": Cancelling deletion");
    }

    @Test
    void whoToleratesForEverStaysAndSoDoesWhoUsesAnotherDevice() {
        begins(tolerating("k"));
        taints("k:NoExecute");
        assertThat(stage.at(100).left("p")).isEmpty();
        taints("k:NoExecute", "other:NoSchedule", "more:None");
        assertThat(stage.at(200).left("p")).isEmpty();
        taints("k:NoExecute", "other:NoExecute");
        assertThat(stage.at(210).left("p")).isPresent();
    }

    @Test
    void ofTwoTolerationsTheShorterCounts() {
        begins(tolerating("k", 60), tolerating("k", 20));
        taints("k:NoExecute");
        assertThat(stage.at(100).left("p").orElseThrow()).isCloseTo(20, within(1.0));
    }

    @Test
    void aTolerationWithoutAnEffectDoesNotKeepAPod() {
        begins("{'key': 'k', 'operator': 'Exists'}");
        taints("k:NoExecute");
        assertThat(stage.at(5).left("p")).isPresent();
    }

    @Test
    void aTaintOfAnOlderGenerationCountsNoMore() {
        begins(tolerating("k", 60));
        taints("k:NoExecute");
        stage.at(20).create(ResourceTypes.RESOURCE_SLICES, slice("newer", 2, device("d")));
        assertThat(stage.at(100).left("p")).isEmpty();
        stage.delete(ResourceTypes.RESOURCE_SLICES, "newer", "{}");
        assertThat(stage.at(105).left("p")).isPresent();
    }

    @Test
    void whoIsNotNotedInTheClaimStaysUntilHeIs() {
        stage.create(ResourceTypes.RESOURCE_SLICES, slice("s", 1, device("d", taint("k:NoExecute"))))
                .create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"))
                .create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'mine'"));
        stage.at(30).begin();
        assertThat(stage.left("p")).isEmpty();
        allocate(stage, "mine", "d");
        assertThat(stage.at(5).left("p")).isPresent();
    }

    @Test
    void aPodOfTheSameNameIsNotToldToLeaveForTheOneBefore() {
        begins(tolerating("k", 60));
        taints("k:NoExecute");
        stage.at(20)
                .delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}")
                .pass(1);
        stage.create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'other'"));
        String uid = stage.seePod("p").meta().uid();
        stage.at(100);
        assertThat(stage.seePod("p").meta().uid()).isEqualTo(uid);
        assertThat(stage.seePod("p").meta().deleting()).isFalse();
    }
}
