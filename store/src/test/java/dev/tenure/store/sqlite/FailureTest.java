package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.UnreadableException;
import dev.tenure.store.AtRest;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.StateOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong with files and disks is told with the file, the cause and the remedy, and nothing is lost
/// by it.
class FailureTest {
    private static final ResourceId SECRETS = new ResourceId("", "secrets");
    private static final int OBJECT_BYTES = 3000;

    @TempDir
    private Path directory = Path.of("");

    private Store open(long bytesMax) {
        return SqliteStore.open(SqliteOptions.in(directory, StateOptions.indexing(Map.of()), _ -> FailureTest::text)
                .withDatabaseBytesMax(bytesMax));
    }

    private static String text(Content json) {
        return new String(json.bytes(), StandardCharsets.UTF_8);
    }

    private static StoredObject secret(int number) {
        var key = new ObjectKey("", "secrets", "default", "secret-" + number);
        var header = new StoredObject.Header(key, "uid", Map.of(), List.of(), Map.of(), false);
        byte[] json = ("{\"secret\":\"" + number + "x".repeat(OBJECT_BYTES) + "\"}").getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, json, 0, FailureTest::text);
    }

    private static StoredObject put(Store store, int number) {
        Committed committed = store.commit(new Write.Put(secret(number), new Precondition.Absent()));
        return ((Committed.Durable) committed).object();
    }

    private void fill(int objects) {
        try (Store store = open(0)) {
            for (int i = 0; i < objects; i++) {
                put(store, i);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("store.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// As stored by a version that did not look at what it stored.
    private record Unchecked() implements Content {
        @Override
        public byte[] bytes() {
            return "{\"metadata\":{\"managedFields\":}}".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public boolean isObject() {
            return true;
        }
    }

    @Test
    void anObjectThatCannotBeReadLeavesTheOthersAndCanBeDeleted() {
        try (Store store = open(0)) {
            put(store, 0);
            var unchecked = new StoredObject(secret(1).header(), new Unchecked(), 0, FailureTest::text);
            store.commit(new Write.Put(unchecked, new Precondition.Absent()));
            put(store, 2);
        }
        StoredObject broken;
        try (Store store = open(0)) {
            Store.Page page = store.list(Range.all(SECRETS, ""));
            assertThat(page.items()).extracting(object -> object.key().name()).containsExactly("secret-0", "secret-2");
            assertThat(page.unreadable()).containsExactly(secret(1).key());
            broken = store.get(secret(1).key()).orElseThrow();
            assertThat(broken.uid()).isEqualTo("uid");
            assertThatThrownBy(broken::json)
                    .isInstanceOf(UnreadableException.class)
                    .hasMessageContainingAll("secret-1", "--encryption-provider-config", "delete what is damaged");
            assertThat(store.list(new Range(SECRETS, "", Optional.empty(), 1, 0, Optional.empty()))
                            .remaining())
                    .isEqualTo(1);
        }
        try (Store store = open(0)) {
            StoredObject last = secret(1).withRevision(broken.revision());
            assertThat(store.commit(new Write.Delete(last, new Precondition.AtRevision(broken.revision()))))
                    .isInstanceOf(Committed.Durable.class);
        }
        try (Store store = open(0)) {
            assertThat(store.list(Range.all(SECRETS, "")).unreadable()).isEmpty();
            assertThat(store.get(secret(1).key())).isEmpty();
        }
    }

    @Test
    void afterAnInternalErrorNothingIsWrittenNotEvenWhatWaited() throws InterruptedException {
        try (Store store = open(0)) {
            var failures = new LinkedBlockingQueue<Boolean>();
            Runnable waits = () -> {
                try {
                    put(store, 1);
                    failures.add(false);
                } catch (StoreUnavailableException _) {
                    failures.add(true);
                }
            };
            store.watch(SECRETS, "", store.revision()).onReady(() -> {
                Thread other = Thread.ofPlatform().start(waits);
                while (other.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                throw new IllegalStateException("nobody foresaw this");
            });
            assertThatThrownBy(() -> put(store, 0)).isInstanceOf(StoreUnavailableException.class);
            assertThat(failures.poll(30, TimeUnit.SECONDS)).isTrue();
            assertThat(store.get(secret(1).key())).isEmpty();
        }
    }

    @Test
    void whatCannotBeReadAgainIsNotTaken() {
        var header = secret(1).header();
        var broken = new StoredObject(header, "{\"a\":}".getBytes(StandardCharsets.UTF_8), 0, FailureTest::text);
        assertThatThrownBy(() -> new Write.Put(broken, new Precondition.Absent()))
                .hasMessageContainingAll("secret-1", "no JSON object");
        assertThatThrownBy(() -> new Write.Delete(broken, new Precondition.AtRevision(1)))
                .hasMessageContainingAll("secret-1", "no JSON object");
    }

    @Test
    void aDirectoryInUseIsRefusedNamingTheProcess() {
        try (Store _ = open(0)) {
            assertThatThrownBy(() -> open(0))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll(
                            directory.toString(),
                            "in use by process " + ProcessHandle.current().pid(),
                            "stop");
        }
        open(0).close();
    }

    @Test
    void aDirectoryInUseByAnotherProcessIsRefusedNamingIt() throws Exception {
        List<String> command = new ArrayList<>(ChildStore.command());
        command.addAll(List.of("write", directory.toString(), "1", "1"));
        Process child = new ProcessBuilder(command).start();
        try (var reader = child.inputReader()) {
            assertThat(reader.readLine()).startsWith("put");
            assertThatThrownBy(() -> open(0)).hasMessageContaining("in use by process " + child.pid());
        } finally {
            child.destroyForcibly();
            child.waitFor();
        }
        open(0).close();
    }

    @Test
    void aNewerFormatIsRefusedAndLeftAsItIs() throws SQLException {
        fill(1);
        execute("PRAGMA user_version = " + (DatabaseFile.FORMAT + 1));
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("store.db", "has format 3", "up to 2", "newer build");
        execute("PRAGMA user_version = " + DatabaseFile.FORMAT);
        try (Store store = open(0)) {
            assertThat(store.revision()).isEqualTo(2);
        }
    }

    @Test
    void aDatabaseOfAnotherProgramIsRefused() throws SQLException {
        execute("CREATE TABLE notes (text TEXT)");
        assertThatThrownBy(() -> open(0)).hasMessageContainingAll("store.db", "another program");
    }

    @Test
    void aFileThatIsNoDatabaseIsRefused() throws IOException {
        Files.writeString(directory.resolve("store.db"), "hello ".repeat(2000));
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("store.db", "damaged", "put back a copy");
    }

    @Test
    void aFlippedByteOfAnObjectIsNoticed() throws IOException {
        fill(30);
        Path file = directory.resolve("store.db");
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("secret\":\"17xxx") + 500;
        try (var access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(at);
            access.write('y');
        }
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("store.db", "checksum of //secrets/default/secret-17");
    }

    @Test
    void aFileWithAHoleIsNoticed() throws IOException {
        fill(300);
        try (var access = new RandomAccessFile(directory.resolve("store.db").toFile(), "rw")) {
            access.seek(access.length() / 2);
            access.write(new byte[20_000]);
        }
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("store.db");
    }

    @Test
    void aDirectoryBelowAFileIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        directory = file.resolve("below");
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll(directory.toString(), "name a directory that this user may write to");
    }

    @Test
    void aReadOnlyDirectoryIsRefused() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            if (Files.isWritable(directory)) {
                System.out.println("SKIPPED read-only directory: this user may write everywhere");
                abort("this user may write everywhere");
            }
            assertThatThrownBy(() -> open(0))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll(directory.toString(), "permission denied");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void theFileIsReadableByItsOwnerAlone() throws IOException {
        fill(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("store.db"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aClosedStoreRefusesWritesAndStillReads() {
        Store store = open(0);
        put(store, 1);
        store.close();
        assertThatThrownBy(() -> put(store, 2)).hasMessageContaining("closed");
        assertThat(store.get(secret(1).key())).isPresent();
    }

    @Test
    void aFullStoreRefusesWritesKeepsWhatItHasAndGoesOnWhenThereIsRoom() {
        List<StoredObject> kept = new ArrayList<>();
        try (Store store = open(400_000)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            kept.add(put(store, kept.size()));
                        }
                    })
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll("store.db", "disk is full", "free some space");
            assertThat(kept).hasSizeGreaterThan(50);
            assertThat(store.revision()).isEqualTo(kept.getLast().revision());
            assertThat(store.get(secret(kept.size()).key())).isEmpty();

            for (int i = 0; i < 5; i++) {
                StoredObject first = kept.removeFirst();
                store.commit(new Write.Delete(first, new Precondition.AtRevision(first.revision())));
            }
            kept.add(put(store, 1000));
        }
        try (Store store = open(0)) {
            assertThat(store.revision()).isEqualTo(kept.getLast().revision());
            assertThat(store.list(Range.all(SECRETS, "")).items()).hasSameSizeAs(kept);
            kept.forEach(
                    object -> assertThat(store.get(object.key()).orElseThrow().view(String.class))
                            .isEqualTo(text(object.content())));
        }
    }

    @Test
    void aFullDiskRefusesWritesAndGoesOnWhenThereIsRoom() throws Exception {
        List<String> output = onASmallDisk("fill");
        assertThat(output).hasSize(3);
        String[] full = output.getFirst().split("[ :]");
        assertThat(output.getFirst()).contains("cannot write to the store").contains("store.db");
        assertThat(output.get(1)).isEqualTo("kept " + full[2]);
        assertThat(output.get(2)).isEqualTo("goes on at " + (Long.parseLong(full[4]) + 1));
        System.out.println(output);
    }

    @Test
    void aFullDiskTakesEachDeletionHoweverOftenWritesAreTriedBefore() throws Exception {
        List<String> output = onASmallDisk("empty");
        System.out.println(output);
        assertThat(output).hasSize(4);
        assertThat(output.get(0)).isEqualTo("refused 500 times, one after the other");
        assertThat(output.get(1)).matches("all [1-9][0-9]{2,} deleted: true");
        assertThat(output.get(2)).isEqualTo("goes on: true");
        assertThat(output.get(3)).isEqualTo("opened again: 1");
    }

    @Test
    void compactingOnAFullDiskChangesNothingAndSaysHowMuchRoomItNeeds() throws Exception {
        List<String> output = onASmallDisk("compact");
        System.out.println(output);
        assertThat(output).hasSize(6);
        assertThat(output.get(0)).isEqualTo("compacted");
        assertThat(output.get(2))
                .contains("nothing was changed", "MiB of room on its disk and has ", "B: free some and try again")
                .doesNotContain("acknowledged", "repair");
        assertThat(output.subList(3, 6)).containsExactly("same", "compacted", "true 1500");
    }

    @Test
    void halfOfAStoreThatWasBeingFilledIsNone() throws IOException {
        var folder = new StoreFolder(directory);
        Files.writeString(directory.resolve("store.db.new"), "half of a database");
        assertThatThrownBy(folder::check)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("there is no store in");
        assertThat(folder.fill(List.of(), 7, AtRest.PLAIN).revision()).isEqualTo(7);
        assertThat(directory.resolve("store.db.new")).doesNotExist();
        assertThat(folder.check().whole()).isTrue();
    }

    /// Runs [ChildStore] with a store on a disk that a file of its own makes small.
    private List<String> onASmallDisk(String mode) throws IOException, InterruptedException {
        Path mount = Files.createDirectory(directory.resolve("small"));
        String script = "mount -t tmpfs -o size=6m tmpfs \"$1\" || exit 77; head -c 1m /dev/zero >\"$1/filler\"; shift;"
                + " exec \"$@\"";
        List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", script, "sh", mount.toString()));
        command.addAll(ChildStore.command());
        command.addAll(List.of(
                mode, mount.resolve("store").toString(), mount.resolve("filler").toString()));
        Process child;
        try {
            child = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            System.out.println("SKIPPED full disk: unshare is not installed (" + e.getMessage() + ")");
            abort("unshare is not installed");
            throw e;
        }
        List<String> output = child.inputReader().readAllLines();
        int code = child.waitFor();
        if (code == 77 || output.stream().anyMatch(line -> line.startsWith("unshare:"))) {
            System.out.println("SKIPPED full disk: a small disk cannot be mounted here: " + output);
            abort("a small disk cannot be mounted here");
        }
        return output;
    }
}
