package dev.tenure.controllers.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeRulesTest {
    private static final String PREFIX = "node.kubernetes.io/";
    private static final String CREATED = "2026-01-01T00:00:00Z";
    private static final String HEARTBEAT = "2026-01-01T01:00:00Z";
    private static final Instant NOW = Instant.parse("2026-01-01T02:00:00Z");
    private static final List<String> TYPES =
            List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "OutOfDisk");
    private static final Map<String, String> TAINTS = Map.of(
            "Ready False", "not-ready",
            "Ready Unknown", "unreachable",
            "MemoryPressure True", "memory-pressure",
            "DiskPressure True", "disk-pressure",
            "PIDPressure True", "pid-pressure",
            "NetworkUnavailable True", "network-unavailable");

    private static ObjectNode node() {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", "n").put("uid", "u").put("creationTimestamp", CREATED);
        return node;
    }

    private static ObjectNode with(ObjectNode node, String type, String status) {
        node.withObjectProperty("status")
                .withArrayProperty("conditions")
                .addObject()
                .put("type", type)
                .put("status", status)
                .put("reason", "R")
                .put("message", "m")
                .put("lastHeartbeatTime", HEARTBEAT)
                .put("lastTransitionTime", HEARTBEAT);
        return node;
    }

    private static ObjectNode tainted(ObjectNode node, String key, String effect) {
        node.withObjectProperty("spec")
                .withArrayProperty("taints")
                .addObject()
                .put("key", key)
                .put("effect", effect);
        return node;
    }

    private static Node view(ObjectNode node) {
        return (Node) Views.view(ResourceTypes.NODES, node);
    }

    private static List<String> added(ObjectNode node) {
        return texts(ConditionTaintRule.noSchedule(view(node)).add());
    }

    private static List<String> removed(ObjectNode node) {
        return texts(ConditionTaintRule.noSchedule(view(node)).remove());
    }

    private static List<String> texts(List<Taint> taints) {
        return taints.stream().map(Taint::toString).toList();
    }

    /// Z01 to Z04: every condition in every status; all but those of the table call for nothing.
    @Test
    void z01ToZ04EveryConditionInEveryStatus() {
        for (String type : TYPES) {
            for (String status : List.of("True", "False", "Unknown")) {
                String taint = TAINTS.get(type + " " + status);
                List<String> expected = taint == null ? List.of() : List.of(PREFIX + taint + ":NoSchedule");
                assertThat(added(with(node(), type, status)))
                        .as("%s %s", type, status)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void z05ACordonIsATaintToo() {
        ObjectNode node = with(node(), "Ready", "True");
        node.withObjectProperty("spec").put("unschedulable", true);
        assertThat(added(node)).containsExactly(PREFIX + "unschedulable:NoSchedule");
        ObjectNode uncordoned = tainted(with(node(), "Ready", "True"), PREFIX + "unschedulable", "NoSchedule");
        assertThat(removed(uncordoned)).containsExactly(PREFIX + "unschedulable:NoSchedule");
    }

    @Test
    void z06ToZ09OnlyOurKeysWithNoScheduleAreTakenOff() {
        for (String key : List.of(
                "not-ready",
                "unreachable",
                "memory-pressure",
                "disk-pressure",
                "pid-pressure",
                "network-unavailable",
                "unschedulable",
                "out-of-service",
                "other")) {
            for (String effect : List.of("NoSchedule", "PreferNoSchedule", "NoExecute")) {
                ObjectNode node = tainted(with(node(), "Ready", "True"), PREFIX + key, effect);
                boolean ours = !key.startsWith("o") && effect.equals("NoSchedule");
                assertThat(removed(node))
                        .as("%s:%s", key, effect)
                        .isEqualTo(ours ? List.of(PREFIX + key + ":NoSchedule") : List.of());
                assertThat(added(node)).isEmpty();
            }
        }
    }

    @Test
    void whatIsThereAlreadyIsLeftAsItIs() {
        ObjectNode node = tainted(with(node(), "Ready", "False"), PREFIX + "not-ready", "NoSchedule");
        assertThat(ConditionTaintRule.noSchedule(view(node)).isEmpty()).isTrue();
    }

    @Test
    void aSilentNodeThatReportedBecomesUnknown() {
        ObjectNode node = with(with(node(), "Ready", "True"), "MemoryPressure", "Unknown");
        with(with(with(node, "DiskPressure", "False"), "PIDPressure", "True"), "NetworkUnavailable", "False");
        List<Condition> changed = NodeHealthRule.silenced(view(node), NOW);
        assertThat(changed).extracting(Condition::type).containsExactly("Ready", "DiskPressure", "PIDPressure");
        assertThat(changed).allSatisfy(condition -> {
            assertThat(condition.status()).isEqualTo(Truth.UNKNOWN);
            assertThat(condition.reason()).isEqualTo("NodeStatusUnknown");
            assertThat(condition.message()).isEqualTo("Kubelet stopped posting node status.");
            assertThat(condition.lastTransitionTime()).isEqualTo(NOW);
            assertThat(condition.lastHeartbeatTime()).isEqualTo(Instant.parse(HEARTBEAT));
        });
    }

    @Test
    void z21ANodeThatNeverReportedIsUnknownSinceItsCreation() {
        List<Condition> changed = NodeHealthRule.silenced(view(node()), NOW);
        assertThat(changed)
                .extracting(Condition::type)
                .containsExactly("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
        assertThat(changed).allSatisfy(condition -> {
            assertThat(condition.reason()).isEqualTo("NodeStatusNeverUpdated");
            assertThat(condition.message()).isEqualTo("Kubelet never posted node status.");
            assertThat(condition.lastHeartbeatTime()).isEqualTo(Instant.parse(CREATED));
        });
    }

    @Test
    void whatIsUnknownAlreadyStaysAsItIs() {
        ObjectNode node = node();
        TYPES.forEach(type -> with(node, type, "Unknown"));
        assertThat(NodeHealthRule.silenced(view(node), NOW)).isEmpty();
    }
}
