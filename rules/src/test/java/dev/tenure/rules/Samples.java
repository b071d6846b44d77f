package dev.tenure.rules;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Objects for tests, written short.
public final class Samples {
    public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private Samples() {}

    /// `key=value:NS`, `key:NX`; effects NS, PNS, NX.
    public static Taint taint(String text) {
        String[] parts = text.split(":", 2);
        String[] pair = parts[0].split("=", 2);
        return new Taint(
                pair[0], pair.length > 1 ? pair[1] : "", effect(parts[1]).orElseThrow());
    }

    /// Taints with blanks between them.
    public static List<Taint> taints(String text) {
        return text.isBlank()
                ? List.of()
                : Arrays.stream(text.trim().split("\\s+")).map(Samples::taint).toList();
    }

    /// `{key,operator,value,effect,seconds}`, of which the last ones may be missing.
    public static Toleration toleration(String text) {
        String[] parts = Arrays.copyOf(text.substring(1, text.length() - 1).split(",", -1), 5);
        Arrays.setAll(parts, i -> parts[i] == null ? "" : parts[i]);
        return new Toleration(
                parts[0],
                TolerationOperator.ofWord(parts[1]),
                parts[2],
                effect(parts[3]),
                parts[4].isEmpty() ? Stay.forever() : new Stay.AtMost(Long.parseLong(parts[4])));
    }

    /// Tolerations with blanks between them.
    public static List<Toleration> tolerations(String text) {
        return text.isBlank()
                ? List.of()
                : Arrays.stream(text.trim().split("\\s+"))
                        .map(Samples::toleration)
                        .toList();
    }

    private static Optional<TaintEffect> effect(String text) {
        return switch (text) {
            case "" -> Optional.empty();
            case "NS" -> Optional.of(TaintEffect.NO_SCHEDULE);
            case "PNS" -> Optional.of(TaintEffect.PREFER_NO_SCHEDULE);
            case "NX" -> Optional.of(TaintEffect.NO_EXECUTE);
            default -> throw new IllegalArgumentException(text);
        };
    }

    /// `cpu=1 memory=2Gi`.
    public static ResourceList resources(String text) {
        Map<String, Quantity> amounts = new TreeMap<>();
        if (!text.isBlank()) {
            for (String pair : text.trim().split("\\s+")) {
                amounts.put(
                        pair.substring(0, pair.indexOf('=')), Quantity.parse(pair.substring(pair.indexOf('=') + 1)));
            }
        }
        return new ResourceList(amounts);
    }

    public static Container container(String name, String requests, String limits) {
        return new Container(
                name, "image", requirements(requests, limits), List.of(), Optional.empty(), List.of(), false, false);
    }

    public static Container sidecar(String name, String requests, String limits) {
        return new Container(
                name,
                "image",
                requirements(requests, limits),
                List.of(),
                Optional.of(RestartPolicy.ALWAYS),
                List.of(),
                false,
                false);
    }

    public static ResourceRequirements requirements(String requests, String limits) {
        return new ResourceRequirements(resources(requests), resources(limits));
    }

    public static ObjectMeta meta(String name, Map<String, String> labels) {
        return new ObjectMeta(
                name, "default", "uid-" + name, 1, NOW, Optional.empty(), labels, Map.of(), List.of(), List.of());
    }

    public static Node node(String name, Map<String, String> labels) {
        return new Node(
                meta(name, labels),
                new Node.NodeSpec(List.of(), false, "", List.of()),
                new Node.NodeStatus(
                        ResourceList.EMPTY,
                        ResourceList.EMPTY,
                        List.of(),
                        List.of(),
                        List.of(),
                        new Node.NodeInfo(""),
                        List.of(),
                        List.of(),
                        0));
    }

    public static PodSpec spec(
            List<Container> initContainers,
            List<Container> containers,
            ResourceList overhead,
            Optional<ResourceRequirements> own) {
        return spec(Map.of(), Affinity.NONE, new Needs(initContainers, containers, overhead, own));
    }

    /// What a pod asks for.
    private record Needs(
            List<Container> initContainers,
            List<Container> containers,
            ResourceList overhead,
            Optional<ResourceRequirements> own) {}

    private static PodSpec spec(Map<String, String> nodeSelector, Affinity affinity, Needs needs) {
        return new PodSpec(
                "",
                "default-scheduler",
                0,
                "",
                PreemptionPolicy.PREEMPT_LOWER_PRIORITY,
                List.of(),
                nodeSelector,
                affinity,
                List.of(),
                needs.initContainers(),
                needs.containers(),
                needs.overhead(),
                needs.own(),
                List.of(),
                false,
                true,
                List.of(),
                30,
                RestartPolicy.ALWAYS,
                "default",
                OptionalLong.empty(),
                "",
                "",
                List.of(),
                List.of(),
                PodSpec.Identity.NONE);
    }

    /// A pod that wants to be somewhere.
    public static Pod pod(Map<String, String> nodeSelector, Affinity affinity) {
        var needs = new Needs(List.of(), List.of(container("c", "", "")), ResourceList.EMPTY, Optional.empty());
        return new Pod(meta("p", Map.of()), spec(nodeSelector, affinity, needs), status(PodPhase.PENDING, List.of()));
    }

    public static PodStatus status(PodPhase phase, List<Condition> conditions) {
        return PodStatus.of(phase, conditions);
    }

    public static Condition condition(String type, boolean holds, String reason, String message) {
        return new Condition(
                type, holds ? Condition.Truth.TRUE : Condition.Truth.FALSE, reason, message, NOW, Instant.EPOCH, 0);
    }

    /// A pod with the label `app=x`.
    public static Pod pod(String name, PodPhase phase, boolean ready) {
        return new Pod(
                meta(name, Map.of("app", "x")),
                spec(List.of(), List.of(container("c", "", "")), ResourceList.EMPTY, Optional.empty()),
                status(phase, List.of(condition(Pod.READY, ready, "", ""))));
    }

    /// The pod, being deleted.
    public static Pod deleting(Pod pod) {
        ObjectMeta meta = pod.meta();
        return new Pod(
                new ObjectMeta(
                        meta.name(),
                        meta.namespace(),
                        meta.uid(),
                        meta.generation(),
                        meta.creationTimestamp(),
                        Optional.of(new ObjectMeta.Deletion(NOW, 30)),
                        meta.labels(),
                        meta.annotations(),
                        meta.ownerReferences(),
                        meta.finalizers()),
                pod.spec(),
                pod.status());
    }
}
