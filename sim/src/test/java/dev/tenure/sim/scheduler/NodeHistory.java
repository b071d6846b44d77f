package dev.tenure.sim.scheduler;

import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How one node has been, from when until when. Confined to the thread of its world.
final class NodeHistory {
    private static final int PODS_MAX = 8;

    /// A node as it is for a while.
    ///
    /// @param taints effects by key
    record State(String name, String zone, int milliCpu, boolean cordoned, Map<String, String> taints) {
        State {
            taints = Map.copyOf(taints);
        }

        /// Whether the pod would be kept off whoever else is there.
        boolean keepsOff(Wish pod) {
            return (cordoned && !pod.tolerated().contains(Wish.CORDON))
                    || taints.entrySet().stream()
                            .anyMatch(taint -> !taint.getValue().equals("PreferNoSchedule")
                                    && !pod.tolerated().contains(taint.getKey()))
                    || !(pod.zone().isEmpty() || pod.zone().equals(zone));
        }

        /// Whether all these together are not too many and not too large.
        boolean holds(List<Wish> pods) {
            return pods.size() <= PODS_MAX
                    && pods.stream().mapToInt(Wish::milliCpu).sum() <= milliCpu;
        }

        ObjectNode manifest() {
            ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
            ObjectNode labels = node.putObject("metadata").put("name", name).putObject("labels");
            labels.put("kubernetes.io/hostname", name).put("zone", zone);
            ObjectNode spec = node.putObject("spec");
            if (cordoned) {
                spec.put("unschedulable", true);
            }
            taints.forEach((key, effect) ->
                    spec.withArrayProperty("taints").addObject().put("key", key).put("effect", effect));
            ObjectNode status = node.putObject("status");
            for (String list : new String[] {"capacity", "allocatable"}) {
                status.putObject(list)
                        .put("cpu", milliCpu + "m")
                        .put("memory", "64Gi")
                        .put("pods", String.valueOf(PODS_MAX));
            }
            return node;
        }
    }

    private record Span(Tick from, Optional<State> state) {}

    private final List<Span> spans = new ArrayList<>();

    void now(Tick moment, Optional<State> state) {
        spans.add(new Span(moment, state));
    }

    Optional<State> latest() {
        return spans.getLast().state();
    }

    /// Every state that held at some moment between the two, ends included.
    Stream<State> between(Tick from, Tick to) {
        var held = new ArrayList<State>();
        for (int i = 0; i < spans.size(); i++) {
            boolean began = !spans.get(i).from().isAfter(to);
            boolean ended =
                    i + 1 < spans.size() && from.isAfter(spans.get(i + 1).from());
            if (began && !ended) {
                spans.get(i).state().ifPresent(held::add);
            }
        }
        return held.stream();
    }
}
