package dev.tenure.launch.process;

import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Has the second compiler of the JVM (C2) work behind the threads that answer requests, on a machine of few
/// cores. A fresh server gives it a third of a core while a thousand nodes are made, time that those who wait
/// do not get, while code that is not compiled yet runs all the same. Where there is time left, the compiler
/// is as quick as before. The first compiler, without which code is far slower, stays as it is.
///
/// With more cores the JVM adds compiler threads later, and one of the first compiler may be made by one of
/// the second and be as nice: there nothing is changed. Works on Linux, where each thread has a niceness of
/// its own (setpriority(2), which says that it counts for the whole process, and does not).
public final class CompilerNiceness {
    /// A quarter of the weight that the scheduler of Linux gives to others. With 10, a tenth, what is never
    /// compiled in time costs more than is won.
    static final int NICENESS = 6;

    /// Up to so many cores the JVM has one thread for each compiler, and no more.
    private static final int CORES_MAX = 3;

    /// As far as the kernel keeps the name of a thread.
    private static final String SECOND_COMPILER = "C2 CompilerThre";

    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int PRIO_PROCESS = 0;

    private CompilerNiceness() {}

    /// Does so on a daemon thread, soon.
    public static void raise() {
        if (Runtime.getRuntime().availableProcessors() <= CORES_MAX) {
            Background.daemon("compiler-niceness", () -> raise(SECOND_COMPILER));
        }
    }

    /// @param name of threads, as the kernel keeps it
    /// @return how many threads it was raised of
    static int raise(String name) {
        List<Integer> threads = threads(name);
        if (threads.isEmpty()) {
            return 0;
        }
        MethodHandle setPriority = setPriority();
        int raised = 0;
        for (int thread : threads) {
            raised += set(setPriority, thread) ? 1 : 0;
        }
        return raised;
    }

    /// The threads of a name, by their numbers; none on other systems than Linux.
    static List<Integer> threads(String name) {
        if (!Files.isDirectory(THREADS)) {
            return List.of();
        }
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.filter(thread -> name(thread).equals(name))
                    .map(thread -> Integer.valueOf(thread.getFileName().toString()))
                    .toList();
        } catch (IOException | UncheckedIOException _) {
            return List.of();
        }
    }

    /// Empty for a thread that has ended meanwhile.
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException _) {
            return "";
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle setPriority() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setpriority"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static boolean set(MethodHandle setPriority, int thread) {
        try {
            return (int) setPriority.invokeExact(PRIO_PROCESS, thread, NICENESS) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("setpriority cannot be called", e);
        }
    }
}
