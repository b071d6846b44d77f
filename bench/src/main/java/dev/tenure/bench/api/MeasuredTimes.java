package dev.tenure.bench.api;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.ObjectNode;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/// When each of so many things began and when it was seen to end. One thread begins, one ends.
final class MeasuredTimes {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeSource time;
    private final Tick origin;
    private final AtomicLongArray began;
    private final AtomicLongArray ended;
    private final Semaphore more = new Semaphore(0);
    private volatile int done;

    MeasuredTimes(TimeSource time, int count) {
        this.time = time;
        this.origin = time.now();
        this.began = new AtomicLongArray(count);
        this.ended = new AtomicLongArray(count);
    }

    void begin(int number) {
        began.setPlain(number, now());
    }

    /// Notes the end, the first time that it is reported.
    void end(int number) {
        if (number < 0 || number >= ended.length() || ended.getPlain(number) != 0) {
            return;
        }
        ended.setPlain(number, now());
        int counted = done + 1;
        done = counted;
        more.release();
    }

    private long now() {
        return 1 + time.now().since(origin).toNanos();
    }

    int done() {
        return done;
    }

    /// Waits until all have ended, or none did for so many seconds.
    void await(int seconds) throws InterruptedException {
        await(ended.length(), seconds);
    }

    /// Waits until so many have ended, or none did for so many seconds.
    void await(int count, int seconds) throws InterruptedException {
        while (done < count && more.tryAcquire(seconds, TimeUnit.SECONDS)) {
            more.drainPermits();
        }
    }

    /// Adds the rate and the latencies of what has ended.
    void summarise(ObjectNode summary, String rate, String latency) {
        long[] spans = new long[done];
        long first = Long.MAX_VALUE;
        long last = 0;
        int at = 0;
        for (int i = 0; i < ended.length() && at < spans.length; i++) {
            long end = ended.get(i);
            if (end != 0) {
                first = Math.min(first, began.get(i));
                last = Math.max(last, end);
                spans[at++] = end - began.get(i);
            }
        }
        if (at == 0) {
            return;
        }
        double seconds = (last - first) / NANOS_PER_SECOND;
        summary.put("seconds", round(seconds)).put(rate, Math.round(at / seconds));
        quantiles(summary.putObject(latency), spans);
    }

    /// Adds how long it took until the first, and until the last, of each so many had ended.
    void summariseGroups(ObjectNode summary, int size, String first, String last) {
        long[] firsts = new long[ended.length() / size];
        long[] lasts = new long[firsts.length];
        for (int group = 0; group < lasts.length; group++) {
            firsts[group] = Long.MAX_VALUE;
            for (int i = group * size; i < (group + 1) * size; i++) {
                long span = ended.get(i) == 0 ? Long.MAX_VALUE : ended.get(i) - began.get(i);
                firsts[group] = Math.min(firsts[group], span);
                lasts[group] = Math.max(lasts[group], span);
            }
        }
        quantiles(summary.putObject(first), firsts);
        quantiles(summary.putObject(last), lasts);
    }

    private static void quantiles(ObjectNode into, long[] spans) {
        Arrays.sort(spans);
        into.put("p50", quantile(spans, 0.5))
                .put("p90", quantile(spans, 0.9))
                .put("p99", quantile(spans, 0.99))
                .put("max", quantile(spans, 1));
    }

    private static double quantile(long[] sorted, double share) {
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return round(sorted[Math.max(0, at)] / NANOS_PER_MILLI);
    }

    static double round(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
