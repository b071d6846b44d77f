package dev.tenure.runtime.io;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The end of the process: whoever waits here is woken when the process is asked to stop, and the process
/// waits until everything is put away. Safe for use by several threads.
public final class Termination {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean failed;
    private volatile OptionalInt ending = OptionalInt.empty();

    private final Duration patience;

    private Termination(Duration patience) {
        this.patience = patience;
    }

    /// Listens for the signals that end a process (Ctrl-C, SIGTERM).
    public static Termination install() {
        return install(PATIENCE);
    }

    /// @param patience how long the process waits at most until everything is put away
    public static Termination install(Duration patience) {
        var termination = new Termination(patience);
        Runtime.getRuntime().addShutdownHook(new Thread(termination::onShutdown, "shutdown"));
        return termination;
    }

    private void onShutdown() {
        asked.countDown();
        try {
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("error: not everything stopped within " + patience.toSeconds() + " s");
            } else if (ending.isPresent()) {
                // else the code would be that of the signal, by which a service that was stopped counts as
                // failed
                Runtime.getRuntime().halt(ending.getAsInt());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Asks for the end from within, because something failed.
    public void fail() {
        failed = true;
        asked.countDown();
    }

    /// Waits until the process is asked to stop.
    ///
    /// @return whether it is asked from outside; false when something failed
    public boolean await() {
        while (true) {
            try {
                asked.await();
                return !failed;
            } catch (InterruptedException _) {
                asked.countDown();
            }
        }
    }

    /// Whether the process is asked to stop, without waiting.
    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /// With which code the process ends once everything is put away, although a signal asked for it.
    ///
    /// @return the code
    public int ending(int code) {
        ending = OptionalInt.of(code);
        return code;
    }

    /// Everything is put away; the process may end.
    public void done() {
        done.countDown();
    }
}
