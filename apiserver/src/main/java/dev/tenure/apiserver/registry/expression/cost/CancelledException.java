package dev.tenure.apiserver.registry.expression.cost;

/// Nobody waits for the answer any more: the thread was interrupted while an expression ran.
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CancelledException() {
        super("operation interrupted");
    }
}
