package dev.tenure.simnodes;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Decides what a simulated pod does next, from what it declares and what has happened to it so far.
public final class PodStageRule {
    private static final Duration BACKOFF_FIRST = Duration.ofSeconds(10);
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(5);

    /// What has happened to the containers of a pod.
    ///
    /// @param boundAt when the node took the pod
    /// @param startedAt when the containers last started, if they run
    /// @param endedAt when they last ended, if they do not run
    /// @param restarts how often they were started again
    public record Progress(Instant boundAt, Optional<Instant> startedAt, Optional<Instant> endedAt, int restarts) {
        public static Progress boundAt(Instant at) {
            return new Progress(at, Optional.empty(), Optional.empty(), 0);
        }

        /// What the API shows of a pod that ran before this process began.
        static Progress found(Pod pod, Instant now) {
            int restarts = pod.status().containerStatuses().stream()
                    .mapToInt(ContainerStatus::restartCount)
                    .max()
                    .orElse(0);
            Optional<Instant> started = pod.status().containerStatuses().stream()
                    .flatMap(status -> status.state() instanceof ContainerStatus.State.Running(Instant at)
                            ? Stream.of(at)
                            : Stream.<Instant>empty())
                    .min(Instant::compareTo);
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

    /// The next stage.
    public sealed interface Stage {
        /// The containers are being made ready to start.
        ///
        /// @param startAt absent when an image cannot be had
        record Create(Optional<Instant> startAt) implements Stage {}

        record Run() implements Stage {}

        /// The containers end and start again later.
        record CrashLoop(Instant startAgainAt) implements Stage {}

        /// The containers end for good.
        record Finish(boolean succeeded) implements Stage {}

        /// The pod has stopped and its object can go.
        record Remove() implements Stage {}

        /// Nothing happens before `at`, or ever.
        record Wait(Optional<Instant> at) implements Stage {}
    }

    private PodStageRule() {}

    /// @param progress by the clock as it goes now
    /// @param asOfNow brings a time that the pod tells to that clock
    public static Stage next(
            Pod pod, Progress progress, Declared declared, Instant now, UnaryOperator<Instant> asOfNow) {
        if (pod.meta().deletion().isPresent()) {
            ObjectMeta.Deletion told = pod.meta().deletion().get();
            Duration grace = Duration.ofSeconds(Math.max(0, told.graceSeconds()));
            return leaving(asOfNow.apply(told.at().minus(grace)), grace, declared, now);
        }
        if (PodRule.terminal(pod)) {
            return new Stage.Wait(Optional.empty());
        }
        if (progress.startedAt().isPresent()) {
            return running(pod, progress, declared, now);
        }
        if (!ImageRule.available(pod)) {
            return new Stage.Create(Optional.empty());
        }
        if (progress.endedAt().isPresent()) {
            Instant again = progress.endedAt().get().plus(backoff(progress.restarts()));
            return again.isAfter(now) ? new Stage.Wait(Optional.of(again)) : new Stage.Run();
        }
        Instant start = progress.boundAt().plus(declared.startDelay());
        return start.isAfter(now) ? new Stage.Create(Optional.of(start)) : new Stage.Run();
    }

    private static Stage leaving(Instant asked, Duration grace, Declared declared, Instant now) {
        Duration takes = declared.stopDelay().compareTo(grace) < 0 ? declared.stopDelay() : grace;
        Instant stopped = asked.plus(takes);
        return stopped.isAfter(now) ? new Stage.Wait(Optional.of(stopped)) : new Stage.Remove();
    }

    private static Stage running(Pod pod, Progress progress, Declared declared, Instant now) {
        if (declared.runFor().isEmpty()) {
            return new Stage.Wait(Optional.empty());
        }
        Instant ends = progress.startedAt().orElse(now).plus(declared.runFor().get());
        if (ends.isAfter(now)) {
            return new Stage.Wait(Optional.of(ends));
        }
        boolean again = switch (pod.spec().restartPolicy()) {
            case ALWAYS -> true;
            case ON_FAILURE -> declared.exitCode() != 0;
            case NEVER -> false;
        };
        return again
                ? new Stage.CrashLoop(now.plus(backoff(progress.restarts())))
                : new Stage.Finish(declared.exitCode() == 0);
    }

    /// When a pod has been on its node for as long as it may, unless it ends or has ended anyway.
    static Optional<Instant> deadline(Pod pod, UnaryOperator<Instant> asOfNow) {
        if (pod.spec().activeDeadlineSeconds().isEmpty()
                || PodRule.terminal(pod)
                || pod.meta().deleting()) {
            return Optional.empty();
        }
        long limit = pod.spec().activeDeadlineSeconds().getAsLong();
        return pod.status().startTime().map(start -> asOfNow.apply(start).plusSeconds(limit));
    }

    /// 10 s after the first end, twice as long after each further one, at most 5 minutes. Upstream:
    /// kubelet's CrashLoopBackOff.
    static Duration backoff(int restarts) {
        Duration pause = BACKOFF_FIRST.multipliedBy(1L << Math.min(restarts, 6));
        return pause.compareTo(BACKOFF_MAX) < 0 ? pause : BACKOFF_MAX;
    }
}
