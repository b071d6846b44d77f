package dev.tenure.node;

import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.shutdown.ShutdownRule;
import dev.tenure.kubelet.shutdown.ShutdownRule.Group;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Ends the pods of a machine that goes down, one group of priorities after another: a group has ended when
/// its pods have, or when its time is over. Confined to its loop.
final class NodeShutdown {
    private static final String ALARM = "shutdown";
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final AgentPart loop;
    private final NodePods pods;
    private final List<ShutdownRule.Share> shares;
    private boolean begun;
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean calledOff;
    /// The groups that have not ended; the first of them is told to, once it has a time.
    private List<Group> left = List.of();
    private Optional<Tick> until = Optional.empty();

    NodeShutdown(AgentPart loop, NodePods pods, List<ShutdownRule.Share> shares) {
        this.loop = loop;
        this.pods = pods;
        this.shares = shares;
        loop.takenUpBy(this::goOn);
    }

    /// Whether the machine goes down.
    boolean begun() {
        return begun;
    }

    /// @param done run once, when all groups have ended
    void begin(Runnable done) {
        begun = true;
        calledOff = false;
        waiting.add(done);
        if (waiting.size() > 1) {
            return;
        }
        List<Pod> running = pods.entries().stream()
                .filter(entry -> entry.life != PodLife.STOPPED)
                .map(PodEntry::pod)
                .toList();
        left = ShutdownRule.groups(running, shares);
        until = Optional.empty();
        loop.run(this::goOn);
    }

    /// The machine stays. As upstream, what has begun is carried through first.
    void callOff() {
        calledOff = true;
        if (waiting.isEmpty()) {
            begun = false;
        }
    }

    private void goOn() {
        if (waiting.isEmpty()) {
            return;
        }
        while (!left.isEmpty()) {
            if (until.isEmpty()) {
                end(left.getFirst());
            }
            boolean over = until.filter(end -> end.isAfter(loop.time().now())).isEmpty()
                    || left.getFirst().pods().stream().allMatch(this::ended);
            if (!over) {
                loop.alarm(ALARM, loop.time().now().plus(LOOK_EVERY), this::goOn);
                return;
            }
            left = left.subList(1, left.size());
            until = Optional.empty();
        }
        begun = !calledOff;
        while (!waiting.isEmpty()) {
            waiting.removeFirst().run();
        }
    }

    private void end(Group group) {
        for (Pod pod : group.pods()) {
            var why = new Ended(ShutdownRule.REASON, ShutdownRule.MESSAGE, "TerminationByKubelet");
            pods.end(pod.meta().uid(), why, OptionalLong.of(group.graceSeconds(pod)));
        }
        until = Optional.of(loop.time().now().plus(group.period()));
    }

    private boolean ended(Pod pod) {
        return pods.entry(pod.meta().uid())
                .map(entry -> entry.life == PodLife.STOPPED && !entry.reporting)
                .orElse(true);
    }
}
