package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.store.AtRest;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.sqlite.Rows.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The folder of a store that nobody has open: what is in it, whether it is whole, and how to go on when it
/// is not. Upstream: etcdutl (check, defrag, snapshot).
public final class StoreFolder {
    /// A repaired or restored store goes on so far above the highest revision that is known, so that no
    /// revision that was ever handed out comes back for something else.
    public static final long JUMP = 1_000_000;

    private static final List<String> FILES = List.of("store.db", "store.db-wal", "store.db-shm", Mark.NAME);

    private final Path directory;
    private final Path file;
    private final String identity;

    public StoreFolder(Path directory) {
        this(directory, "");
    }

    /// @param identity of the store that belongs here; empty when that is not known
    public StoreFolder(Path directory, String identity) {
        this.directory = directory;
        this.identity = identity;
        this.file = directory.resolve("store.db");
    }

    /// What is in the folder.
    ///
    /// @param identity of the store; empty when it cannot be read
    /// @param revision the newest one that can be read
    /// @param bytes of the database and its log
    /// @param byResource how many objects can be read, by `group/resource`
    /// @param faults what is wrong, each in one sentence; empty for a store that is whole
    /// @param lost the keys of objects that are there and cannot be read
    public record Report(
            String identity,
            long revision,
            long bytes,
            Map<String, Long> byResource,
            List<String> faults,
            List<String> lost) {
        public Report {
            byResource = Map.copyOf(byResource);
            faults = List.copyOf(faults);
            lost = List.copyOf(lost);
        }

        public boolean whole() {
            return faults.isEmpty();
        }

        /// How many objects can be read.
        public long objects() {
            return byResource.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /// Whether there is a store here, or one is known to belong here.
    public boolean isThere() {
        return !identity.isEmpty() || Files.exists(file) || Files.exists(directory.resolve(Mark.NAME));
    }

    private void refuseUnlessThere() {
        if (!isThere()) {
            throw new StoreUnavailableException("there is no store in %s".formatted(directory));
        }
    }

    /// Before the lock makes the folder for what only reads.
    private void refuseUnlessFolder() {
        refuseUnlessThere();
        if (!Files.isDirectory(directory)) {
            throw SealCheck.refusal(file, "its folder is missing");
        }
    }

    /// Reads everything and changes nothing.
    ///
    /// @throws StoreUnavailableException when the folder is in use or there is no store in it
    public Report check() {
        refuseUnlessThere();
        if (!Files.isDirectory(directory)) {
            return read().report();
        }
        if (UnwritableFolder.is(directory)) {
            return UnwritableFolder.copied(directory, copy -> new StoreFolder(copy, identity).check());
        }
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            return read().report();
        }
    }

    /// Makes a whole store of what can be read. The files as they were go to a folder beside them.
    ///
    /// @return where they went; empty when nothing was wrong
    /// @throws StoreUnavailableException when the folder is in use or cannot be written
    public Optional<Path> repair() {
        refuseUnlessThere();
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            Contents contents = read();
            if (contents.report().whole()) {
                return Optional.empty();
            }
            return Optional.of(rewrite(contents));
        } catch (IOException e) {
            throw Failures.of("repair", file, e);
        } catch (SQLException e) {
            throw Failures.of("repair", file, e);
        }
    }

