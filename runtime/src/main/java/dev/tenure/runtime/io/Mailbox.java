package dev.tenure.runtime.io;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A bounded queue from one foreign thread to one reader that must not block. The writer waits while it is
/// full, so a slow reader slows the connection and not the memory.
public final class Mailbox<T> {
    private final int capacity;
    private final ArrayDeque<T> items = new ArrayDeque<>();
    private @Nullable Runnable signal;
    private boolean closed;

    public Mailbox(int capacity) {
        this.capacity = capacity;
    }

    /// Appends an item, waiting for room.
    ///
    /// @return false when the mailbox is closed and the item was dropped
    public boolean put(T item) {
        Runnable wake;
        synchronized (this) {
            boolean interrupted = false;
            while (items.size() >= capacity && !closed) {
                try {
                    wait();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (closed) {
                return false;
            }
            items.add(item);
            wake = signal;
            signal = null;
        }
        if (wake != null) {
            wake.run();
        }
        return true;
    }

    /// Takes at most `max` items without waiting.
    public synchronized List<T> take(int max) {
        var taken = new ArrayList<T>(Math.min(max, items.size()));
        while (taken.size() < max && !items.isEmpty()) {
            taken.add(items.remove());
        }
        notifyAll();
        return taken;
    }

    /// Runs `wake` once as soon as there is an item; at once when there is one already. A new call
    /// replaces it.
    public void onReady(Runnable wake) {
        synchronized (this) {
            if (items.isEmpty()) {
                signal = wake;
                return;
            }
            signal = null;
        }
        wake.run();
    }

    /// Drops what is in it and turns writers away.
    public synchronized void close() {
        closed = true;
        items.clear();
        signal = null;
        notifyAll();
    }
}
