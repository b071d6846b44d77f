package dev.tenure.runtime.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Programs of this machine that are run to their end, and that nobody waits for beyond a limit: what lasts
/// longer is killed, with all that it has begun.
public final class OutsideProgram {
    /// For the last of what a program that has ended printed to arrive.
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(5);

    private OutsideProgram() {}

    /// What came of a program.
    ///
    /// @param output what it printed: shared, never to be written into
    /// @param complaint what it wrote to standard error, where the caller has not put that elsewhere
    public record Ended(int code, byte[] output, byte[] complaint) {
        /// What it printed, without blanks around it.
        public String text() {
            return new String(output, StandardCharsets.UTF_8).strip();
        }
    }

    private static final byte[] NOTHING = {};

    /// Runs a program; blocks until it has ended. What it could read from a pipe is empty.
    ///
    /// @param bytesMax how much of what it prints is kept
    /// @throws IOException when it cannot be started, or has not ended within the limit
    public static Ended run(ProcessBuilder program, Duration limit, int bytesMax)
            throws IOException, InterruptedException {
        return run(program, NOTHING, limit, bytesMax);
    }

    /// The same for a program that is told something.
    ///
    /// @param input what it can read from a pipe; one that does not read it may end all the same
    /// @param bytesMax how much is kept of what it prints, and of what it writes to standard error
    public static Ended run(ProcessBuilder program, byte[] input, Duration limit, int bytesMax)
            throws IOException, InterruptedException {
        Process process = program.start();
        try {
            tell(process, input);
            var output = started("program-output", () -> kept(process.getInputStream(), bytesMax));
            var complaint = started("program-complaint", () -> kept(process.getErrorStream(), bytesMax));
            if (!process.waitFor(limit)) {
                throw new IOException("it has not ended within %d s".formatted(limit.toSeconds()));
            }
            String late = "something that it has begun goes on";
            return new Ended(
                    process.exitValue(), result(output, LAST_OUTPUT, late), result(complaint, LAST_OUTPUT, late));
        } finally {
            kill(process);
        }
    }

    /// What does not fit into the pipe is written by another thread: nobody knows whether the program reads
    /// it.
    private static void tell(Process process, byte[] input) throws IOException {
        if (input.length == 0) {
            process.getOutputStream().close();
            return;
        }
        Background.daemon("program-input", () -> {
            try (OutputStream pipe = process.getOutputStream()) {
                pipe.write(input);
            } catch (IOException _) {
                // it has closed its end, or ended
            }
        });
    }

    private static byte[] kept(InputStream printed, int bytesMax) throws IOException {
        byte[] kept = printed.readNBytes(bytesMax);
        // a program that cannot get rid of what it prints does not end
        printed.transferTo(OutputStream.nullOutputStream());
        return kept;
    }

    /// Does something that may block for ever, for example read what a program says; blocks until it is done.
    /// After the limit it goes on by itself, until what it waits for is closed.
    ///
    /// @throws IOException what it threw, or that the limit is over
    public static <T> T within(Duration limit, Callable<T> work) throws IOException, InterruptedException {
        return result(started("limited-work", work), limit, "no answer within %d s".formatted(limit.toSeconds()));
    }

    private static <T> FutureTask<T> started(String name, Callable<T> work) {
        var task = new FutureTask<>(work);
        Background.daemon(name, task);
        return task;
    }

    private static <T> T result(FutureTask<T> task, Duration limit, String late)
            throws IOException, InterruptedException {
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(late, e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException known -> throw known;
                case RuntimeException known -> throw known;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /// Nothing happens to one that has ended.
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
