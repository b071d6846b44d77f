package dev.tenure.controllers.nodelifecycle.zone;

import dev.tenure.runtime.limit.TokenBucket;
import dev.tenure.runtime.time.Tick;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The sick nodes of one zone that wait for their NoExecute taint, in the order in which they fell sick. A
/// node that was handled stays known until it is removed, so that it is not handled twice. Confined to one
/// loop. Upstream: RateLimitedTimedQueue.
public final class ZoneQueue {
    private static final int BURST = 1;

    private record Waiting(Tick processAt, long order, String node) {}

    private final Map<String, Waiting> waiting = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final TreeSet<Waiting> inOrder =
            new TreeSet<>(Comparator.comparing(Waiting::processAt).thenComparingLong(Waiting::order));
    private TokenBucket limiter;
    private long next;

    public ZoneQueue(double rate, Tick now) {
        limiter = TokenBucket.full(rate, BURST, now);
    }

    /// Appends a node, unless it is known.
    public void add(String node, Tick now) {
        if (seen.add(node)) {
            put(new Waiting(now, next++, node));
        }
    }

    /// Lets a node that was handled be handled again; one that still waits keeps its place.
    public void addAgain(String node, Tick now) {
        if (!waiting.containsKey(node)) {
            seen.remove(node);
            add(node, now);
        }
    }

    /// Forgets a node.
    public void remove(String node) {
        seen.remove(node);
        dequeue(node);
    }

    /// The node is gone. One that was handled is forgotten; one that waits keeps its place until [#take]
    /// gives it.
    public void gone(String node) {
        if (!waiting.containsKey(node)) {
            seen.remove(node);
        }
    }

    /// Whether it knows no node.
    public boolean isForgotten() {
        return seen.isEmpty();
    }

    /// The next node to handle: costs a token, also when the node then turns out to need nothing.
    public Optional<String> take(Tick now) {
        if (inOrder.isEmpty()
                || !limiter.tryTake(now)
                || inOrder.first().processAt().isAfter(now)) {
            return Optional.empty();
        }
        String node = inOrder.first().node();
        dequeue(node);
        return Optional.of(node);
    }

    /// Puts a node back that could not be handled; it stays known all the time.
    public void retry(String node, Tick at) {
        if (seen.contains(node) && !waiting.containsKey(node)) {
            put(new Waiting(at, next++, node));
        }
    }

    /// When [#take] is worth asking again; absent when it will not give anything until something changes.
    public Optional<Tick> nextTake(Tick now) {
        if (inOrder.isEmpty()) {
            return Optional.empty();
        }
        Tick due = inOrder.first().processAt();
        return limiter.nextToken(now).map(token -> token.isAfter(due) ? token : due);
    }

    /// Sets the rate. A bucket that had no token is followed by one that has to fill first; with a rate of
    /// 0 there never was one.
    public void setRate(double rate, Tick now) {
        if (rate == limiter.perSecond()) {
            return;
        }
        boolean full = limiter.has(now);
        limiter = full ? TokenBucket.full(rate, BURST, now) : TokenBucket.empty(rate, BURST, now);
    }

    public double rate() {
        return limiter.perSecond();
    }

    /// How many nodes wait for their taint.
    public int size() {
        return waiting.size();
    }

    private void put(Waiting entry) {
        waiting.put(entry.node(), entry);
        inOrder.add(entry);
    }

    private void dequeue(String node) {
        Waiting old = waiting.remove(node);
        if (old != null) {
            inOrder.remove(old);
        }
    }
}
