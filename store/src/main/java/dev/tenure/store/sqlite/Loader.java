package dev.tenure.store.sqlite;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.UnreadableException;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.runtime.io.ThreadEnd;
import dev.tenure.store.AtRest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.VersionedState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads all objects of a file into memory, before anybody else has either. Several threads, which end before
/// [#load] does, each read a part of the rows with a connection of their own; the state takes objects from
/// all of them.
final class Loader {
    private static final System.Logger LOG = System.getLogger(Loader.class.getPackageName());

    private static final int THREADS_MAX = 4;

    /// Below so many rows another thread is not worth its start.
    private static final long ROWS_PER_THREAD_MIN = 2_000;

    private final Path file;
    private final Function<ResourceId, ViewReader> readers;
    private final AtRest atRest;
    private final VersionedState state;
    private final Set<ObjectKey> outdated = ConcurrentHashMap.newKeySet();
    private final LongAdder objects = new LongAdder();
    private final AtomicLong digest = new AtomicLong();
    private final AtomicReference<@Nullable StoreUnavailableException> failure = new AtomicReference<>();

    Loader(SqliteOptions options, VersionedState state) {
        this.file = options.file();
        this.readers = options.readers();
        this.atRest = options.atRest();
        this.state = state;
    }

    /// @param expected what the database says of its rows
    /// @return objects that lie in a form in which they would not be written now
    /// @throws StoreUnavailableException when anything is not as it was written
    Set<ObjectKey> load(long lastRow, Seal expected) {
        long parts = Math.clamp(
                lastRow / ROWS_PER_THREAD_MIN,
                1,
                Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()));
        List<Thread> others = new ArrayList<>();
        for (long part = 1; part < parts; part++) {
            long after = lastRow * part / parts;
            long upTo = lastRow * (part + 1) / parts;
            others.add(Thread.ofPlatform().name("store-load-" + part).start(() -> loadPart(after, upTo)));
        }
        loadPart(0, lastRow / parts);
        others.forEach(ThreadEnd::await);
        StoreUnavailableException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        var read = new Seal(expected.identity(), expected.revision(), objects.sum(), digest.get());
        SealCheck.afterReading(expected, read).ifPresent(what -> {
            throw SealCheck.refusal(file, what);
        });
        return outdated;
    }

    private void loadPart(long after, long upTo) {
        try (Connection connection = DatabaseFile.connect(file);
                PreparedStatement query = connection.prepareStatement(
                        "SELECT row, key, revision, header, json FROM objects WHERE row > ? AND row <= ?")) {
            query.setLong(1, after);
            query.setLong(2, upTo);
            try (ResultSet rows = query.executeQuery()) {
                read(rows);
            }
        } catch (SQLException e) {
            failure.compareAndSet(null, Failures.of("read", file, e));
        } catch (IllegalArgumentException e) {
            failure.compareAndSet(null, Failures.damaged(file, String.valueOf(e.getMessage())));
        } catch (OutOfMemoryError e) {
            failure.compareAndSet(
                    null,
                    new StoreUnavailableException(
                            "cannot read the store %s: its objects do not fit in memory; give the process more (--memory)"
                                    .formatted(file),
                            e));
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, Failures.damaged(file, "its objects cannot be read: " + e));
        }
    }

    /// What is stored of one object; others can be read even if it cannot.
    private Content readable(ObjectKey key, byte[] stored, ViewReader reader) {
        String why = UnreadableException.REMEDY;
        try {
            Content content = reader.stored(atRest.open(key, stored));
            if (content.isObject()) {
                return content;
            }
        } catch (IllegalArgumentException e) {
            why = String.valueOf(e.getMessage());
        }
        LOG.log(
                System.Logger.Level.ERROR,
                "{0} in {1} cannot be read: {2}. It is left out of lists",
                key.path(),
                file,
                why);
        return new Content.Unreadable(key, stored.length);
    }

    private void read(ResultSet rows) throws SQLException {
        var codec = new HeaderCodec();
        Map<ResourceId, ViewReader> known = new HashMap<>();
        long shares = 0;
        long count = 0;
        while (rows.next() && failure.get() == null) {
            ObjectKey key = codec.key(rows.getString(2));
            long row = rows.getLong(1);
            long revision = rows.getLong(3);
            byte[] stored = rows.getBytes(5);
            StoredObject.Header header = codec.decode(key, revision, rows.getBytes(4), stored);
            if (!atRest.isCurrent(key, stored)) {
                outdated.add(key);
            }
            ViewReader reader = known.computeIfAbsent(ResourceId.of(key), readers);
            state.load(new StoredObject(header, readable(key, stored, reader), revision, reader), row);
            shares ^= Seal.share(row, revision);
            count++;
        }
        objects.add(count);
        long all = shares;
        digest.updateAndGet(others -> others ^ all);
    }
}
