package dev.tenure.launch.process;

/// What a server in the background and the launcher that started it agree on. The launcher
/// (`build/background.sh`) starts the server with the same arguments but `--detach`, keeps its standard error
/// in the log of the data directory, and returns when it reads that the server is ready.
public final class Detached {
    /// The line with which the background process ends what it has to say on standard output.
    public static final String READY = "tenure-detached-ready";

    /// Set in the background process, so that it says [#READY].
    private static final String MARK = "TENURE_DETACHED";

    private Detached() {}

    /// Whether this process is one that was started in the background.
    public static boolean isBackground() {
        return System.getenv(MARK) != null;
    }
}
