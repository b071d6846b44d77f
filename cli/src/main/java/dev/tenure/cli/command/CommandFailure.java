package dev.tenure.cli.command;

/// A command that cannot do what it was asked; the message names the thing, the value and the remedy and
/// is printed without a stack trace.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// One of [ExitCode].
    public int exitCode() {
        return exitCode;
    }
}
