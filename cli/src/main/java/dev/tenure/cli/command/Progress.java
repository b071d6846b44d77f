package dev.tenure.cli.command;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;

/// What a command is doing and for how long, as one line of a terminal that is written anew, once it has
/// taken a second. Where there is no terminal nothing is printed. Safe for use by several threads.
public final class Progress implements AutoCloseable {
    private static final Duration SILENT = Duration.ofSeconds(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final String ANEW = "\r\u001b[K";

    /// Where the telling stands.
    private enum Stage {
        SHOWING,
        ASKED_TO_END,
        ENDED
    }

    private final Published<String> doing;
    private final Published<Stage> stage;
    private final PrintWriter err;
    private final TimeSource time;
    private final Tick begin;

    private Progress(PrintWriter err, TimeSource time, String what, Stage first) {
        this.err = err;
        this.time = time;
        this.begin = time.now();
        this.doing = new Published<>(what);
        this.stage = new Published<>(first);
    }

    /// Begins to show it.
    ///
    /// @param err where it is printed, if this process has a terminal
    /// @param what is being done, for example `reading the cluster`
    public static Progress on(PrintWriter err, String what) {
        if (!hasTerminal()) {
            return new Progress(err, new SystemTime(), what, Stage.ENDED);
        }
        var progress = new Progress(err, new SystemTime(), what, Stage.SHOWING);
        Background.daemon("progress", progress::print);
        return progress;
    }

    @SuppressWarnings(
            "SystemConsoleNull") // it is null where a stream is no terminal and the JDK's own console is in use
    private static boolean hasTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// From now on that is being done.
    public void show(String what) {
        doing.publish(what);
    }

    private void print() {
        String shown = "";
        while (stage.get() == Stage.SHOWING) {
            Duration spent = time.now().since(begin);
            String line = "%s (%d s)".formatted(doing.get(), spent.toSeconds());
            if (spent.compareTo(SILENT) >= 0 && !line.equals(shown)) {
                shown = line;
                err.print(ANEW + line);
                err.flush();
            }
            Pause.of(LOOK_EVERY, time);
        }
        if (!shown.isEmpty()) {
            err.print(ANEW);
            err.flush();
        }
        stage.publish(Stage.ENDED);
    }

    /// Takes the line away; nothing is written afterwards.
    @Override
    public void close() {
        if (stage.get() == Stage.SHOWING) {
            stage.publish(Stage.ASKED_TO_END);
        }
        while (stage.get() != Stage.ENDED && !Thread.currentThread().isInterrupted()) {
            Pause.of(LOOK_EVERY, time);
        }
    }
}
