package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Room on the disk that is kept for deletions: a file of zeros beside the database, which is removed when the disk is
/// full and made again when there is room. Confined to the writer.
final class DiskReserve {
    static final String NAME = "store.reserve";
    private static final long BYTES_MAX = 16L << 20;

    /// On a small disk the reserve is no more than this part of what is free.
    private static final int SHARE_OF_FREE = 64;

    private static final int PIECE_BYTES = 64 << 10;

    private final Path file;

    DiskReserve(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /// Makes the reserve unless it is there.
    ///
    /// @return whether it is there now
    boolean keep() {
        try {
            if (Files.exists(file)) {
                return true;
            }
            long bytes = Math.min(
                    BYTES_MAX, Files.getFileStore(file.resolveSibling("")).getUsableSpace() / SHARE_OF_FREE);
            fill(bytes);
            return true;
        } catch (IOException _) {
            release();
            return false;
        }
    }

    private void fill(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PrivateFiles.ofFile(file))) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE_BYTES);
            for (long left = bytes; left > 0; left -= zeros.limit()) {
                zeros.clear().limit((int) Math.min(PIECE_BYTES, left));
                while (zeros.hasRemaining()) {
                    channel.write(zeros);
                }
            }
        }
    }

    /// Gives the room to whoever writes next.
    void release() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            return; // then there is no more room than before
        }
    }
}
