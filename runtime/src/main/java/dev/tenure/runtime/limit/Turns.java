package dev.tenure.runtime.limit;

import java.util.concurrent.locks.ReentrantLock;

/// Lets threads do what concerns the same key one after another. Different keys hardly ever wait for each
/// other. Safe for use by several threads.
public final class Turns {
    /// A power of two; how many keys can be worked on at once.
    private static final int PLACES = 64;

    private final ReentrantLock[] places = new ReentrantLock[PLACES];

    public Turns() {
        for (int i = 0; i < PLACES; i++) {
            places[i] = new ReentrantLock(true);
        }
    }

    /// Waits for its turn, however long it takes, and runs the action, which may block but take no other
    /// turn.
    public void take(String key, Runnable action) {
        int hash = key.hashCode();
        ReentrantLock place = places[(hash ^ (hash >>> 16)) & (PLACES - 1)];
        place.lock();
        try {
            action.run();
        } finally {
            place.unlock();
        }
    }
}
