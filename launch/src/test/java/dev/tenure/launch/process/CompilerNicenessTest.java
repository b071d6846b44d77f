package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class CompilerNicenessTest {
    /// Of the fields behind the name of a thread, see proc_pid_stat(5).
    private static final int NICE = 16;

    private static final Path SELF = Path.of("/proc/thread-self");

    @Test
    void threadsOfANameStandBehindOthersAndNobodyElseDoes() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(SELF), "threads have a niceness of their own on Linux alone");
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Thread compiler = Thread.ofPlatform().name("like a compiler").start(() -> {
            begun.countDown();
            await(end);
        });
        begun.await();
        try {
            List<Integer> threads = CompilerNiceness.threads(compiler.getName());
            assertThat(threads).hasSize(1);
            int before = niceness(SELF);

            assertThat(CompilerNiceness.raise(compiler.getName())).isEqualTo(1);

            assertThat(niceness(Path.of("/proc/self/task", "" + threads.getFirst())))
                    .isEqualTo(CompilerNiceness.NICENESS);
            assertThat(niceness(SELF)).isEqualTo(before);
        } finally {
            end.countDown();
            compiler.join();
        }
    }

    @Test
    void whereThereIsNoSuchThreadNothingIsDone() {
        assertThat(CompilerNiceness.raise("nobody's name")).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static int niceness(Path thread) throws IOException {
        String stat = Files.readString(thread.resolve("stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE]);
    }
}
