package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ViewReader;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.memory.StateOptions;
import java.nio.file.Path;
import java.util.function.Function;

/// Where and how a [SqliteStore] keeps its objects.
///
/// @param directory for the store alone; made when it is missing
/// @param readers how the views of loaded objects are read
/// @param databaseBytesMax the file may not grow beyond this; writes fail as on a full disk then. 0 for no bound
/// @param logPagesWorthCopying the write-ahead log is copied into the file when it has so many pages of 4 KiB; eight
///     times as many hold up the writer
public record SqliteOptions(
        Path directory,
        StateOptions state,
        Function<ResourceId, ViewReader> readers,
        long databaseBytesMax,
        int logPagesWorthCopying) {
    private static final int LOG_PAGES_WORTH_COPYING = 1_000;

    /// Without a bound on the file.
    public static SqliteOptions in(Path directory, StateOptions state, Function<ResourceId, ViewReader> readers) {
        return new SqliteOptions(directory, state, readers, 0, LOG_PAGES_WORTH_COPYING);
    }

    SqliteOptions withDatabaseBytesMax(long bytes) {
        return new SqliteOptions(directory, state, readers, bytes, logPagesWorthCopying);
    }

    SqliteOptions withLogPagesWorthCopying(int pages) {
        return new SqliteOptions(directory, state, readers, databaseBytesMax, pages);
    }

    /// The database itself; the engine keeps two more files beside it.
    Path file() {
        return directory.resolve("store.db");
    }
}