    /// Writes the database anew without the room that deleted objects left.
    ///
    /// @return bytes before and after
    public long[] compact() {
        refuseUnlessFolder();
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            var compaction = new Compaction(file);
            compaction.prepare(bytes());
            refuseUnlessWhole(read().report());
            long before = bytes();
            compaction.run();
            return new long[] {before, bytes()};
        } catch (IOException e) {
            throw Failures.of("compact", file, e);
        }
    }

    /// Copies the store into another folder, which must not hold one, and reads the copy again.
    ///
    /// @return what is in the copy
    public Report copyTo(Path target) {
        refuseUnlessFolder();
        if (UnwritableFolder.is(directory)) {
            return UnwritableFolder.copied(directory, copy -> new StoreFolder(copy, identity).copyTo(target));
        }
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            Contents contents = read();
            refuseUnlessWhole(contents.report());
            var copy = new StoreFolder(target);
            if (Files.exists(copy.file)) {
                throw new StoreUnavailableException(
                        "there is a store in %s already; name an empty folder".formatted(target));
            }
            Files.createDirectories(target);
            copy.make(contents.sound, contents.seal.orElseThrow());
            Report copied = copy.check();
            refuseUnlessWhole(copied);
            return copied;
        } catch (IOException e) {
            throw Failures.of("copy", file, e);
        } catch (SQLException e) {
            throw Failures.of("copy", file, e);
        }
    }

    /// Makes a store of objects from elsewhere, each at its revision, in a folder that must not hold one.
    ///
    /// @param revision of the store, not below those of its objects
    /// @param atRest the form in which they are to lie
    /// @return what is in it
    public Report fill(List<StoredObject> objects, long revision, AtRest atRest) {
        if (Files.exists(file)) {
            throw new StoreUnavailableException(
                    "there is a store in %s already; name an empty folder".formatted(directory));
        }
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            Seal seal = Seal.ofNothing(UUID.randomUUID().toString(), revision);
            var rows = new ArrayList<Found.Sound>(objects.size());
            for (StoredObject object : objects) {
                byte[] json = atRest.seal(object.key(), object.json());
                byte[] header = HeaderCodec.encode(object, json);
                rows.add(new Found.Sound(rows.size() + 1L, object.key(), object.revision(), header, json));
                seal = seal.with(rows.size(), object.revision());
            }
            make(rows, seal);
            Report report = read().report();
            refuseUnlessWhole(report);
            return report;
        } catch (IOException e) {
            throw Failures.of("write to", file, e);
        } catch (SQLException e) {
            throw Failures.of("write to", file, e);
        }
    }

    /// All objects of a store that is whole, in order of their revisions.
    ///
    /// @param reader gives them the views that they have
    /// @param atRest the form in which they lie
    /// @throws StoreUnavailableException when the store is not whole, or an object cannot be opened
    public List<StoredObject> objects(ViewReader reader, AtRest atRest) {
        refuseUnlessFolder();
        if (UnwritableFolder.is(directory)) {
            return UnwritableFolder.copied(directory, copy -> new StoreFolder(copy, identity).objects(reader, atRest));
        }
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            Contents contents = read();
            refuseUnlessWhole(contents.report());
            var codec = new HeaderCodec();
            return contents.sound().stream()
                    .sorted(Comparator.comparingLong(Found.Sound::revision))
                    .map(one -> new StoredObject(
                            codec.decode(one.key(), one.revision(), one.header(), one.json()),
                            opened(one, atRest),
                            one.revision(),
                            reader))
                    .toList();
        }
    }

    private byte[] opened(Found.Sound one, AtRest atRest) {
        try {
            return atRest.open(one.key(), one.json());
        } catch (IllegalArgumentException e) {
            throw new StoreUnavailableException(
                    "%s in %s cannot be read: %s".formatted(one.key().path(), file, e.getMessage()), e);
        }
    }

    /// Lets the store go on at a revision above `handedOut`, for a copy that is older than what its clients
    /// have seen.
    ///
    /// @return the revision it goes on from
    public long raiseRevision(long handedOut) {
        try (DatabaseLock _ = DatabaseLock.take(directory)) {
            NativeLibrary.prepare(directory);
            Contents contents = read();
            refuseUnlessWhole(contents.report());
            Seal seal = contents.seal().orElseThrow();
            Seal raised = seal.at(Math.max(seal.revision(), handedOut));
            write(file, List.of(), raised);
            Mark.begin(directory, raised).close();
            return raised.revision();
        } catch (IOException e) {
            throw Failures.of("write to", file, e);
        } catch (SQLException e) {
            throw Failures.of("write to", file, e);
        }
    }

    private void refuseUnlessWhole(Report report) {
        if (!report.whole()) {
            throw SealCheck.refusal(file, report.faults().getFirst());
        }
    }

    /// @param seal what the database says of itself; empty when that cannot be read
    private record Contents(
            Report report,
            Optional<Seal> seal,
            Mark.Reading mark,
            List<Found.Sound> sound,
            List<Found.Unsound> unsound) {}

    private Contents read() {
        var sound = new ArrayList<Found.Sound>();
        var unsound = new ArrayList<Found.Unsound>();
        var faults = new ArrayList<String>();
        Optional<Seal> seal = Optional.empty();
        Mark.Reading mark = mark(faults);
        if (isMissingOrEmpty()) {
            faults.add("the database store.db is missing or empty");
        } else {
            try (Connection connection = DatabaseFile.connect(file)) {
                seal = seal(connection, faults);
                new Rows(connection).each(found -> {
                    switch (found) {
                        case Found.Sound one -> sound.add(one);
                        case Found.Unsound one -> unsound.add(one);
                    }
                });
            } catch (SQLException e) {
                refuseWithoutRoom(e);
                faults.add("the database cannot be read: " + e.getMessage());
            }
        }
        Seal rows = ofRows(seal, sound, unsound);
        seal.flatMap(known -> SealCheck.beforeReading(known, mark, identity)).ifPresent(faults::add);
        seal.flatMap(known -> SealCheck.afterReading(known, rows)).ifPresent(faults::add);
        unsound.forEach(one -> faults.add(
                "row %d%s: %s".formatted(one.row(), one.key().isEmpty() ? "" : " (" + one.key() + ")", one.why())));
        return new Contents(report(rows, faults, sound, unsound), seal, mark, sound, unsound);
    }

    private boolean isMissingOrEmpty() {
        try {
            return DatabaseFile.isMissingOrEmpty(file);
        } catch (IOException e) {
            throw Failures.of("read", file, e);
        }
    }

    private Mark.Reading mark(List<String> faults) {
        try {
            Mark.Reading reading = Mark.read(directory);
            if (reading instanceof Mark.Reading.Damaged) {
                faults.add("%s is damaged: it cannot be told whether the last writes are there".formatted(Mark.NAME));
            }
            return reading;
        } catch (IOException e) {
            faults.add("%s cannot be read: %s".formatted(Mark.NAME, e.getMessage()));
            return new Mark.Reading.Damaged();
        }
    }

    /// A full disk keeps a database from being opened, which says nothing of what is in it.
    private void refuseWithoutRoom(SQLException e) {
        if (Failures.isOfRoom(e)) {
            throw new StoreUnavailableException(
                    "cannot read the store %s: there is no room on its disk, which reading takes a little of; nothing was changed: free some and try again (%s)"
                            .formatted(file, Failures.code(e)),
                    e);
        }
    }

    private Optional<Seal> seal(Connection connection, List<String> faults) {
        try (Statement statement = connection.createStatement()) {
            long format = DatabaseFile.number(statement, "PRAGMA user_version");
            if (format > 0 && format < DatabaseFile.FORMAT) {
                throw new StoreUnavailableException(
                        "the store has format %d: start the server once, which brings it forward".formatted(format));
            }
            if (format > DatabaseFile.FORMAT) {
                throw new StoreUnavailableException(DatabaseFile.tooNew("the store", format));
            }
            return Optional.of(DatabaseFile.seal(statement));
        } catch (SQLException | IllegalArgumentException e) {
            if (e instanceof SQLException failure) {
                refuseWithoutRoom(failure);
            }
            faults.add("the database does not say what is in it: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Seal ofRows(Optional<Seal> known, List<Found.Sound> sound, List<Found.Unsound> unsound) {
        long newest = sound.stream().mapToLong(Found.Sound::revision).max().orElse(0);
        Seal rows = Seal.ofNothing(
                known.map(Seal::identity).orElse(""), known.map(Seal::revision).orElse(newest));
        for (Found.Sound one : sound) {
            rows = rows.with(one.row(), one.revision());
        }
        return unsound.isEmpty() || known.isEmpty() ? rows : known.get();
    }

    private Report report(Seal rows, List<String> faults, List<Found.Sound> sound, List<Found.Unsound> unsound) {
        Map<String, Long> byResource = new TreeMap<>();
        sound.forEach(
                one -> byResource.merge(one.key().group() + "/" + one.key().resource(), 1L, Long::sum));
        List<String> lost = unsound.stream()
                .map(one -> one.key().isEmpty() ? "row " + one.row() : one.key())
                .toList();
        return new Report(rows.identity(), rows.revision(), bytes(), byResource, faults, lost);
    }

    private long bytes() {
        long all = 0;
        for (String name : List.of("store.db", "store.db-wal")) {
            Path one = directory.resolve(name);
            try {
                all += Files.exists(one) ? Files.size(one) : 0;
            } catch (IOException e) {
                throw Failures.of("read", one, e);
            }
        }
        return all;
    }

    private Path rewrite(Contents contents) throws IOException, SQLException {
        long known = contents.report().revision();
        String found = contents.report().identity();
        if (contents.mark() instanceof Mark.Reading.Says(Seal acknowledged)) {
            known = Math.max(known, acknowledged.revision());
            found = found.isEmpty() ? acknowledged.identity() : found;
        }
        found = identity.isEmpty() ? found : identity;
        Path aside = aside(known);
        Seal seal = Seal.ofNothing(found.isEmpty() ? UUID.randomUUID().toString() : found, known + JUMP);
        for (Found.Sound one : newestOfEachKey(contents.sound())) {
            seal = seal.with(one.row(), one.revision());
        }
        Path fresh = writeBeside(newestOfEachKey(contents.sound()), seal);
        for (String name : FILES) {
            Path one = directory.resolve(name);
            if (Files.exists(one)) {
                Files.move(one, aside.resolve(name));
            }
        }
        for (Found.Unsound one : contents.unsound()) {
            Files.write(aside.resolve("row-" + one.row() + ".json"), one.json());
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        Mark.begin(directory, seal).close();
        return aside;
    }

    private Path aside(long revision) throws IOException {
        Path aside = directory.resolve("damaged-at-" + revision);
        for (int i = 2; Files.exists(aside); i++) {
            aside = directory.resolve("damaged-at-%d-%d".formatted(revision, i));
        }
        return Files.createDirectory(aside);
    }

    private static List<Found.Sound> newestOfEachKey(List<Found.Sound> sound) {
        var newest = new HashMap<ObjectKey, Found.Sound>();
        sound.forEach(one -> newest.merge(one.key(), one, (a, b) -> a.revision() >= b.revision() ? a : b));
        return newest.values().stream()
                .sorted(Comparator.comparingLong(Found.Sound::row))
                .toList();
    }

    /// Makes a store where there is none. Whatever keeps it from its end, half of it is never a store.
    private void make(List<Found.Sound> rows, Seal seal) throws IOException, SQLException {
        Path fresh = writeBeside(rows, seal);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        Mark.begin(directory, seal).close();
    }

    /// Writes a database under a name that nobody opens.
    private Path writeBeside(List<Found.Sound> rows, Seal seal) throws IOException, SQLException {
        Path fresh = directory.resolve("store.db.new");
        removeFresh(fresh);
        try {
            write(fresh, rows, seal);
            return fresh;
        } catch (SQLException | StoreUnavailableException e) {
            removeFresh(fresh);
            throw e;
        }
    }

    static void removeFresh(Path fresh) throws IOException {
        for (String end : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(fresh.resolveSibling(fresh.getFileName() + end));
        }
    }

    private void write(Path target, List<Found.Sound> rows, Seal seal) throws SQLException {
        Seal none = Seal.ofNothing(seal.identity(), seal.revision());
        try (Connection connection = DatabaseFile.open(target, none, Optional.empty(), 0);
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO objects (revision, header, json, row, key) VALUES (?, ?, ?, ?, ?)")) {
                for (Found.Sound one : rows) {
                    insert.setLong(1, one.revision());
                    insert.setBytes(2, one.header());
                    insert.setBytes(3, one.json());
                    insert.setLong(4, one.row());
                    insert.setString(5, one.key().path());
                    insert.executeUpdate();
                }
            }
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE seal SET revision = ?, objects = ?, digest = ?, checksum = ?")) {
                DatabaseFile.bind(update, seal);
                update.executeUpdate();
            }
            statement.execute("COMMIT");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }
}
