package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.VersionedState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The durable store: all objects in memory, and in one sqlite file from which they are read at the start.
/// What a commit acknowledged survives the death of the process and of the machine. History does not outlive
/// the process: after a start, revisions before the newest one have expired.
public final class SqliteStore implements Store {
    /// The revision before the first write.
    private static final long FIRST_REVISION = 1;

    private static final System.Logger LOG = System.getLogger(SqliteStore.class.getPackageName());

    private final DatabaseLock lock;
    private final Database database;
    private final VersionedState state;

    /// Objects that lie in a form in which they would not be written now.
    private final Set<ObjectKey> outdated = ConcurrentHashMap.newKeySet();

    private final CommitQueue queue = new CommitQueue();
    private final GroupCommitter committer;

    private SqliteStore(DatabaseLock lock, Database database, VersionedState state, Runnable lost) {
        this.lock = lock;
        this.database = database;
        this.state = state;
        this.committer = new GroupCommitter(queue, database, state, lost);
    }

    /// Opens the store, or makes it. Returns when everything is in memory.
    ///
    /// @throws StoreUnavailableException when the directory is in use or cannot be used, or the file is
    ///     damaged
    public static SqliteStore open(SqliteOptions options) {
        Path directory = options.directory();
        DatabaseLock lock = DatabaseLock.take(directory);
        Database database = null;
        try {
            NativeLibrary.prepare(directory);
            Mark.Reading mark = Mark.read(directory);
            Seal begun = Seal.ofNothing(UUID.randomUUID().toString(), FIRST_REVISION);
            database = Database.open(options, begun, whyNotNew(mark, options.identity()));
            Seal seal = database.seal();
            SealCheck.beforeReading(seal, mark, options.identity()).ifPresent(what -> {
                throw SealCheck.refusal(options.file(), what);
            });
            var state = new VersionedState(options.state(), seal.revision());
            Set<ObjectKey> outdated = new Loader(options, state).load(database.lastRow(), seal);
            tellOf(mark, seal);
            database.noteIn(Mark.begin(directory, seal));
            var store = new SqliteStore(lock, database, state, options.lost());
            store.outdated.addAll(outdated);
            return store;
        } catch (IOException e) {
            if (database != null) {
                database.close();
            }
            lock.close();
            throw Failures.of("open", options.file(), e);
        } catch (StoreUnavailableException e) {
            if (database != null) {
                database.close();
            }
            lock.close();
            throw e;
        }
    }

    private static void tellOf(Mark.Reading mark, Seal seal) {
        boolean unknown = !(mark instanceof Mark.Reading.Says) && seal.revision() > FIRST_REVISION;
        if (unknown) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} is missing or damaged: whether the last writes before revision {1} are there cannot be told",
                    Mark.NAME,
                    seal.revision());
        }
    }

    /// Why an empty store here would be a loss.
    private static Optional<String> whyNotNew(Mark.Reading mark, String identity) {
        if (mark instanceof Mark.Reading.Says(Seal acknowledged)) {
            return Optional.of("it is empty or missing, but revision %d with %d objects was acknowledged"
                    .formatted(acknowledged.revision(), acknowledged.objects()));
        }
        return identity.isEmpty()
                ? Optional.empty()
                : Optional.of("it is empty or missing, but this cluster's certificates belong to store " + identity);
    }

    /// Writes all objects as of one revision into a new database file, while the store goes on.
    ///
    /// @throws StoreUnavailableException when the file is there already or cannot be written
    public void backup(Path target) {
        database.copyTo(target);
    }

    /// Who this store is: a name that it was given when it was made.
    public String identity() {
        return database.seal().identity();
    }

    @Override
    public Optional<String> trouble() {
        return database.alarm().reason();
    }

    /// The caller's thread brings the object into the form in which it is kept and written.
    @Override
    public Committed commit(Write write) {
        return ended(write, queue.add(write.packed()));
    }

    @Override
    public List<Committed> commitAll(List<Write> writes) {
        List<CommitQueue.Ticket> tickets =
                writes.stream().map(write -> queue.add(write.packed())).toList();
        var ended = new ArrayList<Committed>(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            ended.add(ended(writes.get(i), tickets.get(i)));
        }
        return ended;
    }

    private Committed ended(Write write, CommitQueue.Ticket ticket) {
        Committed done = ticket.await();
        if (done instanceof Committed.Durable && !outdated.isEmpty()) {
            outdated.remove(write.key());
        }
        return done;
    }

    @Override
    public boolean isOutdated(ObjectKey key) {
        return outdated.contains(key);
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
    public Found find(ObjectKey key) {
        return state.find(key);
    }

    @Override
    public Page list(Range range) {
        return state.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
        return state.watch(resource, namespace, revision, index);
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
