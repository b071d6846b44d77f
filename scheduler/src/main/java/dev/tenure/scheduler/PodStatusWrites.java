package dev.tenure.scheduler;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.scheduler.bind.PodWriterClient;
import dev.tenure.scheduler.bind.PodWriterClient.StatusChange;
import dev.tenure.scheduler.bind.WriteOutcome;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What pods say of their attempts, on its way to the API server. Of a pod one write is under way at a time:
/// a later one waits for it, and so does the binding, so that the last word stays. A write that is not seen
/// yet counts as what the pod says. Upstream writes before it goes on with the next pod. Confined to the
/// loop.
final class PodStatusWrites {
    private static final long NOT_ANSWERED = Long.MAX_VALUE;

    /// What a pod says by the latest write, as long as the pod is not seen so.
    ///
    /// @param revision that the pod has by it
    private record Said(Optional<Condition> scheduled, String nomination, long revision) {}

    private static final class UnderWay {
        private Optional<StatusChange> next = Optional.empty();
        private PodInfo pod;
        private final List<Runnable> afterwards = new ArrayList<>();

        UnderWay(PodInfo pod) {
            this.pod = pod;
        }
    }

    private final EventLoop loop;
    private final PodWriterClient writer;
    private final Function<String, Optional<PodInfo>> pods;
    private final Map<String, UnderWay> underWay = new HashMap<>();
    private final Map<String, Said> unseen = new LinkedHashMap<>();

    /// @param pods the pod of a uid as it was seen last
    PodStatusWrites(EventLoop loop, PodWriterClient writer, Function<String, Optional<PodInfo>> pods) {
        this.loop = loop;
        this.writer = writer;
        this.pods = pods;
    }

    /// The condition PodScheduled of a pod as it stands, or will stand shortly.
    Optional<Condition> scheduled(PodInfo pod) {
        return said(pod).scheduled();
    }

    /// The node that is nominated for a pod, or will be shortly; empty if none is.
    String nomination(PodInfo pod) {
        return said(pod).nomination();
    }

    private Said said(PodInfo pod) {
        Said said = unseen.get(pod.uid());
        if (said != null && pod.revision() < said.revision()) {
            return said;
        }
        PodStatus status = pod.pod().status();
        return new Said(status.condition(Pod.SCHEDULED), status.nominatedNodeName(), pod.revision());
    }

    /// Writes as soon as nothing else of this pod is under way. A write that is lost is made good by the next
    /// attempt.
    void write(PodInfo pod, StatusChange change) {
        forgetSeen();
        Said before = said(pod);
        unseen.put(
                pod.uid(),
                new Said(
                        change.condition().or(before::scheduled),
                        change.nomination().orElse(before.nomination()),
                        NOT_ANSWERED));
        UnderWay earlier = underWay.get(pod.uid());
        if (earlier == null) {
            UnderWay begun = new UnderWay(pod);
            underWay.put(pod.uid(), begun);
            send(begun, change);
            return;
        }
        earlier.pod = pod;
        earlier.next = Optional.of(earlier.next.map(one -> merged(one, change)).orElse(change));
    }

    /// The eldest ones; what is seen behind one that is not goes a little later.
    private void forgetSeen() {
        Iterator<Map.Entry<String, Said>> eldest = unseen.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<String, Said> entry = eldest.next();
            Optional<PodInfo> now = pods.apply(entry.getKey());
            if (now.filter(pod -> pod.revision() < entry.getValue().revision()).isPresent()
                    || underWay.containsKey(entry.getKey())) {
                return;
            }
            eldest.remove();
        }
    }

    /// Runs `step` when nothing of this pod is under way any more: at once, if that is so already. What was
    /// to be written next is left out, for the pod has something else to say now.
    void last(String uid, Runnable step) {
        UnderWay earlier = underWay.get(uid);
        if (earlier == null) {
            step.run();
            return;
        }
        earlier.next = Optional.empty();
        earlier.afterwards.add(step);
    }

    private static StatusChange merged(StatusChange before, StatusChange after) {
        return new StatusChange(
                after.condition().or(before::condition), after.nomination().or(before::nomination));
    }

    private void send(UnderWay write, StatusChange change) {
        Pod pod = write.pod.pod();
        loop.work("status", () -> writer.patchStatus(pod, change), outcome -> answered(write, outcome));
    }

    private void answered(UnderWay write, Outcome<WriteOutcome> outcome) {
        String uid = write.pod.uid();
        Said said = unseen.get(uid);
        if (!(outcome instanceof Outcome.Done<WriteOutcome>(WriteOutcome.Written(long revision)))) {
            unseen.remove(uid);
        } else if (said != null) {
            unseen.put(uid, new Said(said.scheduled(), said.nomination(), revision));
        }
        if (write.next.isPresent()) {
            StatusChange next = write.next.get();
            write.next = Optional.empty();
            if (said != null) {
                unseen.put(uid, new Said(said.scheduled(), said.nomination(), NOT_ANSWERED));
            }
            send(write, next);
            return;
        }
        underWay.remove(uid);
        write.afterwards.forEach(Runnable::run);
    }
}
