package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A threshold of use that the kernel does not take leaves no file open, whichever step fails.
final class MemoryUseTest {
    /// Gives out descriptors and remembers which are open; one of its steps fails.
    private static final class FailingKernel implements EventFiles {
        private final int failing;
        private final Set<Integer> open = new HashSet<>();
        private int steps;

        private FailingKernel(int failing) {
            this.failing = failing;
        }

        private int step() throws IOException {
            steps++;
            if (steps == failing) {
                throw new IOException("Too many open files");
            }
            return steps;
        }

        @Override
        public int open(String path, int flags) throws IOException {
            int descriptor = step();
            open.add(descriptor);
            return descriptor;
        }

        @Override
        public int events() throws IOException {
            return open("events", 0);
        }

        @Override
        public void write(int descriptor, String text) throws IOException {
            step();
        }

        @Override
        public void drain(int descriptor) {
            throw new IllegalStateException("nothing happens");
        }

        @Override
        public short poll(int descriptor, short wanted, int millis) {
            throw new IllegalStateException("nobody waits");
        }

        @Override
        public void close(int descriptor) {
            assertThat(open.remove(descriptor)).isTrue();
        }
    }

    @Test
    void whatCannotBeWaitedForIsClosed(@TempDir Path group) throws IOException {
        Files.writeString(group.resolve("cgroup.event_control"), "");
        for (int failing = 1; failing <= 4; failing++) {
            var kernel = new FailingKernel(failing);
            try (var alarm = new MemoryAlarm(() -> {}, kernel)) {
                assertThat(alarm.onUse(group, 1 << 20)).as("step %d", failing).isEmpty();
            }
            assertThat(kernel.open).as("step %d", failing).isEmpty();
        }
    }
}
