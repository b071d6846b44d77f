package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.StateOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happens to one file of a store, it opens with all that was acknowledged or not at all.
@Tag("long")
class DamageTest {
    private static final ResourceId MAPS = new ResourceId("", "configmaps");
    private static final int ROUNDS = Integer.getInteger("tenure.damages", 150);
    private static final long SEED = 20261123;

    /// Few, so that a part of the objects is in the file and a part in the log.
    private static final int PAGES_WORTH_COPYING = 40;

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, Long> acknowledged = new TreeMap<>();

    private static Store open(Path directory) {
        return SqliteStore.open(options(directory));
    }

    private static SqliteOptions options(Path directory) {
        return SqliteOptions.in(directory, StateOptions.indexing(Map.of()), _ -> DamageTest::text)
                .withLogPagesWorthCopying(PAGES_WORTH_COPYING);
    }

    private static String text(Content json) {
        return new String(json.bytes(), StandardCharsets.UTF_8);
    }

    private void put(Store store, int number, String content) {
        var key = new ObjectKey("", "configmaps", "default", "map-" + number);
        var header = new StoredObject.Header(key, "uid-" + number, Map.of(), List.of(), Map.of(), false);
        byte[] json = ("{\"a\":\"" + content.repeat(80) + "\"}").getBytes(StandardCharsets.UTF_8);
        Precondition condition = store.get(key)
                .<Precondition>map(there -> new Precondition.AtRevision(there.revision()))
                .orElseGet(Precondition.Absent::new);
        Committed done = store.commit(new Write.Put(new StoredObject(header, json, 0, DamageTest::text), condition));
        acknowledged.put(key.name(), ((Committed.Durable) done).object().revision());
    }

