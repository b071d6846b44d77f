package dev.tenure.store.sqlite;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.store.AtRest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Consumer;

/// Walks over the rows of a database that may be damaged: what cannot be read is passed over, row by row, so
/// that the others are found.
final class Rows {
    /// When the walk from row to row fails, so many numbers are tried one by one before it is taken up again.
    private static final int TRIED_ONE_BY_ONE = 2_000;

    /// So many failures one after the other mean that nothing more comes.
    private static final int FAILURES_MAX = 200_000;

    /// One row.
    sealed interface Found {
        long row();

        /// As it was written.
        record Sound(long row, ObjectKey key, long revision, byte[] header, byte[] json) implements Found {}

        /// Not as it was written.
        ///
        /// @param key as far as it can be read, else empty
        /// @param why in words
        /// @param json what is left of the object
        record Unsound(long row, String key, String why, byte[] json) implements Found {}
    }

    private final PreparedStatement next;
    private final PreparedStatement one;
    private final HeaderCodec codec = new HeaderCodec();

    Rows(Connection connection) throws SQLException {
        this.next = connection.prepareStatement("SELECT min(row) FROM objects WHERE row > ?");
        this.one = connection.prepareStatement("SELECT key, revision, header, json FROM objects WHERE row = ?");
    }

    /// Tells of each row in order.
    void each(Consumer<Found> listener) {
        long at = 0;
        int failures = 0;
        while (failures < FAILURES_MAX) {
            try {
                long following = following(at);
                if (following == 0) {
                    return;
                }
                at = following;
                listener.accept(read(at));
                failures = 0;
            } catch (SQLException _) {
                failures += TRIED_ONE_BY_ONE;
                for (int i = 0; i < TRIED_ONE_BY_ONE; i++) {
                    at++;
                    failures -= tried(at, listener) ? failures : 0;
                }
            }
        }
    }

    private long following(long after) throws SQLException {
        next.setLong(1, after);
        try (ResultSet result = next.executeQuery()) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    private boolean tried(long row, Consumer<Found> listener) {
        try {
            one.setLong(1, row);
            boolean there;
            try (ResultSet result = one.executeQuery()) {
                there = result.next();
            }
            if (there) {
                listener.accept(read(row));
            }
            return there;
        } catch (SQLException _) {
            return false;
        }
    }

    private Found read(long row) throws SQLException {
        one.setLong(1, row);
        try (ResultSet result = one.executeQuery()) {
            if (!result.next()) {
                return new Found.Unsound(row, "", "the row is found and not found", new byte[0]);
            }
            String path = text(result.getString(1));
            byte[] header = bytes(result.getBytes(3));
            byte[] json = bytes(result.getBytes(4));
            return judged(row, path, result.getLong(2), new byte[][] {header, json});
        }
    }

    private Found judged(long row, String path, long revision, byte[][] headerAndJson) {
        byte[] json = headerAndJson[1];
        try {
            ObjectKey key = codec.key(path);
            codec.decode(key, revision, headerAndJson[0], json);
            return AtRest.isEncrypted(json) || Content.of(json).isObject()
                    ? new Found.Sound(row, key, revision, headerAndJson[0], json)
                    : new Found.Unsound(row, path, "what is stored of it is no JSON object", json);
        } catch (IllegalArgumentException e) {
            return new Found.Unsound(row, path, String.valueOf(e.getMessage()), json);
        }
    }

    private static String text(@org.jspecify.annotations.Nullable String value) {
        return value == null ? "" : value;
    }

    private static byte[] bytes(byte @org.jspecify.annotations.Nullable [] value) {
        return value == null ? new byte[0] : value;
    }
}
