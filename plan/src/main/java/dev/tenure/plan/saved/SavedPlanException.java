package dev.tenure.plan.saved;

/// A saved plan that cannot be read or written. The message names the file, what is wrong, and what to do.
public final class SavedPlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SavedPlanException(String message) {
        super(message);
    }

    public SavedPlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
