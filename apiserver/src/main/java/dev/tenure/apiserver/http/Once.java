package dev.tenure.apiserver.http;

import java.util.concurrent.atomic.AtomicBoolean;

/// Something to be done once, by whichever thread comes first.
final class Once implements Runnable {
    private final Runnable action;
    private final AtomicBoolean done = new AtomicBoolean();

    Once(Runnable action) {
        this.action = action;
    }

    @Override
    public void run() {
        if (done.compareAndSet(false, true)) {
            action.run();
        }
    }
}
