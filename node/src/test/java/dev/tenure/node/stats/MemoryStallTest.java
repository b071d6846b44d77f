package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.node.stats.MemoryAlarm.Stall;
import dev.tenure.runtime.loop.WakeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stalls as a kernel tells of them: a trigger is written to a file, and the file becomes urgent. The kernel
/// is a stand-in, for stalls cannot be made at will.
final class MemoryStallTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String AT_ONCE = "some 50000 500000";
    private static final String LATE = "some 100000 2000000";

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");
    private final FakeKernel kernel = new FakeKernel();

    /// Takes some triggers, and tells what it is told to tell.
    private static final class FakeKernel implements EventFiles {
        private final List<String> taken = new CopyOnWriteArrayList<>();
        private final BlockingQueue<Short> happens = new LinkedBlockingQueue<>();
        private final WakeUp closed = new WakeUp();
        private List<String> takes = List.of();

        @Override
        public int open(String path, int flags) {
            assertThat(flags).isEqualTo(Libc.READ_WRITE | Libc.NON_BLOCKING);
            return 7;
        }

        @Override
        public void write(int descriptor, String text) throws IOException {
            if (!takes.contains(text)) {
                throw new IOException("Invalid argument");
            }
            taken.add(text);
        }

        @Override
        public int events() throws IOException {
            throw new IOException("none");
        }

        @Override
        public void drain(int descriptor) {
            throw new IllegalStateException("a trigger has no count");
        }

        @Override
        public short poll(int descriptor, short wanted, int millis) {
            assertThat(wanted).isEqualTo(Libc.URGENT);
            try {
                Short alarmed = happens.poll(millis, TimeUnit.MILLISECONDS);
                return alarmed == null ? 0 : alarmed;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Libc.BROKEN;
            }
        }

        @Override
        public void close(int descriptor) {
            closed.raise();
        }
    }

    @BeforeEach
    void pressure() throws IOException {
        file = Files.writeString(folder.resolve("memory.pressure"), "some avg10=0.00\n");
    }

    @Test
    void aKernelThatTellsAtOnceIsAskedTo() throws InterruptedException {
        kernel.takes = List.of(AT_ONCE, LATE);
        var alarmed = new WakeUp();
        try (var alarm = new MemoryAlarm(alarmed::raise, kernel)) {
            assertThat(alarm.onStall(file)).isEqualTo(Stall.AT_ONCE);
            assertThat(kernel.taken).containsExactly(AT_ONCE);
            kernel.happens.add((short) 0);
            assertThat(alarmed.await(Duration.ofMillis(50)))
                    .as("nothing happened")
                    .isFalse();
            kernel.happens.add(Libc.URGENT);
            assertThat(alarmed.await(LONG)).isTrue();
        }
        kernel.happens.add(Libc.URGENT);
        assertThat(kernel.closed.await(LONG)).as("its file is closed").isTrue();
    }

    @Test
    void eachStallIsReported() throws InterruptedException {
        kernel.takes = List.of(AT_ONCE);
        BlockingQueue<String> alarmed = new LinkedBlockingQueue<>();
        try (var alarm = new MemoryAlarm(() -> alarmed.add("stall"), kernel)) {
            assertThat(alarm.onStall(file)).isEqualTo(Stall.AT_ONCE);
            for (int i = 0; i < 3; i++) {
                kernel.happens.add(Libc.URGENT);
                assertThat(alarmed.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("stall");
            }
        }
        kernel.happens.add(Libc.BROKEN);
        assertThat(kernel.closed.await(LONG)).isTrue();
    }

    @Test
    void whoMayNotLearnAtOnceLearnsLate() {
        kernel.takes = List.of(LATE);
        try (var alarm = new MemoryAlarm(() -> {}, kernel)) {
            assertThat(alarm.onStall(file)).isEqualTo(Stall.LATE);
            assertThat(kernel.taken).containsExactly(LATE);
        }
        kernel.happens.add(Libc.BROKEN);
    }

    @Test
    void aKernelThatTakesNoTriggerDoesNotTell() {
        try (var alarm = new MemoryAlarm(() -> {}, kernel)) {
            assertThat(alarm.onStall(file)).isEqualTo(Stall.NOT);
            assertThat(alarm.onStall(folder.resolve("nowhere"))).isEqualTo(Stall.NOT);
        }
    }

    @Test
    void aGroupThatIsGoneTellsNothingMore() throws InterruptedException {
        kernel.takes = List.of(AT_ONCE);
        var alarmed = new WakeUp();
        try (var alarm = new MemoryAlarm(alarmed::raise, kernel)) {
            assertThat(alarm.onStall(file)).isEqualTo(Stall.AT_ONCE);
            kernel.happens.add((short) (Libc.BROKEN | Libc.URGENT));
            assertThat(kernel.closed.await(LONG)).isTrue();
            assertThat(alarmed.await(Duration.ZERO)).isFalse();
        }
    }
}
