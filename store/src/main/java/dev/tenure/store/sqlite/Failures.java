package dev.tenure.store.sqlite;

import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Says what is wrong with which file, why, and what to do about it.
final class Failures {
    private Failures() {}

    static StoreUnavailableException ofDirectory(Path directory, IOException e) {
        return new StoreUnavailableException(
                "cannot use directory %s for the store: %s".formatted(directory, causeAndRemedy(e)), e);
    }

    static StoreUnavailableException of(String doing, Path file, IOException e) {
        return new StoreUnavailableException("cannot %s the store %s: %s".formatted(doing, file, causeAndRemedy(e)), e);
    }

    private static String causeAndRemedy(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied; name a directory that this user may write to";
        }
        boolean hasReason = e instanceof FileSystemException files && files.getReason() != null;
        String cause = String.valueOf(hasReason ? ((FileSystemException) e).getReason() : e.getMessage());
        return cause.toLowerCase(Locale.ROOT).contains("space")
                ? cause + "; free some space on its disk"
                : cause + "; name a directory that this user may write to";
    }

    /// @param doing for example `open` or `write to`
    static StoreUnavailableException of(String doing, Path file, SQLException e) {
        String why = switch (mainCode(e)) {
            case SQLITE_FULL ->
                "the disk is full or the store has reached its size limit; free some space or delete objects,"
                        + " then writes succeed again";
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN ->
                "permission denied; let this user write to the file and its directory, or use another directory";
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                "the file is damaged; put back a copy of it, or move it away to start with an empty one";
            case SQLITE_BUSY, SQLITE_LOCKED -> "another program works on the file; close that program, then try again";
            case SQLITE_IOERR -> "the disk reports an error; check the disk and the space that is left on it";
            default -> "the database engine reports: " + e.getMessage();
        };
        return new StoreUnavailableException("cannot %s the store %s: %s (%s)".formatted(doing, file, why, code(e)), e);
    }

    /// Whether there was too little room on the disk for something.
    static boolean isOfRoom(SQLException e) {
        return switch (code(e)) {
            case SQLITE_FULL, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_SHMOPEN, SQLITE_IOERR_SHMMAP, SQLITE_IOERR_WRITE ->
                true;
            default -> false;
        };
    }

    static StoreUnavailableException damaged(Path file, String what) {
        return new StoreUnavailableException(
                "cannot read the store %s: %s; put back a copy of it, or move it away to start with an empty one"
                        .formatted(file, what));
    }

    static SQLiteErrorCode code(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    /// The main code, which is the lowest byte of an extended one.
    static SQLiteErrorCode mainCode(SQLException e) {
        int code = code(e).code;
        return code < 0 ? SQLiteErrorCode.UNKNOWN_ERROR : SQLiteErrorCode.getErrorCode(code & 0xff);
    }
}
