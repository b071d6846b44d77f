package dev.tenure.runtime.io;

/// Waiting for a thread of one's own to end.
public final class ThreadEnd {
    private ThreadEnd() {}

    /// Returns when `thread` has ended, also when the caller is interrupted meanwhile, which it finds out
    /// later.
    public static void await(Thread thread) {
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
