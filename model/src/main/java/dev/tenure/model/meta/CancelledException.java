package dev.tenure.model.meta;

/// Nobody waits for the answer any more: the thread that works on it was interrupted, as by a client that has
/// gone. Long work calls [#check()] at intervals, so that it ends within a step.
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CancelledException() {
        super("the work was cancelled: nobody waits for its result");
    }

    /// Leaves the mark of the interruption where it is.
    ///
    /// @throws CancelledException when the current thread was interrupted
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancelledException();
        }
    }
}
