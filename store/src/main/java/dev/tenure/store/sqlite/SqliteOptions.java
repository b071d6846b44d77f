package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ViewReader;
import dev.tenure.store.AtRest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.memory.StateOptions;
import java.nio.file.Path;
import java.util.function.Function;

/// Where and how a [SqliteStore] keeps its objects.
///
/// @param directory for the store alone; made when it is missing
/// @param readers how the views of loaded objects are read
/// @param atRest the form of the objects in the file
/// @param identity of the store that is expected; empty when any will do, a new one too
/// @param quotaBytes how large the objects in the file may become before only deletions are let through; 0
///     for no bound
/// @param databaseBytesMax the file may not grow beyond this; writes fail as on a full disk then. 0 for no
///     bound
/// @param logPagesWorthCopying the write-ahead log is copied into the file when it has so many pages of 4
///     KiB; eight times as many hold up the writer
/// @param lost run once when it is not known any more what is on disk, and nothing more is written; must not
///     block
public record SqliteOptions(
        Path directory,
        StateOptions state,
        Function<ResourceId, ViewReader> readers,
        AtRest atRest,
        String identity,
        long quotaBytes,
        long databaseBytesMax,
        int logPagesWorthCopying,
        Runnable lost) {
    private static final int LOG_PAGES_WORTH_COPYING = 1_000;

    /// Any store, without a bound on the file.
    public static SqliteOptions in(Path directory, StateOptions state, Function<ResourceId, ViewReader> readers) {
        return new SqliteOptions(directory, state, readers, AtRest.PLAIN, "", 0, 0, LOG_PAGES_WORTH_COPYING, () -> {});
    }

    /// @param newAtRest the form of the objects in the file
    public SqliteOptions lying(AtRest newAtRest) {
        return new SqliteOptions(
                directory,
                state,
                readers,
                newAtRest,
                identity,
                quotaBytes,
                databaseBytesMax,
                logPagesWorthCopying,
                lost);
    }

    /// @param expected the identity of the store that must be there
    public SqliteOptions expecting(String expected) {
        return new SqliteOptions(
                directory, state, readers, atRest, expected, quotaBytes, databaseBytesMax, logPagesWorthCopying, lost);
    }

    /// @param bytes 0 for no bound
    public SqliteOptions withQuotaBytes(long bytes) {
        return new SqliteOptions(
                directory, state, readers, atRest, identity, bytes, databaseBytesMax, logPagesWorthCopying, lost);
    }

    /// @param listener run when the store cannot be trusted any more
    public SqliteOptions whenLost(Runnable listener) {
        return new SqliteOptions(
                directory,
                state,
                readers,
                atRest,
                identity,
                quotaBytes,
                databaseBytesMax,
                logPagesWorthCopying,
                listener);
    }

    SqliteOptions withDatabaseBytesMax(long bytes) {
        return new SqliteOptions(
                directory, state, readers, atRest, identity, quotaBytes, bytes, logPagesWorthCopying, lost);
    }

    SqliteOptions withLogPagesWorthCopying(int pages) {
        return new SqliteOptions(
                directory, state, readers, atRest, identity, quotaBytes, databaseBytesMax, pages, lost);
    }

    /// The database itself; the engine keeps two more files beside it.
    Path file() {
        return directory.resolve("store.db");
    }
}
