package dev.tenure.controllers.podgc;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.podgc.retention.FailedPodRetention;
import dev.tenure.controllers.podgc.retention.OwnerPause;
import dev.tenure.controllers.podgc.retention.RemovedPods;
import dev.tenure.controllers.podgc.retention.RetentionParser;
import dev.tenure.controllers.podgc.retention.RetentionRule;
import dev.tenure.controllers.podgc.retention.RetentionRule.Removal;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Has failed pods removed that no retention keeps any longer, once what is remembered of them is written,
/// tells owners whose pods fail again and again, and pauses them where that is asked. Where the kind of
/// retentions is not defined, or may not be read, it does nothing. Confined to one loop.
final class RetentionKeeper {
    /// How many pods are removed at a time.
    static final int REMOVALS_MAX = 500;

    private static final String EVENT = "EvictionLoop";
    private static final System.Logger LOG = System.getLogger(RetentionKeeper.class.getPackageName());

    private final EventLoop loop;
    private final RemovalRecorder recorder;
    private final EventRecorder events;
    private final RetentionStatuses statuses;
    private final Informer informer;
    private final Map<String, FailedPodRetention> retentions = new TreeMap<>();
    private final RepeatedFailures repeated = new RepeatedFailures();
    private final PauseKeeper pauses;
    /// Removes a pod, and tells whether that was done.
    private final BiConsumer<Pod, Consumer<Boolean>> remover;

    private boolean recording;
    private boolean complained;

    /// @param controller shown as the source of Events
    /// @param remover removes a pod, and tells whether that was done
    RetentionKeeper(ControllerContext context, String controller, BiConsumer<Pod, Consumer<Boolean>> remover) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        this.recorder = new RemovalRecorder(client);
        this.events = new EventRecorder(loop, client, controller);
        this.informer = context.informers().all(RetentionTypes.RETENTIONS, new RetentionChanges());
        this.statuses = new RetentionStatuses(loop, client, informer::all, this::paused);
        this.pauses = new PauseKeeper(loop, events, repeated, statuses::atOnce);
        this.remover = remover;
    }

    void start() {
        informer.start();
    }

    /// Whether somebody asks for what has failed.
    boolean asked() {
        return !retentions.isEmpty();
    }

    /// A pod has ended. What removes it at once, as the controller of a DaemonSet does, leaves no other
    /// trace.
    void ended(Pod pod) {
        if (asked() && repeated.add(pod)) {
            Instant now = loop.time().wall();
            retentions.values().forEach(each -> pauses.failed(each, pod, now));
        }
    }

    private List<OwnerPause> paused(String retention) {
        return pauses.of(retention);
    }

    /// Looks at all pods that have ended; to be called now and then.
    ///
    /// @param all tells them
    void look(Supplier<Collection<Pod>> all) {
        if (!asked()) {
            return;
        }
        Collection<Pod> ended = all.get();
        Instant now = loop.time().wall();
        ended.forEach(repeated::add);
        RetentionRule.Decision decision = RetentionRule.decide(retentions.values(), ended, now);
        List<Removal> due = decision.removals();
        if (!due.isEmpty() && !recording) {
            remove(due.subList(0, Math.min(due.size(), REMOVALS_MAX)), now);
        }
        Map<String, Integer> loops = new HashMap<>();
        for (FailedPodRetention each : retentions.values()) {
            List<RepeatedFailures.Loop> own =
                    each.loops().map(limit -> repeated.of(each, limit, now)).orElse(List.of());
            own.forEach(this::tell);
            own.forEach(found -> pauses.found(each, found, now));
            loops.put(each.name(), own.size());
        }
        pauses.advance();
        statuses.tell(decision.tallies(), loops);
    }

    /// What cannot be remembered stays.
    private void remove(List<Removal> due, Instant now) {
        recording = true;
        List<RemovedPods.Entry> entries =
                due.stream().map(RemovedPods.Entry::of).toList();
        loop.work("record-removed-pods", () -> recorder.record(entries, now), outcome -> {
            recording = false;
            if (outcome instanceof Outcome.Done<Boolean>(Boolean written) && written) {
                complained = false;
                due.forEach(each -> remover.accept(each.pod(), done -> {
                    if (done) {
                        statuses.removed(each.retention(), now);
                    }
                }));
            } else if (!complained) {
                complained = true;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} failed pods stay: what is remembered of them cannot be written to ConfigMap {1}/{2}",
                        due.size(),
                        RemovedPods.NAMESPACE,
                        RemovedPods.NAME);
            }
        });
    }

    private void tell(RepeatedFailures.Loop found) {
        if (!found.again()) {
            return;
        }
        EvictionLoop ended = found.loop();
        var about = new InvolvedObject(
                found.owner().apiVersion(),
                found.owner().kind(),
                found.namespace(),
                found.owner().name(),
                found.owner().uid(),
                0,
                "");
        events.record(
                about,
                EventRecorder.Type.Warning,
                EVENT,
                "%d pods failed on node %s within a short time, the last with %s: %s"
                        .formatted(
                                ended.often(),
                                ended.failure().node(),
                                ended.failure().reason(),
                                ended.failure().message()));
    }

    private final class RetentionChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            FailedPodRetention retention = RetentionParser.read(after);
            retentions.put(retention.name(), retention);
            pauses.retention(retention, RetentionStatuses.pauses(after));
            statuses.known(after);
        }

        @Override
        public void deleted(StoredObject last) {
            retentions.remove(last.key().name());
            pauses.forget(last.key().name());
            statuses.forget(last.key().name());
        }
    }
}
