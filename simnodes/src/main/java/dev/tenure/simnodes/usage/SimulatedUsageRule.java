package dev.tenure.simnodes.usage;

import java.time.Duration;
import java.util.List;

/// How much is used at a moment.
final class SimulatedUsageRule {
    private static final double NANOS_PER_SECOND = 1e9;

    private SimulatedUsageRule() {}

    /// @param since from the user's beginning; negative counts as the beginning
    public static long at(Usage usage, Duration since) {
        Duration age = since.isNegative() ? Duration.ZERO : since;
        long amount = switch (usage) {
            case Usage.Constant(long always) -> always;
            case Usage.Ramp(long from, long to, Duration over, Duration after) ->
                between(from, to, age.minus(after), over);
            case Usage.Spike spike -> jumping(spike, age) ? spike.peak() : spike.base();
            case Usage.Leak(long from, double perSecond) ->
                from + Math.round(perSecond * (age.toNanos() / NANOS_PER_SECOND));
            case Usage.Trace(List<Usage.Point> points) -> recorded(points, age);
        };
        return Math.max(amount, 0);
    }

    private static long between(long from, long to, Duration age, Duration over) {
        if (age.compareTo(over) >= 0) {
            return to;
        }
        return age.isNegative() ? from : from + Math.round((double) (to - from) * age.toNanos() / over.toNanos());
    }

    private static boolean jumping(Usage.Spike spike, Duration age) {
        Duration into = age.minus(spike.after());
        if (into.isNegative()) {
            return false;
        }
        long nanos =
                spike.every().isPresent() ? into.toNanos() % spike.every().get().toNanos() : into.toNanos();
        return nanos < spike.lasting().toNanos();
    }

    private static long recorded(List<Usage.Point> points, Duration age) {
        Usage.Point before = points.getFirst();
        if (before.at().compareTo(age) > 0) {
            return before.amount();
        }
        for (Usage.Point point : points) {
            if (point.at().compareTo(age) > 0) {
                return between(
                        before.amount(),
                        point.amount(),
                        age.minus(before.at()),
                        point.at().minus(before.at()));
            }
            before = point;
        }
        return before.amount();
    }
}
