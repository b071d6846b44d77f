package dev.tenure.runtime.limit;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Optional;

/// Grants so many things a second, with room for a few at once. Confined to one loop.
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perSecond;
    private final double burst;
    private double tokens;
    private Tick counted;

    private TokenBucket(double perSecond, double burst, double tokens, Tick now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = tokens;
        this.counted = now;
    }

    /// A bucket that is full at first.
    ///
    /// @param perSecond 0 or less: nothing is ever granted
    public static TokenBucket full(double perSecond, int burst, Tick now) {
        return new TokenBucket(perSecond, burst, perSecond > 0 ? burst : 0, now);
    }

    /// A bucket that has to fill first.
    public static TokenBucket empty(double perSecond, int burst, Tick now) {
        return new TokenBucket(perSecond, burst, 0, now);
    }

    public double perSecond() {
        return perSecond;
    }

    /// Takes a token if there is one.
    public boolean tryTake(Tick now) {
        fill(now);
        if (perSecond <= 0 || tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    /// Whether a token is there, without taking it.
    public boolean has(Tick now) {
        fill(now);
        return perSecond > 0 && tokens >= 1;
    }

    /// When the next token will be there; absent when there will never be one.
    public Optional<Tick> nextToken(Tick now) {
        if (perSecond <= 0) {
            return Optional.empty();
        }
        fill(now);
        double missing = Math.max(0, 1 - tokens);
        long nanos = (long) Math.ceil(missing / perSecond * NANOS_PER_SECOND);
        return Optional.of(now.plus(Duration.ofNanos(nanos)));
    }

    private void fill(Tick now) {
        if (now.isAfter(counted)) {
            double seconds = now.since(counted).toNanos() / NANOS_PER_SECOND;
            tokens = Math.min(burst, tokens + seconds * Math.max(0, perSecond));
            counted = now;
        }
    }
}
