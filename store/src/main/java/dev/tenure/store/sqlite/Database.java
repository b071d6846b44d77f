package dev.tenure.store.sqlite;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.Batch;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// The connection that writes batches to the file of a store. Confined to one thread at a time.
///
/// No read transaction stays open, so the write-ahead log can always be copied into the file.
final class Database implements AutoCloseable {
    /// The engine gives up a statement that has failed, so all of them are prepared again after an error.
    private record Statements(
            Statement plain,
            PreparedStatement insert,
            PreparedStatement update,
            PreparedStatement delete,
            PreparedStatement count) {
        static Statements prepare(Connection connection) throws SQLException {
            return new Statements(
                    connection.createStatement(),
                    connection.prepareStatement(
                            "INSERT INTO objects (revision, header, json, row, key) VALUES (?, ?, ?, ?, ?)"),
                    connection.prepareStatement("UPDATE objects SET revision = ?, header = ?, json = ? WHERE row = ?"),
                    connection.prepareStatement("DELETE FROM objects WHERE row = ?"),
                    connection.prepareStatement("UPDATE counter SET revision = ?"));
        }

        void close() throws SQLException {
            plain.close();
            insert.close();
            update.close();
            delete.close();
            count.close();
        }
    }

    private final Path file;
    private final Connection connection;
    private final Checkpointer checkpointer;
    private Statements statements;
    private long lastRow;
    private long pagesWritten;
    private @Nullable StoreUnavailableException doubt;
    private boolean syncFailed;

    private Database(SqliteOptions options, Connection connection) throws SQLException {
        this.file = options.file();
        this.connection = connection;
        this.statements = Statements.prepare(connection);
        this.lastRow = DatabaseFile.number(statements.plain(), "SELECT coalesce(max(row), 0) FROM objects");
        this.checkpointer = new Checkpointer(file, options.logPagesWorthCopying());
    }

    /// @param firstRevision where counting begins in a new file
    /// @throws StoreUnavailableException when the file cannot be used
    static Database open(SqliteOptions options, long firstRevision) {
        Connection connection = DatabaseFile.open(options.file(), firstRevision, options.databaseBytesMax());
        try {
            return new Database(options, connection);
        } catch (SQLException e) {
            closeQuietly(connection);
            throw Failures.of("open", options.file(), e);
        }
    }

    /// The revision of the last batch that was written.
    long revision() {
        try {
            return DatabaseFile.revision(statements.plain());
        } catch (SQLException e) {
            throw Failures.of("read", file, e);
        }
    }

    /// The highest number that a row has, 0 when there is none.
    long lastRow() {
        return lastRow;
    }

    /// Writes a batch and returns when it is durable.
    ///
    /// @throws StoreUnavailableException when nothing was written. When it is not known whether it was, the message
    ///     tells so, and nothing is written any more until the store is opened again
    void write(Batch batch, long revisionBefore) {
        if (doubt != null && (syncFailed || !backAt(revisionBefore))) {
            throw doubt;
        }
        doubt = null;
        try {
            statements.plain().execute("BEGIN IMMEDIATE");
            for (Batch.KeyOutcome outcome : batch.outcomes()) {
                write(outcome);
            }
            statements.count().setLong(1, batch.revision());
            statements.count().executeUpdate();
            statements.plain().execute("COMMIT");
            pagesWritten += 1;
        } catch (SQLException e) {
            StoreUnavailableException failure = Failures.of("write to", file, e);
            giveUp(e, failure, revisionBefore);
            throw failure;
        }
    }

    /// To be called after a batch was written, when nobody waits for it any more: keeps the write-ahead log short.
    void afterCommit() {
        checkpointer.committed(pagesWritten, connection);
        pagesWritten = 0;
    }

    private void write(Batch.KeyOutcome outcome) throws SQLException {
        Optional<StoredObject> object = outcome.object();
        pagesWritten += 1
                + object.map(stored -> stored.content().size() / DatabaseFile.PAGE_BYTES)
                        .orElse(0);
        if (object.isEmpty()) {
            if (outcome.existed()) {
                statements.delete().setLong(1, outcome.place());
                statements.delete().executeUpdate();
            }
            outcome.place(0);
            return;
        }
        PreparedStatement statement = outcome.existed() ? statements.update() : statements.insert();
        if (!outcome.existed()) {
            outcome.place(++lastRow);
            statement.setString(5, outcome.key().path());
        }
        byte[] json = object.get().json();
        statement.setLong(1, object.get().revision());
        statement.setBytes(2, HeaderCodec.encode(object.get(), json));
        statement.setBytes(3, json);
        statement.setLong(4, outcome.place());
        statement.executeUpdate();
    }

    /// Goes back to before the batch. That has worked when the file shows the revision before it. After a sync that
    /// failed nobody knows what has reached the disk, so writing ends until the file is read again.
    private void giveUp(SQLException cause, StoreUnavailableException failure, long revisionBefore) {
        syncFailed = Failures.code(cause) == SQLiteErrorCode.SQLITE_IOERR_FSYNC;
        if (!backAt(revisionBefore) || syncFailed) {
            doubt = new StoreUnavailableException(
                    failure.getMessage() + "; it is not known whether the last writes were kept, restart to find out",
                    cause);
            throw doubt;
        }
        if (Failures.mainCode(cause) == SQLiteErrorCode.SQLITE_FULL) {
            makeRoom();
        }
    }

    private boolean backAt(long revision) {
        try {
            statements.close();
            statements = Statements.prepare(connection);
            rollback();
            return DatabaseFile.revision(statements.plain()) == revision;
        } catch (SQLException _) {
            return false;
        }
    }

    private void rollback() {
        try {
            statements.plain().execute("ROLLBACK");
        } catch (SQLException _) {
            // the engine has rolled back by itself, or the revision will tell that it has not
        }
    }

    /// Shortens the write-ahead log, so that a deletion may find the room that it needs.
    private void makeRoom() {
        try {
            statements.plain().execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException _) {
            // there is no room for that either, so somebody else must make some
        }
    }

    @Override
    public void close() {
        checkpointer.close();
        closeQuietly(connection);
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException _) {
            // everything acknowledged has been synced before
        }
    }
}