    private void delete(Store store, int number) {
        StoredObject last = store.get(new ObjectKey("", "configmaps", "default", "map-" + number))
                .orElseThrow();
        store.commit(new Write.Delete(last, new Precondition.AtRevision(last.revision())));
        acknowledged.remove(last.key().name());
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Map<String, Long> found(Store store) {
        Map<String, Long> found = new TreeMap<>();
        store.list(Range.all(MAPS, "")).items().forEach(o -> found.put(o.key().name(), o.revision()));
        return found;
    }

    /// Writes, changes and deletes; leaves an older copy of the files in `older` and the files as a crash
    /// leaves them in `crashed`.
    private void work(Path older, Path crashed) throws IOException {
        Path live = folder.resolve("live");
        try (Store store = open(live)) {
            for (int i = 0; i < 120; i++) {
                put(store, i, "first ");
            }
            copy(live, older);
            for (int i = 0; i < 90; i++) {
                put(store, i, "second ");
            }
            for (int i = 100; i < 115; i++) {
                delete(store, i);
            }
            put(store, 500, "last ");
            copy(live, crashed);
        }
    }

    private static final List<String> FILES = List.of("store.db", "store.db-wal", "store.mark", "store.db-shm");

    private static String damage(Random random, Path directory, Path older) throws IOException {
        Path file = directory.resolve(FILES.get(random.nextInt(FILES.size())));
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        String damage = file.getFileName() + " of " + bytes.length + " bytes: ";
        return damage
                + switch (random.nextInt(6)) {
                    case 0 -> {
                        Files.deleteIfExists(file);
                        yield "lost";
                    }
                    case 1 -> {
                        Files.write(file, Arrays.copyOf(bytes, at));
                        yield "cut at " + at;
                    }
                    case 2 -> {
                        Path old = older.resolve(file.getFileName());
                        if (Files.exists(old)) {
                            Files.copy(old, file, StandardCopyOption.REPLACE_EXISTING);
                        }
                        yield "an older copy";
                    }
                    case 3 -> {
                        int length = Math.min(4096, bytes.length - at);
                        Arrays.fill(bytes, at, at + length, (byte) 0);
                        Files.write(file, bytes);
                        yield length + " zeros at " + at;
                    }
                    default -> {
                        if (bytes.length > 0) {
                            bytes[at] ^= (byte) (1 << random.nextInt(8));
                            Files.write(file, bytes);
                        }
                        yield "a bit flipped at " + at;
                    }
                };
    }

    @Test
    void damageToOneFileIsReportedOrHarmlessAndNeverASilentLoss() throws IOException {
        Path older = folder.resolve("older");
        Path crashed = folder.resolve("crashed");
        work(older, crashed);
        var random = new Random(SEED);
        List<String> refused = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Path damaged = folder.resolve("damaged-" + round);
            copy(crashed, damaged);
            String what = damage(random, damaged, older);
            try (Store store = open(damaged)) {
                assertThat(found(store))
                        .as("round %d of seed %d, %s", round, SEED, what)
                        .isEqualTo(acknowledged);
            } catch (StoreUnavailableException e) {
                assertThat(e).as(what).hasMessageContaining("store.db");
                refused.add(what);
            }
        }
        System.out.printf("damaged %d times: %d refused, the others had lost nothing%n", ROUNDS, refused.size());
        assertThat(refused).hasSizeBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    @Test
    void aLogThatEndsEarlyIsReportedWithWhatIsMissing() throws IOException {
        Path crashed = folder.resolve("crashed");
        work(folder.resolve("older"), crashed);
        Files.delete(crashed.resolve("store.db-wal"));
        assertThatThrownBy(() -> open(crashed))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("writes that were acknowledged are missing", "tenure store repair");
    }

    @Test
    void anEmptyStoreIsNotMadeWhereOneWas() throws IOException {
        Path crashed = folder.resolve("crashed");
        work(folder.resolve("older"), crashed);
        Files.delete(crashed.resolve("store.db"));
        Files.delete(crashed.resolve("store.db-wal"));
        assertThatThrownBy(() -> open(crashed)).hasMessageContainingAll("empty or missing", "revision", "106 objects");
        assertThatThrownBy(() -> SqliteStore.open(options(folder.resolve("new")).expecting("0a-1b")))
                .hasMessageContaining("this cluster's certificates belong to store 0a-1b");
    }

    @Test
    void anotherClustersStoreIsRefused() throws IOException {
        Path crashed = folder.resolve("crashed");
        work(folder.resolve("older"), crashed);
        assertThatThrownBy(() -> SqliteStore.open(options(crashed).expecting("0a-1b")))
                .hasMessageContaining("but this cluster's certificates belong to store 0a-1b");
    }

    @Test
    void aFileOfFormatOneIsBroughtForward() throws IOException, SQLException {
        Path directory = Files.createDirectories(folder.resolve("one"));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("store.db"));
                var statement = connection.createStatement()) {
            for (String line : FormatOneSample.SQL) {
                statement.execute(line);
            }
        }
        for (int round = 0; round < 2; round++) {
            try (Store store = open(directory)) {
                assertThat(store.revision()).isEqualTo(FormatOneSample.REVISION);
                assertThat(found(store)).isEqualTo(FormatOneSample.OBJECTS);
            }
        }
    }

    @Test
    void repairGoesOnWithWhatIsLeftAndHandsOutNoRevisionTwice() throws IOException {
        Path older = folder.resolve("older");
        Path crashed = folder.resolve("crashed");
        work(older, crashed);
        var random = new Random(SEED);
        int repaired = 0;
        for (int round = 0; round < 40; round++) {
            Path damaged = folder.resolve("repaired-" + round);
            copy(crashed, damaged);
            String what = damage(random, damaged, older);
            var files = new StoreFolder(damaged);
            boolean whole = opens(damaged);
            Optional<Path> aside = files.repair();
            assertThat(whole || aside.isPresent()).as(what).isTrue();
            repaired += aside.isPresent() ? 1 : 0;
            assertThat(files.check().faults()).as(what).isEmpty();
            long highest =
                    acknowledged.values().stream().mapToLong(l -> l).max().orElseThrow();
            try (Store store = open(damaged)) {
                assertThat(store.revision()).as(what).isGreaterThanOrEqualTo(highest);
                assertThat(found(store).size()).as(what).isLessThanOrEqualTo(120);
            }
        }
        assertThat(repaired).isPositive();
    }

    private static boolean opens(Path directory) {
        try (Store _ = open(directory)) {
            return true;
        } catch (StoreUnavailableException _) {
            return false;
        }
    }

    @Test
    void repairLosesOnlyTheObjectsThatCannotBeRead() throws IOException {
        Path crashed = folder.resolve("crashed");
        work(folder.resolve("older"), crashed);
        open(crashed).close();
        Path file = crashed.resolve("store.db");
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("last last");
        bytes[at] = 'L';
        Files.write(file, bytes);
        var files = new StoreFolder(crashed);
        assertThat(files.check().lost()).containsExactly("//configmaps/default/map-500");
        Path aside = files.repair().orElseThrow();
        assertThat(aside.resolve("store.db")).exists();
        try (Stream<Path> lifted = Files.list(aside)) {
            assertThat(lifted.filter(f -> f.getFileName().toString().startsWith("row-")))
                    .hasSize(1);
        }
        acknowledged.remove("map-500");
        try (Store store = open(crashed)) {
            assertThat(found(store)).isEqualTo(acknowledged);
            put(store, 501, "goes on ");
            assertThat(acknowledged.get("map-501")).isGreaterThan(StoreFolder.JUMP);
        }
    }

    @Test
    void aCopyHasTheSameObjectsAndRevision() throws IOException {
        Path crashed = folder.resolve("crashed");
        work(folder.resolve("older"), crashed);
        Path target = folder.resolve("copy");
        StoreFolder.Report copied = new StoreFolder(crashed).copyTo(target);
        assertThat(copied.objects()).isEqualTo(acknowledged.size());
        try (Store one = open(crashed);
                Store other = open(target)) {
            assertThat(found(other)).isEqualTo(found(one));
            assertThat(other.revision()).isEqualTo(one.revision());
        }
        assertThatThrownBy(() -> new StoreFolder(crashed).copyTo(target)).hasMessageContaining("there is a store in");
        long[] sizes = new StoreFolder(crashed).compact();
        assertThat(sizes[1]).isLessThanOrEqualTo(sizes[0]);
        try (Store one = open(crashed)) {
            assertThat(found(one)).isEqualTo(acknowledged);
        }
    }

    @Test
    void aQuotaLetsDeletionsThrough() {
        Path directory = folder.resolve("quota");
        try (Store store = SqliteStore.open(options(directory).withQuotaBytes(2 << 20))) {
            int[] count = {0};
            assertThatThrownBy(() -> {
                        while (count[0] < 20_000) {
                            put(store, count[0], "x".repeat(50));
                            count[0]++;
                        }
                    })
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("reached its quota of 2097152 bytes");
            assertThat(store.trouble()).isPresent();
            for (int i = 0; i < count[0]; i += 2) {
                delete(store, i);
            }
            assertThat(store.trouble()).isEmpty();
            put(store, 100_000, "room again");
        }
    }
}
