package dev.tenure.store.sqlite;

/// Waiting for the store's own threads to end.
final class ThreadEnd {
    private ThreadEnd() {}

    /// Returns when `thread` has ended, also when the caller is interrupted meanwhile, which it finds out later.
    static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
