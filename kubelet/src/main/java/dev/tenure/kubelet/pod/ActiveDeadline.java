package dev.tenure.kubelet.pod;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When one pod has been on its node for as long as it may. The time at which it began is brought to the
/// monotonic clock once, when it is first seen: after several steps of the wall clock a time that was
/// written can mean more than one moment. Confined to one loop. Upstream: kubelet/active_deadline.go.
public final class ActiveDeadline {
    private record Began(Instant written, Tick at) {}

    private Optional<Began> began = Optional.empty();

    /// @param pod as the API shows it
    /// @return absent when it may stay, ends or has ended
    public Optional<Tick> of(Pod pod, TimeSource time) {
        Optional<Instant> start = pod.status().startTime();
        if (start.isEmpty() || pod.spec().activeDeadlineSeconds().isEmpty() || !PodRule.active(pod)) {
            return Optional.empty();
        }
        Began known = began.filter(before -> before.written().equals(start.get()))
                .orElseGet(() -> new Began(start.get(), time.tickOf(time.asOfNow(start.get()))));
        began = Optional.of(known);
        return Optional.of(known.at()
                .plus(Duration.ofSeconds(pod.spec().activeDeadlineSeconds().getAsLong())));
    }

    /// Whether that moment has come.
    public boolean over(Pod pod, TimeSource time) {
        return of(pod, time).filter(end -> !end.isAfter(time.now())).isPresent();
    }
}
