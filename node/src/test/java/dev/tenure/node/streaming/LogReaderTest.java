package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
    private static final LogOptions ALL =
            new LogOptions(false, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), "");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void writeLog() throws IOException {
        Files.writeString(folder.resolve("0.log"), """
                2026-01-01T00:00:01.5Z stdout F one
                2026-01-01T00:00:02.5Z stderr F two
                2026-01-01T00:00:03.5Z stdout P thr
                2026-01-01T00:00:03.6Z stdout F ee
                """);
    }

    private String read(LogOptions options) throws IOException {
        var out = new ByteArrayOutputStream();
        new LogReader(folder.resolve("0.log"), options, new SystemTime()).copy(out, () -> false);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void partsOfALineAreJoined() throws IOException {
        assertThat(read(ALL)).isEqualTo("one\ntwo\nthree\n");
    }

    /// Readers of WebSockets get a message for each piece, and some leave out those that are blank.
    @Test
    void aLineIsWrittenInOnePiece() throws IOException {
        var pieces = new ArrayList<String>();
        var out = new OutputStream() {
            @Override
            public void write(int one) {
                pieces.add(String.valueOf((char) one));
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                pieces.add(new String(bytes, from, length, StandardCharsets.UTF_8));
            }
        };
        new LogReader(folder.resolve("0.log"), ALL, new SystemTime()).copy(out, () -> false);
        assertThat(pieces).containsExactly("one\n", "two\n", "thr", "ee\n");
    }

    @Test
    void lastLinesAreCountedWhole() throws IOException {
        var tail = new LogOptions(false, false, true, Optional.empty(), OptionalLong.of(1), OptionalLong.empty(), "");
        assertThat(read(tail)).isEqualTo("2026-01-01T00:00:03.5Z three\n");
    }

    @Test
    void whatIsWrittenAfterTheLastLinesWereReadIsNotLost() throws IOException {
        Path file = folder.resolve("0.log");
        Files.writeString(file, "2026-01-01T00:00:04.5Z stdout F fo", StandardOpenOption.APPEND);
        var follow = new LogOptions(true, false, false, Optional.empty(), OptionalLong.of(1), OptionalLong.empty(), "");
        var out = new ByteArrayOutputStream();
        new LogReader(file, follow, new SystemTime()).copy(out, () -> {
            try {
                Files.writeString(file, "ur\n", StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return false;
        });
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("three\nfour\n");
    }

    /// The container writes on to the file that was set aside until the runtime has begun another; meanwhile
    /// the name is nobody's.
    @Test
    void aFileThatIsSetAsideWhileItIsFollowedLosesNothing() throws IOException {
        Path file = folder.resolve("0.log");
        Path aside = folder.resolve("0.log.20260101-000005");
        var follow =
                new LogOptions(true, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), "");
        var steps = new ArrayDeque<Step>(List.of(
                () -> Files.move(file, aside),
                () -> Files.writeString(aside, "2026-01-01T00:00:04.5Z stdout F four\n", StandardOpenOption.APPEND),
                () -> {
                    Files.writeString(aside, "2026-01-01T00:00:05.5Z stdout F five\n", StandardOpenOption.APPEND);
                    Files.writeString(file, "2026-01-01T00:00:06.5Z stdout F six\n");
                }));
        var out = new ByteArrayOutputStream();
        new LogReader(file, follow, new SimulatedTime()).copy(out, () -> {
            try {
                boolean more = !steps.isEmpty();
                if (more) {
                    steps.removeFirst().happen();
                }
                return more;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\ntwo\nthree\nfour\nfive\nsix\n");
    }

    /// A second passes whenever somebody looks.
    private static final class SimulatedTime implements TimeSource {
        private Tick now = new Tick(0);

        @Override
        public Tick now() {
            now = now.plus(Duration.ofSeconds(1));
            return now;
        }

        @Override
        public Instant wall() {
            return Instant.EPOCH;
        }
    }

    private interface Step {
        void happen() throws IOException;
    }

    @Test
    void linesAreChosenByTimeStreamAndLength() throws IOException {
        var since = Optional.of(Instant.parse("2026-01-01T00:00:02Z"));
        assertThat(read(new LogOptions(false, false, false, since, OptionalLong.empty(), OptionalLong.empty(), "")))
                .isEqualTo("two\nthree\n");
        assertThat(read(new LogOptions(
                        false, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), "Stderr")))
                .isEqualTo("two\n");
        assertThat(read(new LogOptions(
                        false, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.of(5), "")))
                .isEqualTo("one\nt");
    }
}
