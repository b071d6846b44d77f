package dev.tenure.embed;

import dev.tenure.embed.EvictedPod.TaintSince;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Observer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Writes down who was evicted when, seen at each write, so that it outlives the pods. Safe for use by
/// several threads.
final class EvictionLedger implements Observer {
    private final TimeSource time;
    private final Queue<EvictedPod> evicted = new ConcurrentLinkedQueue<>();
    private final Map<String, List<Borne>> taints = new ConcurrentHashMap<>();

    private record Borne(TaintEffect effect, TaintSince since) {}

    /// @param time the cluster's
    EvictionLedger(TimeSource time) {
        this.time = time;
    }

    /// All of them, in the order in which they were told to go.
    List<EvictedPod> evicted() {
        return List.copyOf(evicted);
    }

    @Override
    public void written(Write write) {
        String resource = write.after().key().resource();
        if (!write.after().key().group().isEmpty()) {
            return;
        }
        if (resource.equals(ResourceTypes.NODES.resource())) {
            found(write);
        } else if (resource.equals(ResourceTypes.PODS.resource())) {
            look(write);
        }
    }

    private void found(Write write) {
        String name = write.after().key().name();
        if (write.deletion()) {
            taints.remove(name);
            return;
        }
        List<Borne> before = taints.getOrDefault(name, List.of());
        Instant now = time.wall();
        taints.put(
                name,
                write.after().view(Node.class).spec().taints().stream()
                        .map(taint -> new Borne(
                                taint.effect(),
                                new TaintSince(
                                        taint.key(),
                                        taint.value(),
                                        since(taint, before).orElse(now))))
                        .toList());
    }

    private static Optional<Instant> since(Taint taint, List<Borne> before) {
        return before.stream()
                .filter(old ->
                        old.effect() == taint.effect() && old.since().key().equals(taint.key()))
                .map(old -> old.since().since())
                .findFirst();
    }

    private void look(Write write) {
        Optional<Condition> told = disruption(write.after());
        if (told.isEmpty() || write.before().flatMap(EvictionLedger::disruption).isPresent()) {
            return;
        }
        Pod pod = write.after().view(Pod.class);
        evicted.add(new EvictedPod(
                pod.meta().namespace(),
                pod.meta().name(),
                pod.meta().uid(),
                pod.spec().nodeName(),
                told.get().reason(),
                told.get().message(),
                time.wall(),
                taints.getOrDefault(pod.spec().nodeName(), List.of()).stream()
                        .filter(taint -> taint.effect() == effect(told.get().message()))
                        .map(Borne::since)
                        .toList()));
    }

    /// Of the taint because of which a pod left, as its condition tells it.
    private static TaintEffect effect(String message) {
        return Arrays.stream(TaintEffect.values())
                .filter(each -> message.endsWith(" " + each.word() + " taint"))
                .findFirst()
                .orElse(TaintEffect.NO_EXECUTE);
    }

    private static Optional<Condition> disruption(StoredObject pod) {
        return pod.view(Pod.class).status().condition(Pod.DISRUPTION_TARGET).filter(Condition::isTrue);
    }
}
