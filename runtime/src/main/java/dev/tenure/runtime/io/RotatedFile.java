package dev.tenure.runtime.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file that lines are appended to, readable by its owner alone. When it has grown too large it is renamed
/// after the moment, `audit.log` to `audit-2026-01-31T10-20-30.456.log`, and begun anew. Safe for use by
/// several threads.
public final class RotatedFile implements AutoCloseable {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss.SSS").withZone(ZoneOffset.UTC);

    private final Path file;
    private final Limits limits;
    private final Supplier<Instant> clock;
    private @Nullable FileChannel channel;
    private boolean failing;

    /// @param bytesMax of one file; 0 for any
    /// @param olderMax how many renamed files are kept; 0 for any number
    /// @param ageMax how long renamed files are kept; zero for ever
    public record Limits(long bytesMax, int olderMax, Duration ageMax) {}

    /// @param clock shows the time for names
    /// @throws IOException when the file cannot be written
    public RotatedFile(Path file, Limits limits, Supplier<Instant> clock) throws IOException {
        this.file = file.toAbsolutePath();
        this.limits = limits;
        this.clock = clock;
        open();
    }

    private FileChannel open() throws IOException {
        FileChannel known = channel;
        if (known == null || !known.isOpen()) {
            known = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                    PrivateFiles.ofFile(file));
            channel = known;
        }
        return known;
    }

    /// Appends a line and its end.
    ///
    /// @return why it could not be written, the first time in a row
    public synchronized Optional<IOException> append(byte[] line) {
        try {
            FileChannel out = open();
            if (limits.bytesMax() > 0 && out.size() > 0 && out.size() + line.length + 1 > limits.bytesMax()) {
                rotate(out);
                out = open();
            }
            ByteBuffer bytes = ByteBuffer.allocate(line.length + 1)
                    .put(line)
                    .put((byte) '\n')
                    .flip();
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            failing = false;
            return Optional.empty();
        } catch (IOException e) {
            boolean known = failing;
            failing = true;
            return known ? Optional.empty() : Optional.of(e);
        }
    }

    private void rotate(FileChannel out) throws IOException {
        out.close();
        Instant now = clock.get();
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        Files.move(file, file.resolveSibling(name.substring(0, dot) + "-" + STAMP.format(now) + name.substring(dot)));
        List<Path> older = older(name.substring(0, dot) + "-", name.substring(dot));
        int tooMany = limits.olderMax() > 0 ? older.size() - limits.olderMax() : 0;
        for (int i = 0; i < older.size(); i++) {
            boolean old = !limits.ageMax().isZero()
                    && Files.getLastModifiedTime(older.get(i))
                            .toInstant()
                            .plus(limits.ageMax())
                            .isBefore(now);
            if (i < tooMany || old) {
                Files.deleteIfExists(older.get(i));
            }
        }
    }

    /// Files that were renamed, the oldest first.
    private List<Path> older(String before, String after) throws IOException {
        try (Stream<Path> all = Files.list(file.resolveSibling("."))) {
            return all.filter(path -> path.getFileName().toString().startsWith(before)
                            && path.getFileName().toString().endsWith(after))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public synchronized void close() {
        try {
            open().close();
        } catch (IOException _) {
            return; // what was appended is written
        }
    }
}
