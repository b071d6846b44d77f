package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/// The file `store.mark` beside a database: the [Seal] of the last batch that was acknowledged. It is written
/// after the sync of the batch and before its callers hear of it, and is not synced itself: it can never be
/// ahead of what the disk has, and after the death of a process it is exactly there. So a database whose
/// revision is lower has lost something, whatever the reason: a damaged log, a log that was deleted, an older
/// copy of the file.
///
/// Form: two places of 128 bytes that are written in turn, each a checksum (4 bytes), length of the identity
/// (4 bytes), revision, objects and digest (8 bytes each, big-endian) and the identity. The valid one with
/// the higher revision counts.
final class Mark implements AutoCloseable {
    static final String NAME = "store.mark";
    private static final int PLACE_BYTES = 128;
    private static final int FIXED_BYTES = 2 * Integer.BYTES + 3 * Long.BYTES;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(PLACE_BYTES);
    private int next;

    private Mark(FileChannel channel) {
        this.channel = channel;
    }

    /// Opens the file for writing, or makes it, and writes `seal` into both places, synced.
    static Mark begin(Path directory, Seal seal) throws IOException {
        Path file = directory.resolve(NAME);
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(file, options, PrivateFiles.ofFile(file));
        var mark = new Mark(channel);
        try {
            mark.write(seal);
            mark.write(seal);
            channel.force(true);
            return mark;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// @throws IOException when the disk reports an error; the batch is durable nevertheless
    void write(Seal seal) throws IOException {
        byte[] identity = seal.identity().getBytes(StandardCharsets.UTF_8);
        buffer.clear();
        buffer.putInt(seal.checksum()).putInt(identity.length);
        buffer.putLong(seal.revision())
                .putLong(seal.objects())
                .putLong(seal.digest())
                .put(identity);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        buffer.flip();
        long at = (long) next * PLACE_BYTES;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
        next = 1 - next;
    }

    /// What the file of a directory says.
    sealed interface Reading {
        record Missing() implements Reading {}

        /// It is there, and neither place is as it was written.
        record Damaged() implements Reading {}

        record Says(Seal seal) implements Reading {}
    }

    static Reading read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            return new Reading.Missing();
        }
        byte[] bytes = Files.readAllBytes(file);
        Optional<Seal> first = place(bytes, 0);
        Optional<Seal> second = place(bytes, PLACE_BYTES);
        Optional<Seal> newest = first.filter(one ->
                        second.isEmpty() || one.revision() >= second.get().revision())
                .or(() -> second);
        return newest.<Reading>map(Reading.Says::new).orElseGet(Reading.Damaged::new);
    }

    private static Optional<Seal> place(byte[] bytes, int at) {
        if (bytes.length < at + PLACE_BYTES) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, at, PLACE_BYTES);
        int checksum = in.getInt();
        int length = in.getInt();
        if (length < 0 || length > PLACE_BYTES - FIXED_BYTES) {
            return Optional.empty();
        }
        long revision = in.getLong();
        long objects = in.getLong();
        long digest = in.getLong();
        byte[] identity = new byte[length];
        in.get(identity);
        var seal = new Seal(new String(identity, StandardCharsets.UTF_8), revision, objects, digest);
        return seal.checksum() == checksum ? Optional.of(seal) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
