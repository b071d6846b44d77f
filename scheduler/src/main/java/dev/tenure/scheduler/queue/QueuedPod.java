package dev.tenure.scheduler.queue;

import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A waiting pod and the history of its attempts. Confined to the loop; only the queue changes it.
public final class QueuedPod {
    /// Where a queued pod stands.
    public enum Place {
        /// Taken out, being tried or bound.
        IN_FLIGHT,
        ACTIVE,
        BACKOFF,
        ERROR_BACKOFF,
        UNSCHEDULABLE,
        GATED
    }

    private final long order;
    private PodInfo pod;
    private Place place = Place.IN_FLIGHT;
    private Set<String> rejectedBy = Set.of();
    private Tick since;
    private @Nullable Tick firstTry;
    private Tick backoffEnd;
    private int attempts;
    private int refusals;
    private int errorsInARow;
    private boolean held;
    private boolean missedEvent;

    QueuedPod(PodInfo pod, Tick now, long order) {
        this.pod = pod;
        this.since = now;
        this.backoffEnd = now;
        this.order = order;
    }

    public PodInfo pod() {
        return pod;
    }

    void replace(PodInfo newer) {
        pod = newer;
    }

    public Place place() {
        return place;
    }

    void place(Place now) {
        place = now;
    }

    /// The plugins that refused it last; empty after an error.
    public Set<String> rejectedBy() {
        return rejectedBy;
    }

    /// When it came into the queue, or was last put back.
    public Tick since() {
        return since;
    }

    /// When it was taken out for the first time.
    public Optional<Tick> firstTry() {
        return Optional.ofNullable(firstTry);
    }

    /// How often it has been tried.
    public int attempts() {
        return attempts;
    }

    Tick backoffEnd() {
        return backoffEnd;
    }

    void backoffEnd(Tick end) {
        backoffEnd = end;
    }

    long order() {
        return order;
    }

    void gatedBy(String plugin) {
        rejectedBy = Set.of(plugin);
    }

    void taken(Tick now) {
        attempts++;
        place = Place.IN_FLIGHT;
        if (firstTry == null) {
            firstTry = now;
        }
    }

    /// Counts a failed attempt and returns how many have failed in the same way.
    int failed(Set<String> plugins, Tick now) {
        rejectedBy = Frozen.set(plugins);
        since = now;
        if (plugins.isEmpty()) {
            errorsInARow++;
            return errorsInARow;
        }
        errorsInARow = 0;
        refusals++;
        return refusals;
    }

    boolean held() {
        return held;
    }

    void hold() {
        held = true;
        missedEvent = false;
    }

    void missEvent() {
        missedEvent = true;
    }

    /// Ends the hold and tells whether an event came meanwhile that would have moved the pod.
    boolean release() {
        held = false;
        return missedEvent;
    }
}
