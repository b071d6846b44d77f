package dev.tenure.runtime.io;

import java.util.function.BiConsumer;

/// Starts threads that do nothing but read or serve a stream until it ends.
public final class Background {
    private Background() {}

    /// Runs `body` on a virtual thread of its own.
    public static void run(String name, Runnable body) {
        Thread.ofVirtual().name(name).start(body);
    }

    /// The same for a body that somebody else waits for: when it throws, `fallen` is run, so that whoever
    /// waits hears of the end, and then it is reported like all that nobody caught.
    public static void run(String name, Runnable body, Runnable fallen) {
        run(name, () -> {
            boolean ended = false;
            try {
                body.run();
                ended = true;
            } finally {
                if (!ended) {
                    fallen.run();
                }
            }
        });
    }

    /// From now on, `listener` hears, with the thread's name, of what ends a thread of this process because
    /// nobody caught it.
    public static void reportUncaught(BiConsumer<String, Throwable> listener) {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> listener.accept(thread.getName(), e));
    }

    /// Runs `body` on a daemon thread of the system, for calls into the kernel that a virtual thread would
    /// hold its carrier for.
    public static void daemon(String name, Runnable body) {
        Thread.ofPlatform().name(name).daemon(true).start(body);
    }
}
