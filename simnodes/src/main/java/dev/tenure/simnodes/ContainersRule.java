package dev.tenure.simnodes;

import dev.tenure.kubelet.pod.PodActionsRule;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.runtime.time.GrowingPause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Decides what the containers of a simulated pod do next, from what it declares and what has happened to
/// them so far: the simulated end of `kubelet.pod.PodLifeRule`'s steps `RUN` and `STOP`.
final class ContainersRule {
    /// 10 s after the first end, twice as long after each further one, at most 5 minutes. Upstream:
    /// CrashLoopBackOff.
    private static final GrowingPause BACKOFF = new GrowingPause(Duration.ofSeconds(10), Duration.ofMinutes(5));

    /// What has happened to the containers of a pod.
    ///
    /// @param boundAt when the node took the pod
    /// @param startedAt when the containers last started, if they run
    /// @param endedAt when they last ended, if they do not run
    /// @param restarts how often they were started again
    public record Progress(Instant boundAt, Optional<Instant> startedAt, Optional<Instant> endedAt, int restarts) {
        /// What the API shows of a pod that ran before this process began. While it is pending, containers of
        /// it may run that do not wait for the others.
        static Progress found(Pod pod, Instant now) {
            int restarts = 0;
            Optional<Instant> started = Optional.empty();
            for (ContainerStatus status : pod.status().containerStatuses()) {
                restarts = Math.max(restarts, status.restartCount());
                if (pod.status().phase() != PodPhase.PENDING
                        && status.state() instanceof ContainerStatus.State.Running(Instant at)
                        && started.filter(first -> !at.isBefore(first)).isEmpty()) {
                    started = Optional.of(at);
                }
            }
            boolean waits = started.isEmpty() && pod.status().phase() == PodPhase.RUNNING;
            Instant bound = pod.status().startTime().orElse(now);
            return new Progress(bound, started, waits ? Optional.of(now) : Optional.empty(), restarts);
        }

        /// The same when the wall clock was stepped.
        Progress stepped(Duration by) {
            return new Progress(
                    boundAt.plus(by), startedAt.map(at -> at.plus(by)), endedAt.map(at -> at.plus(by)), restarts);
        }

        Progress started(Instant at) {
            boolean again = endedAt.isPresent();
            return new Progress(boundAt, Optional.of(at), Optional.empty(), again ? restarts + 1 : restarts);
        }

        Progress ended(Instant at) {
            return new Progress(boundAt, Optional.empty(), Optional.of(at), restarts);
        }
    }

    /// What the containers do next.
    public sealed interface Stage {
        /// They are being made ready to start.
        ///
        /// @param startAt absent when an image cannot be had
        record Create(Optional<Instant> startAt) implements Stage {}

        /// They start.
        record Start() implements Stage {}

        /// They end and start again later.
        record CrashLoop(Instant startAgainAt) implements Stage {}

        /// They end for good.
        record Finish() implements Stage {}

        /// Nothing happens before `at`, or ever.
        record Wait(Optional<Instant> at) implements Stage {}
    }

    private ContainersRule() {}

    /// Of a pod that its node runs.
    ///
    /// @param progress by the clock as it goes now
    public static Stage next(Pod pod, Progress progress, Declared declared, Instant now) {
        if (progress.startedAt().isPresent()) {
            return running(pod, progress, declared, now);
        }
        if (!ImageRule.available(pod)) {
            return new Stage.Create(Optional.empty());
        }
        if (progress.endedAt().isPresent()) {
            Instant again = progress.endedAt().get().plus(backoff(progress.restarts()));
            return again.isAfter(now) ? new Stage.Wait(Optional.of(again)) : new Stage.Start();
        }
        Instant start = progress.boundAt().plus(declared.startDelay());
        return start.isAfter(now) ? new Stage.Create(Optional.of(start)) : new Stage.Start();
    }

    /// When the containers of a pod that is being deleted have stopped: they take as long as they declare, at
    /// most the grace period.
    ///
    /// @param asOfNow brings a time that the pod tells to the clock as it goes now
    static Instant stoppedAt(ObjectMeta.Deletion deletion, Declared declared, UnaryOperator<Instant> asOfNow) {
        Duration grace = Duration.ofSeconds(Math.max(0, deletion.graceSeconds()));
        Instant asked = asOfNow.apply(deletion.at().minus(GoDuration.ofSeconds(deletion.graceSeconds())));
        return asked.plus(declared.stopDelay().compareTo(grace) < 0 ? declared.stopDelay() : grace);
    }

    private static Stage running(Pod pod, Progress progress, Declared declared, Instant now) {
        if (declared.runFor().isEmpty()) {
            return new Stage.Wait(Optional.empty());
        }
        Instant ends = progress.startedAt().orElse(now).plus(declared.runFor().get());
        if (ends.isAfter(now)) {
            return new Stage.Wait(Optional.of(ends));
        }
        return pod.spec().containers().stream()
                        .anyMatch(container ->
                                PodActionsRule.startsAgain(container, pod.spec().restartPolicy(), declared.exitCode()))
                ? new Stage.CrashLoop(now.plus(backoff(progress.restarts())))
                : new Stage.Finish();
    }

    private static Duration backoff(int restarts) {
        return BACKOFF.after(restarts + 1);
    }
}
