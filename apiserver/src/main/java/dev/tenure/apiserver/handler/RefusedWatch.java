package dev.tenure.apiserver.handler;

import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import java.util.List;

/// A watch that has begun and tells nothing but why it cannot go on. Used by one thread at a time.
final class RefusedWatch implements WatchCursor {
    private List<WatchEvent> pending;

    RefusedWatch(Status why) {
        this.pending = List.of(new WatchEvent.Failed(why));
    }

    @Override
    public List<WatchEvent> poll(int max) {
        List<WatchEvent> all = pending;
        pending = List.of();
        return all;
    }

    @Override
    public void onReady(Runnable signal) {
        if (!pending.isEmpty()) {
            signal.run();
        }
    }

    @Override
    public void close() {}
}
