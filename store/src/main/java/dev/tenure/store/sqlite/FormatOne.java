package dev.tenure.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Brings a file of format 1 forward, in one transaction: the checksum of a row takes in its key and
/// revision, and a seal takes the place of the bare counter of revisions.
final class FormatOne {
    private FormatOne() {}

    /// @param identity of the store from now on
    /// @throws SQLException when the file cannot be read or written
    /// @throws IllegalArgumentException when a row is not as it was written
    static void bringForward(Connection connection, String identity) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            try {
                long revision = DatabaseFile.number(statement, "SELECT revision FROM counter");
                Seal seal = sealRows(connection, Seal.ofNothing(identity, revision));
                statement.execute("DROP TABLE counter");
                DatabaseFile.createSeal(connection, seal);
                statement.execute("PRAGMA user_version = " + DatabaseFile.FORMAT);
                statement.execute("COMMIT");
            } catch (SQLException | IllegalArgumentException e) {
                statement.execute("ROLLBACK");
                throw e;
            }
        }
    }

    private static Seal sealRows(Connection connection, Seal begun) throws SQLException {
        var codec = new HeaderCodec();
        Seal seal = begun;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT row, key, revision, header, json FROM objects");
                PreparedStatement update = connection.prepareStatement("UPDATE objects SET header = ? WHERE row = ?")) {
            while (rows.next()) {
                String key = rows.getString(2);
                byte[] header = rows.getBytes(4);
                byte[] json = rows.getBytes(5);
                if (!HeaderCodec.isSoundInFormatOne(header, json)) {
                    throw new IllegalArgumentException("the checksum of %s does not match its bytes".formatted(key));
                }
                HeaderCodec.seal(header, codec.key(key), rows.getLong(3), json);
                update.setBytes(1, header);
                update.setLong(2, rows.getLong(1));
                update.executeUpdate();
                seal = seal.with(rows.getLong(1), rows.getLong(3));
            }
        }
        return seal;
    }
}
