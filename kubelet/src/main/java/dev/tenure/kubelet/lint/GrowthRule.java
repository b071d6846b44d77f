package dev.tenure.kubelet.lint;

import java.time.Duration;
import java.util.List;

/// How fast something grew in a recording.
public final class GrowthRule {
    /// @param at from the beginning of the recording
    /// @param amount what was in use
    public record Sample(Duration at, long amount) {}

    private GrowthRule() {}

    /// The most that was added within any span of this length; 0 when it never grew. Between two samples
    /// it counts as growing evenly.
    ///
    /// @param samples in order of time
    public static long largest(List<Sample> samples, Duration span) {
        long largest = 0;
        for (Sample end : samples) {
            Duration from = end.at().minus(span);
            long before = at(samples, from);
            largest = Math.max(largest, end.amount() - before);
        }
        for (Sample start : samples) {
            largest = Math.max(largest, at(samples, start.at().plus(span)) - start.amount());
        }
        return largest;
    }

    private static long at(List<Sample> samples, Duration moment) {
        Sample before = samples.getFirst();
        if (before.at().compareTo(moment) > 0) {
            return before.amount();
        }
        for (Sample sample : samples) {
            if (sample.at().compareTo(moment) > 0) {
                double share = (double) moment.minus(before.at()).toNanos()
                        / sample.at().minus(before.at()).toNanos();
                return before.amount() + Math.round(share * (sample.amount() - before.amount()));
            }
            before = sample;
        }
        return before.amount();
    }
}
