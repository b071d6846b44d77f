package dev.tenure.plan.trace;

import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.wire.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Appends to the file of a trace, some entries at a time, each time one whole gzip member: what was written
/// survives the death of the process, and whoever goes on cuts off what is no whole member. The file is for
/// its owner alone. Used by one thread at a time.
final class TraceWriter implements AutoCloseable {
    private final Path file;
    private final TraceHead head;
    private RandomAccessFile out;
    private long bytes;

    private TraceWriter(Path file, TraceHead head, RandomAccessFile out) {
        this.file = file;
        this.head = head;
        this.out = out;
    }

    /// Begins a new file.
    ///
    /// @throws TraceException when it is there already or cannot be written
    public static TraceWriter create(Path file, TraceHead head) {
        try {
            Files.createFile(file, PrivateFiles.ofFile(file));
            var writer = new TraceWriter(file, head, open(file));
            writer.write(bytes(head));
            return writer;
        } catch (FileAlreadyExistsException e) {
            throw new TraceException(
                    "file %s exists already: give another name, or --resume to go on with it".formatted(file), e);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /// Goes on with a file.
    ///
    /// @param wholeBytes up to where it is whole; what follows is cut off
    /// @throws TraceException when it cannot be written
    static TraceWriter resume(Path file, TraceHead head, long wholeBytes) {
        try {
            var writer = new TraceWriter(file, head, open(file));
            writer.out.setLength(wholeBytes);
            writer.out.seek(wholeBytes);
            writer.bytes = wholeBytes;
            return writer;
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static RandomAccessFile open(Path file) throws IOException {
        return new RandomAccessFile(file.toFile(), "rw");
    }

    private static TraceException unwritable(Path file, IOException e) {
        return new TraceException("trace %s cannot be written: %s".formatted(file, IoWords.of(e)), e);
    }

    private static byte[] bytes(TraceHead head) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(Json.write(head.document()));
        out.write('\n');
        return GzipMembers.pack(out.toByteArray());
    }

    /// What entries take in the file when they are written together.
    static byte[] packed(List<TraceEntry> entries) {
        var out = new ByteArrayOutputStream();
        for (TraceEntry entry : entries) {
            out.writeBytes(Json.write(EntryDocument.of(entry)));
            out.write('\n');
        }
        return GzipMembers.pack(out.toByteArray());
    }

    /// Appends what [#packed] made.
    ///
    /// @throws TraceException when the disk takes no more
    void append(byte[] member) {
        try {
            write(member);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private void write(byte[] member) throws IOException {
        out.write(member);
        bytes += member.length;
    }

    /// Gives the file the name `FILE.1`, older ones the next number, removes those of which there are too
    /// many, and begins anew.
    ///
    /// @param olderMax how many older files are kept, 1 or more
    /// @throws TraceException when a file cannot be moved or written
    void rotate(int olderMax) {
        try {
            close();
            Files.deleteIfExists(older(olderMax));
            for (int number = olderMax - 1; number >= 1; number--) {
                if (Files.exists(older(number))) {
                    Files.move(older(number), older(number + 1), StandardCopyOption.ATOMIC_MOVE);
                }
            }
            Files.move(file, older(1), StandardCopyOption.ATOMIC_MOVE);
            Files.createFile(file, PrivateFiles.ofFile(file));
            out = open(file);
            bytes = 0;
            write(bytes(head));
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private Path older(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /// The size of the file.
    long bytes() {
        return bytes;
    }

    /// Whether only the head stands in the file.
    boolean isBare() {
        return bytes <= bytes(head).length;
    }

    /// Removes the file.
    ///
    /// @throws TraceException when that is not possible
    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }
}
