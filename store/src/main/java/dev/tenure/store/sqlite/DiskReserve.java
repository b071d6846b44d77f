package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Room on the disk that is kept for deletions: a file of zeros beside the database, which is removed when
/// the disk is full and made again when there is more room than that. Confined to the writer.
final class DiskReserve {
    static final String NAME = "store.reserve";
    private static final long BYTES_MAX = 16L << 20;

    /// On a small disk the reserve is no more than this part of what is free.
    private static final int SHARE_OF_FREE = 8;

    /// Room counts as having come free when there is more than what was given up, by at least this part of
    /// it: what was given up is itself free room, and is for deletions.
    private static final int SHARE_BEYOND = 4;

    private static final int PIECE_BYTES = 64 << 10;

    private final Path file;
    private long bytes;
    private long givenUp;

    DiskReserve(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /// Makes the reserve, or makes it larger when there is room for twice as much: one that was made on a
    /// disk that was nearly full would be of no use the next time.
    ///
    /// @return whether it is there now
    boolean keep() {
        try {
            bytes = Files.exists(file) ? Files.size(file) : 0;
            long free = Files.getFileStore(file.resolveSibling("")).getUsableSpace();
            long wanted = Math.min(BYTES_MAX, (free + bytes) / SHARE_OF_FREE);
            if (wanted >= Math.max(1, 2 * bytes)) {
                fill(wanted);
                bytes = wanted;
            }
            return bytes > 0;
        } catch (IOException _) {
            release();
            return false;
        }
    }

    /// Makes the reserve again after [#release], once there is more room than was given up with it.
    ///
    /// @param reusable bytes within the database that new objects can take
    /// @return whether it is there now
    boolean restore(long reusable) {
        if (givenUp == 0) {
            return keep();
        }
        try {
            long free = Files.getFileStore(file.resolveSibling("")).getUsableSpace();
            long wanted = Math.min(givenUp, free - free / SHARE_BEYOND);
            if (wanted <= 0 || free + reusable < givenUp + givenUp / SHARE_BEYOND) {
                return false;
            }
            fill(wanted);
            bytes = wanted;
            return true;
        } catch (IOException _) {
            release();
            return false;
        }
    }

    /// Whether it is smaller than on a disk with much room.
    boolean isSmall() {
        return bytes < BYTES_MAX;
    }

    private void fill(long wanted) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PrivateFiles.ofFile(file))) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE_BYTES);
            for (long left = wanted; left > 0; left -= zeros.limit()) {
                zeros.clear().limit((int) Math.min(PIECE_BYTES, left));
                while (zeros.hasRemaining()) {
                    channel.write(zeros);
                }
            }
        }
    }

    /// Gives the room to whoever writes next.
    void release() {
        givenUp = Math.max(givenUp, bytes);
        bytes = 0;
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            return; // then there is no more room than before
        }
    }
}
