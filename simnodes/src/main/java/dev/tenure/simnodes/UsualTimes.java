package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// How long the containers of pods take that do not say it by their annotations.
///
/// @param start from the binding until they run
/// @param stop at least, when asked to, besides their hooks; at most the grace period
/// @param jobsEnd whether those of Jobs end at once; otherwise never
/// @param playedToo whether it counts for nodes as well that are marked as played, by Tenure or by kwok
/// @param linger how long a pod that is told to go is there at least, from when its node hears of it
public record UsualTimes(Duration start, Duration stop, boolean jobsEnd, boolean playedToo, Duration linger) {
    /// As simulated containers do.
    public static final UsualTimes AT_ONCE = new UsualTimes(Duration.ZERO, Duration.ZERO, true, true);

    /// So that whoever told a pod to go can see that it is going, as with a kubelet, which needs a second for
    /// it.
    public static final UsualTimes SEEN_TO_GO =
            new UsualTimes(Duration.ZERO, Duration.ZERO, true, true, Duration.ofMillis(100));

    public UsualTimes(Duration start, Duration stop, boolean jobsEnd, boolean playedToo) {
        this(start, stop, jobsEnd, playedToo, Duration.ZERO);
    }

    /// How long after its binding a pod is ready.
    public Duration ready(StoredObject pod) {
        return declared(pod, false).startDelay().plus(ReadinessDelay.of(pod));
    }

    /// How long a pod takes to be gone that is told to go.
    public Duration gone(StoredObject pod) {
        Duration declared = declared(pod, true).stopDelay();
        Duration grace = Duration.ofSeconds(pod.view(Pod.class).spec().terminationGraceSeconds());
        return declared.compareTo(grace) < 0 ? declared : grace;
    }

    /// What a pod declares, and for the rest what is usual.
    ///
    /// @param stops whether it is about to stop, so that its hooks count
    Declared declared(StoredObject stored, boolean stops) {
        Pod pod = stored.view(Pod.class);
        Map<String, String> given = pod.meta().annotations();
        Declared declared = stops ? Declared.stopping(stored) : Declared.of(pod);
        boolean longer =
                !given.containsKey(Declared.STOP_DELAY) && declared.stopDelay().compareTo(stop) < 0;
        return new Declared(
                given.containsKey(Declared.START_DELAY) ? declared.startDelay() : start,
                jobsEnd || given.containsKey(Declared.RUN_FOR) ? declared.runFor() : Optional.empty(),
                declared.exitCode(),
                longer ? stop : declared.stopDelay());
    }
}
