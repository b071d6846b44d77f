package dev.tenure.store.sqlite;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.AtRest;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.WriteBatch;
import java.io.IOException;
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
                    connection.prepareStatement("UPDATE seal SET revision = ?, objects = ?, digest = ?, checksum = ?"));
        }

        void close() throws SQLException {
            plain.close();
            insert.close();
            update.close();
            delete.close();
            count.close();
        }
    }

    /// How much is written before the size of the file is looked at again: 1 MiB.
    private static final int PAGES_BETWEEN_MEASURES = 256;

    private final Path file;
    private final long databaseBytesMax;
    private final AtRest atRest;
    private final Connection connection;
    private final Checkpointer checkpointer;
    private Statements statements;
    private final Alarm alarm;
    private @Nullable Mark mark;
    private Seal seal;
    private long lastRow;
    private long pagesUnmeasured;
    private long pagesWritten;
    private @Nullable StoreUnavailableException doubt;
    private boolean syncFailed;

    private Database(SqliteOptions options, Connection connection) throws SQLException {
        this.file = options.file();
        this.databaseBytesMax = options.databaseBytesMax();
        this.atRest = options.atRest();
        this.connection = connection;
        this.statements = Statements.prepare(connection);
        this.lastRow = DatabaseFile.number(statements.plain(), "SELECT coalesce(max(row), 0) FROM objects");
        this.seal = DatabaseFile.seal(statements.plain());
        this.alarm = new Alarm(file, options.quotaBytes(), this::reusableBytes);
        this.checkpointer = new Checkpointer(file, options.logPagesWorthCopying());
    }

    /// @param begun what a new file holds
    /// @param refusal why there cannot be a new file here, if there cannot
    /// @throws StoreUnavailableException when the file cannot be used
    static Database open(SqliteOptions options, Seal begun, Optional<String> refusal) {
        Connection connection = DatabaseFile.open(options.file(), begun, refusal, options.databaseBytesMax());
        try {
            return new Database(options, connection);
        } catch (SQLException e) {
            closeQuietly(connection);
            throw Failures.of("open", options.file(), e);
        } catch (IllegalArgumentException e) {
            closeQuietly(connection);
            throw Failures.damaged(options.file(), String.valueOf(e.getMessage()));
        }
    }

    /// What the last batch left.
    Seal seal() {
        return seal;
    }

    /// From now on each batch is noted in the mark, which [#close] closes.
    void noteIn(Mark opened) {
        mark = opened;
    }

    /// What stands in the way of new objects, and which writes are refused for it.
    Alarm alarm() {
        return alarm;
    }

    /// The highest number that a row has, 0 when there is none.
    long lastRow() {
        return lastRow;
    }

    /// Writes a batch and returns when it is durable.
    ///
    /// @throws StoreUnavailableException when nothing was written. When it is not known whether it was, the
    ///     message tells so, and nothing is written any more until the store is opened again
    void write(WriteBatch batch, long revisionBefore) {
        if (doubt != null && (syncFailed || !backAt(revisionBefore))) {
            throw doubt;
        }
        doubt = null;
        if (!written(batch, revisionBefore, freesRoom(batch))) {
            written(batch, revisionBefore, false);
        }
    }

    /// Writes a batch, or goes back to before it and, if the disk was full, makes room there.
    ///
    /// @param mayTryAgain whether a full disk is no failure yet
    /// @return false when the disk was full and the batch may be tried again
    private boolean written(WriteBatch batch, long revisionBefore, boolean mayTryAgain) {
        try {
            attempt(batch);
            return true;
        } catch (SQLException e) {
            StoreUnavailableException failure = Failures.of("write to", file, e);
            giveUp(e, failure, revisionBefore);
            if (!mayTryAgain || Failures.mainCode(e) != SQLiteErrorCode.SQLITE_FULL) {
                throw failure;
            }
            return false;
        }
    }

    /// Whether a batch deletes objects, or marks them for that, and does nothing else.
    private static boolean freesRoom(WriteBatch batch) {
        return batch.outcomes().stream()
                .allMatch(outcome -> outcome.object()
                        .map(object -> object.header().deleting())
                        .orElse(true));
    }

    private void attempt(WriteBatch batch) throws SQLException {
        statements.plain().execute("BEGIN IMMEDIATE");
        Seal next = seal.at(batch.revision());
        for (WriteBatch.KeyOutcome outcome : batch.outcomes()) {
            next = write(outcome, next);
        }
        DatabaseFile.bind(statements.count(), next);
        statements.count().executeUpdate();
        statements.plain().execute("COMMIT");
        pagesWritten += 1;
        seal = next;
        note(next);
    }

    /// Writes the file as of its last batch into a new one, on the caller's thread; batches go on meanwhile.
    void copyTo(Path target) {
        try (Connection reading = DatabaseFile.connect(file);
                PreparedStatement copy = reading.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, target.toString());
            copy.execute();
        } catch (SQLException e) {
            throw Failures.of("copy", file, e);
        }
    }

    private void note(Seal acknowledged) {
        Mark noting = mark;
        if (noting == null) {
            return;
        }
        try {
            noting.write(acknowledged);
        } catch (IOException _) {
            // the batch is durable; an older mark finds less, and never anything that is not so
            return;
        }
    }

    /// To be called after a batch was written, when nobody waits for it any more: keeps the write-ahead log
    /// short, and measures the file and the room that is kept for deletions every now and then.
    void afterCommit() {
        pagesUnmeasured += pagesWritten;
        boolean much = pagesUnmeasured >= PAGES_BETWEEN_MEASURES;
        pagesUnmeasured = much ? 0 : pagesUnmeasured;
        if (alarm.hasQuota() && (much || alarm.reason().isPresent())) {
            measure();
        }
        if (much) {
            alarm.lookAtReserve();
        }
        checkpointer.committed(pagesWritten, connection);
        pagesWritten = 0;
    }

    private void measure() {
        try {
            long pages = DatabaseFile.number(statements.plain(), "PRAGMA page_count")
                    - DatabaseFile.number(statements.plain(), "PRAGMA freelist_count");
            alarm.measured(pages * DatabaseFile.PAGE_BYTES);
        } catch (SQLException _) {
            return; // the next batch measures again
        }
    }

    /// What deleted objects left within the file.
    private long reusableBytes() {
        try {
            return DatabaseFile.number(statements.plain(), "PRAGMA freelist_count") * DatabaseFile.PAGE_BYTES;
        } catch (SQLException _) {
            return 0; // the next write asks again
        }
    }

    /// @return the seal with what the key has now
    private Seal write(WriteBatch.KeyOutcome outcome, Seal before) throws SQLException {
        Optional<StoredObject> object = outcome.object();
        pagesWritten += 1
                + object.map(stored -> stored.content().size() / DatabaseFile.PAGE_BYTES)
                        .orElse(0);
        Seal without = outcome.existed() ? before.without(outcome.placeBefore(), outcome.revisionBefore()) : before;
        if (object.isEmpty()) {
            if (outcome.existed()) {
                statements.delete().setLong(1, outcome.placeBefore());
                statements.delete().executeUpdate();
            }
            outcome.place(0);
            return without;
        }
        PreparedStatement statement = outcome.existed() ? statements.update() : statements.insert();
        if (!outcome.existed()) {
            outcome.place(++lastRow);
            statement.setString(5, outcome.key().path());
        }
        byte[] json = atRest.seal(outcome.key(), object.get().json());
        statement.setLong(1, object.get().revision());
        statement.setBytes(2, HeaderCodec.encode(object.get(), json));
        statement.setBytes(3, json);
        statement.setLong(4, outcome.place());
        statement.executeUpdate();
        return without.with(outcome.place(), object.get().revision());
    }

    /// Goes back to before the batch. That has worked when the file shows the revision before it. After a
    /// sync that failed nobody knows what has reached the disk, so writing ends until the file is read again.
    private void giveUp(SQLException cause, StoreUnavailableException failure, long revisionBefore) {
        syncFailed = Failures.code(cause) == SQLiteErrorCode.SQLITE_IOERR_FSYNC;
        if (!backAt(revisionBefore) || syncFailed) {
            doubt = new StoreUnavailableException(
                    failure.getMessage() + "; it is not known whether the last writes were kept, restart to find out",
                    cause);
            throw doubt;
        }
        if (Failures.mainCode(cause) == SQLiteErrorCode.SQLITE_FULL) {
            if (databaseBytesMax == 0) {
                alarm.diskIsFull();
            }
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

    /// Shortens the write-ahead log, so that a deletion may find the room that it needs. What the log holds
    /// of new objects needs room in the file first: that which was kept.
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
        Mark noted = mark;
        try {
            if (noted != null) {
                noted.close();
            }
        } catch (IOException _) {
            return; // it is written without a buffer
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException _) {
            // everything acknowledged has been synced before
        }
    }
}
