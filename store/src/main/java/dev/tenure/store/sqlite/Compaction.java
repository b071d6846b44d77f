package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.SizeWords;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// Writes a database anew beside itself, without the room that deleted objects left, and puts it in its place
/// when it is whole. Needs the lock of the folder.
final class Compaction {

    /// Memory that connections share, a page of the log, the file's own entry.
    private static final long BYTES_TO_OPEN = 256 << 10;

    private final Path file;

    Compaction(Path file) {
        this.file = file;
    }

    /// Gives up what is kept for deletions, which the next server makes again, and looks whether there is
    /// room to open the database at all.
    ///
    /// @throws StoreUnavailableException when there is not
    void prepare(long bytes) throws IOException {
        new DiskReserve(file.resolveSibling("")).release();
        require(BYTES_TO_OPEN, bytes + BYTES_TO_OPEN);
    }

    /// @throws StoreUnavailableException when there is too little room; nothing was changed
    void run() throws IOException {
        Path fresh = file.resolveSibling("store.db.new");
        StoreFolder.removeFresh(fresh);
        try {
            write(fresh);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (SQLException e) {
            throw new StoreUnavailableException(
                    "%s; nothing was changed"
                            .formatted(Failures.of("compact", file, e).getMessage()),
                    e);
        } finally {
            StoreFolder.removeFresh(fresh);
        }
    }

    private void write(Path fresh) throws IOException, SQLException {
        try (Connection connection = DatabaseFile.connect(file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            long pages = DatabaseFile.number(statement, "PRAGMA page_count")
                    - DatabaseFile.number(statement, "PRAGMA freelist_count");
            long bytes = pages * DatabaseFile.number(statement, "PRAGMA page_size") + BYTES_TO_OPEN;
            require(bytes, bytes);
            DatabaseFile.createReadableByOwnerOnly(fresh);
            try (PreparedStatement into = connection.prepareStatement("VACUUM INTO ?")) {
                into.setString(1, fresh.toString());
                into.execute();
            }
        }
    }

    /// @param bytes what is needed
    /// @param told what is said to be
    private void require(long bytes, long told) throws IOException {
        long free = Files.getFileStore(file.resolveSibling("")).getUsableSpace();
        if (free < bytes) {
            throw new StoreUnavailableException(
                    "cannot compact the store %s: nothing was changed; it needs %s of room on its disk and has %s: free some and try again"
                            .formatted(file, SizeWords.of(told), SizeWords.of(free)));
        }
    }
}
