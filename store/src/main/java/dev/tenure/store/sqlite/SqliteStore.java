package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.VersionedState;
import java.nio.file.Path;
import java.util.Optional;

/// The durable store: all objects in memory, and in one sqlite file from which they are read at the start. What a
/// commit acknowledged survives the death of the process and of the machine. History does not outlive the process:
/// after a start, revisions before the newest one have expired.
public final class SqliteStore implements Store {
    /// The revision before the first write.
    private static final long FIRST_REVISION = 1;

    private final DirectoryLock lock;
    private final Database database;
    private final VersionedState state;
    private final CommitQueue queue = new CommitQueue();
    private final GroupCommitter committer;

    private SqliteStore(DirectoryLock lock, Database database, VersionedState state) {
        this.lock = lock;
        this.database = database;
        this.state = state;
        this.committer = new GroupCommitter(queue, database, state);
    }

    /// Opens the store, or makes it. Returns when everything is in memory.
    ///
    /// @throws StoreUnavailableException when the directory is in use or cannot be used, or the file is damaged
    public static SqliteStore open(SqliteOptions options) {
        Path directory = options.directory();
        DirectoryLock lock = DirectoryLock.take(directory);
        Database database = null;
        try {
            NativeLibrary.prepare(directory);
            database = Database.open(options, FIRST_REVISION);
            var state = new VersionedState(options.state(), database.revision());
            new Loader(options.file(), options.readers(), state).load(database.lastRow());
            return new SqliteStore(lock, database, state);
        } catch (StoreUnavailableException e) {
            if (database != null) {
                database.close();
            }
            lock.close();
            throw e;
        }
    }

    @Override
    public Committed commit(Write write) {
        return queue.add(write).await();
    }

    @Override
    public long revision() {
        return state.revision();
    }

    @Override
    public long compactedRevision() {
        return state.compactedRevision();
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return state.get(key);
    }

    @Override
    public Page list(Range range) {
        return state.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision) {
        return state.watch(resource, namespace, revision);
    }

    @Override
    public void compact(long revision) {
        state.compact(revision);
    }

    /// Carries out the writes that wait, then lets go of the directory.
    @Override
    public void close() {
        queue.close(new StoreUnavailableException("the store is closed"));
        committer.awaitEnd();
        database.close();
        lock.close();
    }
}
