package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;

/// The bounds of what numbers and times come to. Pure. Upstream: cel-go, common/types/overflow.go.
final class ResultBounds {
    private static final Duration SHORTEST = Duration.ofNanos(Long.MIN_VALUE);
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private ResultBounds() {}

    static Long whole(BigInteger number) {
        if (number.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("integer overflow");
        }
        return number.longValue();
    }

    static UnsignedLong unsigned(BigInteger number) {
        if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
            throw new IllegalArgumentException("unsigned integer overflow");
        }
        return UnsignedLong.valueOf(number);
    }

    static Duration duration(Duration length) {
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("duration overflow");
        }
        return length;
    }

    static Duration between(Instant from, Instant to) {
        Duration length = Duration.between(from, to);
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("integer overflow");
        }
        return length;
    }

    /// A moment, so much later.
    static Instant moment(Instant from, Duration later) {
        Instant moment = from.plus(later);
        if (moment.isBefore(FIRST) || moment.isAfter(LAST)) {
            throw new IllegalArgumentException("timestamp overflow");
        }
        return moment;
    }
}
