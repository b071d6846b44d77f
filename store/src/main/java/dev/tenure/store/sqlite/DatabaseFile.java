package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;

/// The sqlite file of a store: its form, its settings, and how it is opened.
///
/// There is one row per object. Rows are found by their number, which the state in memory remembers, so the
/// file needs no index over keys, and new rows go to its end. The newest revision stands in a table of its
/// own with what else makes the [Seal].
final class DatabaseFile {
    /// What this build writes into a new file; a file with a higher number comes from a newer build.
    static final int FORMAT = 2;

    private static final int APPLICATION_ID = 0x54_45_4e_55;
    static final int PAGE_BYTES = 4096;

    /// Room for the pages of the largest batch, so that none goes to the log twice.
    private static final int CACHE_KIBIBYTES = 16_384;

    private static final long LOG_BYTES_MAX = 64L << 20;
    private static final int BUSY_MILLIS = 2000;

    private DatabaseFile() {}

    /// Opens the file, brings it forward when it is of an older format, or makes it.
    ///
    /// @param begun what a new file holds
    /// @param refusal why there cannot be a new file here, if there cannot
    /// @param bytesMax 0 for no bound
    /// @throws StoreUnavailableException when the file cannot be used
    static Connection open(Path file, Seal begun, Optional<String> refusal, long bytesMax) {
        try {
            if (refusal.isPresent() && isMissingOrEmpty(file)) {
                throw SealCheck.refusal(file, refusal.get());
            }
            createReadableByOwnerOnly(file);
            if (!Files.isWritable(file)) {
                throw new AccessDeniedException(file.toString());
            }
        } catch (IOException e) {
            throw Failures.of("open", file, e);
        }
        try {
            Connection connection = connect(file);
            try (Statement statement = connection.createStatement()) {
                prepare(file, statement, begun, refusal);
                if (bytesMax > 0) {
                    statement.execute("PRAGMA max_page_count = " + bytesMax / PAGE_BYTES);
                }
            } catch (SQLException | StoreUnavailableException e) {
                connection.close();
                throw e;
            } catch (IllegalArgumentException e) {
                connection.close();
                throw Failures.damaged(file, String.valueOf(e.getMessage()));
            }
            return connection;
        } catch (SQLException e) {
            throw Failures.of("open", file, e);
        }
    }

    static boolean isMissingOrEmpty(Path file) throws IOException {
        return !Files.exists(file) || Files.size(file) == 0;
    }

    /// Another connection to a file that is open already, only for reading.
    static Connection connect(Path file) throws SQLException {
        var properties = new Properties();
        // else the driver asks for the last row's number after every statement
        properties.setProperty("jdbc.get_generated_keys", "false");
        return DriverManager.getConnection("jdbc:sqlite:" + file, properties);
    }

    /// The log beside the file takes over its permissions.
    static void createReadableByOwnerOnly(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        Files.createFile(file, PrivateFiles.ofFile(file));
    }

    private static void prepare(Path file, Statement statement, Seal begun, Optional<String> refusal)
            throws SQLException {
        statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
        statement.execute("PRAGMA page_size = " + PAGE_BYTES);
        long format = number(statement, "PRAGMA user_version");
        boolean foreign = format != 0 && number(statement, "PRAGMA application_id") != APPLICATION_ID;
        boolean empty = format == 0 && number(statement, "SELECT count(*) FROM sqlite_schema") == 0;
        if (foreign || (format == 0 && !empty)) {
            throw new StoreUnavailableException(
                    "%s is a database of another program; name another directory for the store".formatted(file));
        }
        if (format > FORMAT) {
            throw new StoreUnavailableException(tooNew("the store " + file, format));
        }
        if (empty) {
            refusal.ifPresent(what -> {
                throw SealCheck.refusal(file, what);
            });
        }
        useWriteAheadLog(file, statement);
        statement.execute("PRAGMA synchronous = FULL");
        statement.execute("PRAGMA cache_size = -" + CACHE_KIBIBYTES);
        statement.execute("PRAGMA wal_autocheckpoint = 0");
        statement.execute("PRAGMA journal_size_limit = " + LOG_BYTES_MAX);
        if (empty) {
            create(statement, begun);
        } else if (format < FORMAT) {
            FormatOne.bringForward(statement.getConnection(), begun.identity());
        }
    }

    /// What to say of a store that a newer build has written.
    static String tooNew(String store, long format) {
        return "%s has format %d, this build knows up to %d; use the newer build that wrote it, or another directory"
                .formatted(store, format, FORMAT);
    }

    /// Some network file systems cannot share the memory that the log needs, and the engine then goes on
    /// without one.
    private static void useWriteAheadLog(Path file, Statement statement) throws SQLException {
        try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
            if (!mode.next() || !mode.getString(1).equals("wal")) {
                throw new StoreUnavailableException(
                        "the store %s cannot keep a write-ahead log on this file system; use a directory on a local disk"
                                .formatted(file));
            }
        }
    }

    private static void create(Statement statement, Seal begun) throws SQLException {
        statement.execute("BEGIN IMMEDIATE");
        statement.execute("CREATE TABLE objects (row INTEGER PRIMARY KEY, key TEXT NOT NULL, revision INTEGER NOT NULL,"
                + " header BLOB NOT NULL, json BLOB NOT NULL)");
        createSeal(statement.getConnection(), begun);
        statement.execute("PRAGMA application_id = " + APPLICATION_ID);
        statement.execute("PRAGMA user_version = " + FORMAT);
        statement.execute("COMMIT");
    }

    /// Makes the table that holds the seal, within the caller's transaction.
    static void createSeal(Connection connection, Seal seal) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE seal (revision INTEGER NOT NULL, objects INTEGER NOT NULL,"
                    + " digest INTEGER NOT NULL, checksum INTEGER NOT NULL, identity TEXT NOT NULL)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO seal VALUES (?, ?, ?, ?, ?)")) {
            bind(insert, seal);
            insert.setString(5, seal.identity());
            insert.executeUpdate();
        }
    }

    /// Sets the first four values of a statement that writes the seal.
    static void bind(PreparedStatement statement, Seal seal) throws SQLException {
        statement.setLong(1, seal.revision());
        statement.setLong(2, seal.objects());
        statement.setLong(3, seal.digest());
        statement.setInt(4, seal.checksum());
    }

    /// What the last batch left.
    ///
    /// @throws IllegalArgumentException when it is not as it was written
    static Seal seal(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT revision, objects, digest, checksum, identity FROM seal")) {
            if (!row.next()) {
                throw new IllegalArgumentException("its seal is missing");
            }
            var seal = new Seal(row.getString(5), row.getLong(1), row.getLong(2), row.getLong(3));
            if (row.getInt(4) != seal.checksum()) {
                throw new IllegalArgumentException("the checksum of its seal does not match");
            }
            return seal;
        }
    }

    /// The revision of the last batch that was written.
    static long revision(Statement statement) throws SQLException {
        return number(statement, "SELECT revision FROM seal");
    }

    static long number(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            if (!result.next()) {
                throw new SQLException("nothing is answered to " + query);
            }
            return result.getLong(1);
        }
    }
}
