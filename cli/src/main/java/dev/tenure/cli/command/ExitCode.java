package dev.tenure.cli.command;

/// How a command ends, for scripts.
public final class ExitCode {
    public static final int OK = 0;
    /// The command understood and could not do it; the last line on standard error says why.
    public static final int FAILED = 1;
    /// The command line is wrong.
    public static final int USAGE = 2;
    /// Nothing runs where the command looked for a running Tenure.
    public static final int NOT_RUNNING = 3;

    private ExitCode() {}
}
