package dev.tenure.runtime.http;

import java.util.concurrent.atomic.LongAdder;

/// How many requests a server was sent; counted by many threads, none of which waits for another.
public final class RequestCount {
    private final LongAdder count = new LongAdder();

    /// One more.
    public void add() {
        count.increment();
    }

    /// So far; what comes meanwhile may be missing.
    public long sum() {
        return count.sum();
    }
}
