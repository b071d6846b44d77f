package dev.tenure.launch.log;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/// Sends `System.Logger` to standard error: warnings of everything, from the first `-v` on also what
/// Tenure itself has to say, from the second on everything.
public final class LogSetup {
    /// The client of container runtimes tells of every attempt, with stack traces; what matters of it is told
    /// by who makes the attempts.
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    /// Kept here, for a logger that nobody refers to forgets its level.
    private static final Logger TENURE = Logger.getLogger("dev.tenure");

    private LogSetup() {}

    /// @param verbosity how often `-v` was given
    public static void apply(int verbosity) {
        LogManager.getLogManager().reset();
        Handler handler = new ConsoleHandler();
        handler.setFormatter(new LineFormatter(verbosity > 0));
        handler.setLevel(Level.ALL);
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        root.setLevel(verbosity > 1 ? Level.FINE : Level.WARNING);
        GRPC.setLevel(verbosity > 1 ? Level.ALL : Level.OFF);
        TENURE.setLevel(verbosity > 1 ? Level.ALL : verbosity == 1 ? Level.FINE : Level.WARNING);
    }

    /// Only what is a bug: in a world with faults the components meet refusals and silence on purpose, and
    /// the time at which they would tell it is not that of the world.
    public static void errorsOnly() {
        apply(0);
        Logger.getLogger("").setLevel(Level.SEVERE);
        TENURE.setLevel(Level.SEVERE);
    }
}
