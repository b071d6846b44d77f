package dev.tenure.testkit.cluster;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One watch of a [MemoryApi]. For one thread.
final class MemoryCursor implements WatchCursor {
    private final ResourceType type;
    private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();
    private Optional<Runnable> signal = Optional.empty();
    private boolean muted;
    private boolean closed;

    MemoryCursor(ResourceType type) {
        this.type = type;
    }

    boolean follows(ResourceType other) {
        return type.equals(other);
    }

    boolean closed() {
        return closed;
    }

    void mute() {
        muted = true;
    }

    void send(WatchEvent event) {
        if (!closed && (!muted || event instanceof WatchEvent.Failed)) {
            events.add(event);
            fire();
        }
    }

    private void fire() {
        if (!events.isEmpty()) {
            Optional<Runnable> due = signal;
            signal = Optional.empty();
            due.ifPresent(Runnable::run);
        }
    }

    @Override
    public List<WatchEvent> poll(int max) {
        var batch = new ArrayList<WatchEvent>();
        while (batch.size() < max && !events.isEmpty()) {
            batch.add(events.removeFirst());
        }
        return batch;
    }

    @Override
    public void onReady(Runnable next) {
        signal = Optional.of(next);
        fire();
    }

    @Override
    public void close() {
        closed = true;
        events.clear();
        signal = Optional.empty();
    }
}
