package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.ThreadEnd;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.LockSupport;

/// Copies the write-ahead log into the file, on a thread and a connection of its own, so that commits go on
/// meanwhile.
///
/// The log begins anew only when all of it has been copied. While writers are busy the copy made beside them
/// always lacks the last few commits, so once it is done the writer copies those few itself, between two
/// batches. Everything but the two flags belongs to the writer.
final class Checkpointer implements AutoCloseable {
    /// With so many times the pages that are worth a copy, the writer no longer waits for the copy beside it.
    private static final int PATIENCE = 8;

    private final Connection connection;
    private final int pagesWorthCopying;
    private final Thread thread;
    private volatile boolean copying;
    private volatile boolean closed;
    private long pages;
    private long copyAt;
    private boolean startedCopy;

    /// @throws SQLException when the file, which is open already, cannot be opened once more
    Checkpointer(Path file, int pagesWorthCopying) throws SQLException {
        this.pagesWorthCopying = pagesWorthCopying;
        this.copyAt = pagesWorthCopying;
        connection = DatabaseFile.connect(file);
        thread = Thread.ofPlatform().name("store-checkpoint").daemon(true).unstarted(this::run);
        thread.start();
    }

    /// To be called by the writer after each commit.
    ///
    /// @param written how many pages went to the log, roughly
    /// @param writer the writer's own connection
    void committed(long written, Connection writer) {
        pages += written;
        boolean copied = startedCopy && !copying;
        if (copied || pages > (long) PATIENCE * pagesWorthCopying) {
            startedCopy = copying;
            boolean whole = copy(writer);
            pages = whole ? 0 : pages;
            copyAt = pages + pagesWorthCopying;
        } else if (pages >= copyAt && !copying) {
            startedCopy = true;
            copying = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (copying) {
                copy(connection);
                copying = false;
            } else {
                LockSupport.park(this);
            }
        }
    }

    /// @return whether all of the log has been copied
    private static boolean copy(Connection connection) {
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
            return result.next() && result.getInt(1) == 0 && result.getInt(2) == result.getInt(3);
        } catch (SQLException _) {
            return false; // the log keeps everything, and the next copy may come through
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        ThreadEnd.await(thread);
        try {
            connection.close();
        } catch (SQLException _) {
            return; // it has only read
        }
    }
}
