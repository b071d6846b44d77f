package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.controllers.tainteviction.policy.DueTaint;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Because of which taints a pod has to leave.
///
/// @param now those because of which it has to leave by now
/// @param next when another one makes it leave
public record DueTaints(List<DueTaint> now, Optional<Tick> next) {
    public static final DueTaints NONE = new DueTaints(List.of(), Optional.empty());

    public DueTaints {
        now = List.copyOf(now);
    }

    /// How long ago the pod should have left because of the first of those that make it leave by now.
    public Optional<Duration> longest() {
        return now.stream().map(DueTaint::late).max(Duration::compareTo);
    }
}
