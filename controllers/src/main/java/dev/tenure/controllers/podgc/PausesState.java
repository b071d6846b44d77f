package dev.tenure.controllers.podgc;

import dev.tenure.controllers.podgc.retention.FailedPodRetention.LoopLimit;
import dev.tenure.controllers.podgc.retention.FailedPodRetention.Pause;
import dev.tenure.controllers.podgc.retention.OwnerPause;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The owners of one retention that make no pods, or that did not lately and are watched. After a pause one
/// pod that fails is enough for the next, which is twice as long; when nothing fails for a window, the owner
/// is as any other. Confined to one loop.
final class PausesState {
    /// More owners than these are only told.
    static final int OWNERS_MAX = 100;

    private final Map<String, OwnerPause> owners = new LinkedHashMap<>();
    private Optional<LoopLimit> limit = Optional.empty();

    /// What stands in the API when this begins.
    void load(List<OwnerPause> stored) {
        stored.forEach(each -> owners.put(each.owner().uid(), each));
    }

    /// What counts from now on.
    ///
    /// @param asked absent where owners go on making pods, which ends all pauses
    void limit(Optional<LoopLimit> asked) {
        limit = asked.filter(each -> each.pause().isPresent());
        if (limit.isEmpty()) {
            owners.clear();
        }
    }

    Optional<LoopLimit> limit() {
        return limit;
    }

    List<OwnerPause> all() {
        return List.copyOf(owners.values());
    }

    /// Whether one pod of an owner that failed at a moment is enough.
    boolean watches(String owner, Instant failed) {
        OwnerPause last = owners.get(owner);
        return last != null && !last.paused() && failed.isAfter(last.until());
    }

    Optional<OwnerPause> of(String owner) {
        return Optional.ofNullable(owners.get(owner));
    }

    boolean knows(String owner) {
        return owners.containsKey(owner);
    }

    /// An owner makes no pods from now on.
    ///
    /// @return whether that is so; it is not where there are too many
    boolean begin(OwnerReference owner, String namespace, EvictionLoop loop, Instant now) {
        Optional<OwnerPause> before = Optional.ofNullable(owners.get(owner.uid()));
        Optional<Pause> asked = limit.flatMap(LoopLimit::pause);
        if (asked.isEmpty() || (before.isEmpty() && owners.size() >= OWNERS_MAX)) {
            return false;
        }
        Duration length = OwnerPause.length(asked.get(), before);
        owners.put(
                owner.uid(),
                new OwnerPause(
                        owner,
                        namespace,
                        loop.failure().node(),
                        loop.failure().reason(),
                        loop.failure().message(),
                        loop.often(),
                        true,
                        now,
                        now.plus(length)));
        return true;
    }

    /// Ends what is over.
    ///
    /// @return whether anything was
    boolean advance(Instant now) {
        boolean changed = false;
        for (OwnerPause each : all()) {
            if (end(each).isAfter(now)) {
                continue;
            }
            changed = true;
            if (each.paused()) {
                owners.put(each.owner().uid(), each.ended());
            } else {
                owners.remove(each.owner().uid());
            }
        }
        return changed;
    }

    /// When the next of them is over.
    Optional<Instant> next() {
        return owners.values().stream().map(this::end).min(Comparator.naturalOrder());
    }

    private Instant end(OwnerPause pause) {
        return pause.paused()
                ? pause.until()
                : pause.until().plus(limit.map(LoopLimit::window).orElse(Duration.ZERO));
    }
}
