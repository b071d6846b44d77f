package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.ThreadEnd;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.StateOptions;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/// A program that works on a store and tells what was acknowledged, to be killed or traced.
final class ChildStore {
    /// Each writer goes round so many keys of its own.
    static final int KEYS_PER_WRITER = 20;

    private static final int OBJECT_BYTES = 600;

    /// Few, so that many kills meet the log being copied.
    private static final int LOG_PAGES_WORTH_COPYING = 40;

    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    /// Enough to use up whatever is kept for deletions, if they got it.
    private static final int TRIES_WHEN_FULL = 500;

    private static final int KEYS_TO_COMPACT = 1_500;

    private final Store store;

    private ChildStore(Store store) {
        this.store = store;
    }

    /// The command that runs this program in a process of its own, without its arguments.
    static List<String> command() {
        String classPath = Stream.of(
                        ChildStore.class, Store.class, StoredObject.class, ThreadEnd.class, SQLiteJDBCLoader.class)
                .map(ChildStore::home)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                ChildStore.class.getName());
    }

    private static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Store open(Path directory) {
        return SqliteStore.open(SqliteOptions.in(
                        directory,
                        StateOptions.indexing(Map.of()),
                        _ -> json -> new String(json.bytes(), StandardCharsets.UTF_8))
                .withLogPagesWorthCopying(LOG_PAGES_WORTH_COPYING));
    }

    /// `write DIRECTORY WRITERS SEED` writes without end; `trace DIRECTORY WRITES` so many times from one
    /// thread; `fill DIRECTORY FILLER` until the disk is full, then deletes the file FILLER and goes on;
    /// `empty DIRECTORY` fills the disk, goes on trying, deletes all, writes once more, and is opened again;
    /// `compact DIRECTORY FILLER` compacts a store of some size on a disk that FILLER fills, then without
    /// that file.
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[1]);
        if (args[0].equals("compact")) {
            compact(directory, Path.of(args[2]));
            return;
        }
        try (Store store = open(directory)) {
            var child = new ChildStore(store);
            switch (args[0]) {
                case "write" -> child.write(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
                case "trace" -> child.writer(0, new Random(1), Integer.parseInt(args[2]));
                case "fill" -> child.fill(Path.of(args[2]));
                case "empty" -> child.fillAndEmpty();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
        if (args[0].equals("empty")) {
            try (Store store = open(directory)) {
                print("opened again: "
                        + store.list(Store.Range.all(resource(), "")).items().size());
            }
        }
    }

    private void write(int writers, int seed) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            int writer = i;
            threads.add(Thread.ofPlatform().start(() -> writer(writer, new Random(seed + writer), Integer.MAX_VALUE)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /// Creates, replaces and deletes; each write of a key carries the next number.
    private void writer(int writer, Random random, int writes) {
        int[] next = new int[KEYS_PER_WRITER];
        for (int i = 0; i < KEYS_PER_WRITER; i++) {
            next[i] = store.get(key(writer, i)).map(found -> number(found) + 1).orElse(1);
        }
        for (int done = 0; done < writes; done++) {
            int i = random.nextInt(KEYS_PER_WRITER);
            Optional<StoredObject> current = store.get(key(writer, i));
            var object = object(key(writer, i), next[i]++);
            boolean deletes = current.isPresent() && random.nextInt(5) == 0;
            Precondition precondition = current.<Precondition>map(
                            found -> new Precondition.AtRevision(found.revision()))
                    .orElseGet(Precondition.Absent::new);
            Committed committed = store.commit(
                    deletes ? new Write.Delete(object, precondition) : new Write.Put(object, precondition));
            if (!(committed instanceof Committed.Durable(StoredObject durable))) {
                throw new IllegalStateException("nobody else writes " + object + ", but " + committed);
            }
            print("%s %s %d %d"
                    .formatted(deletes ? "deleted" : "put", name(writer, i), number(object), durable.revision()));
        }
    }

    private void fill(Path filler) throws IOException {
        int number = 0;
        try {
            while (true) {
                put(++number);
            }
        } catch (StoreUnavailableException e) {
            print("full after %d at %d: %s".formatted(number - 1, store.revision(), e.getMessage()));
        }
        print("kept " + store.list(Store.Range.all(resource(), "")).items().size());
        Files.delete(filler);
        print("goes on at " + put(number));
    }

    private void fillAndEmpty() {
        int number = 0;
        int refused = 0;
        while (refused < TRIES_WHEN_FULL) {
            // a log that was shortened makes some room, for a while
            refused = tried(++number) ? 0 : refused + 1;
        }
        print("refused %d times, one after the other".formatted(refused));
        List<StoredObject> all = store.list(Store.Range.all(resource(), "")).items();
        int deleted = 0;
        for (StoredObject one : all) {
            try {
                store.commit(new Write.Delete(one, new Precondition.AtRevision(one.revision())));
                deleted++;
            } catch (StoreUnavailableException e) {
                print("not deleted: " + e.getMessage());
                break;
            }
        }
        print("all %d deleted: %s".formatted(all.size(), deleted == all.size()));
        print("goes on: " + tried(++number));
    }

    private boolean tried(int number) {
        try {
            return put(number) > 0;
        } catch (StoreUnavailableException _) {
            return false;
        }
    }

    private static void compact(Path directory, Path filler) throws IOException {
        try (Store store = open(directory)) {
            var child = new ChildStore(store);
            for (int number = 1; number <= KEYS_TO_COMPACT; number++) {
                child.put(number);
            }
        }
        var folder = new StoreFolder(directory);
        tryCompact(folder);
        byte[] before = Files.readAllBytes(directory.resolve("store.db"));
        fillUp(filler);
        tryCompact(folder);
        print(Arrays.equals(before, Files.readAllBytes(directory.resolve("store.db"))) ? "same" : "other");
        Files.delete(filler);
        tryCompact(folder);
        print(folder.check().whole() + " " + folder.check().objects());
    }

    private static void tryCompact(StoreFolder folder) {
        try {
            folder.compact();
            print("compacted");
        } catch (StoreUnavailableException e) {
            print(String.valueOf(e.getMessage()));
        }
    }

    private static void fillUp(Path filler) throws IOException {
        try (OutputStream zeros = Files.newOutputStream(filler)) {
            while (true) {
                zeros.write(new byte[4096]);
            }
        } catch (IOException e) {
            print("full: " + e.getMessage());
        }
    }

    private long put(int number) {
        var object = object(key(0, number), number);
        Committed committed = store.commit(new Write.Put(object, new Precondition.Absent()));
        return committed instanceof Committed.Durable(StoredObject durable) ? durable.revision() : 0;
    }

    /// In one piece, so that lines of several threads do not mix.
    private static synchronized void print(String line) {
        try {
            OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Store.ResourceId resource() {
        return new Store.ResourceId("", "configmaps");
    }

    static ObjectKey key(int writer, int i) {
        return new ObjectKey("", "configmaps", "default", name(writer, i));
    }

    private static String name(int writer, int i) {
        return "w" + writer + "-" + i;
    }

    private static StoredObject object(ObjectKey key, int number) {
        var header = new StoredObject.Header(key, "uid", Map.of(), List.of(), Map.of("number", "" + number), false);
        byte[] json = ("{\"number\": " + number + " , \"x\": \"" + "x".repeat(OBJECT_BYTES) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, json, 0, content -> new String(content.bytes(), StandardCharsets.UTF_8));
    }

    /// The number of the write that made an object, which header and bytes must agree upon.
    static int number(StoredObject object) {
        String text = object.view(String.class);
        int number = Integer.parseInt(text.split(" ")[1]);
        if (!object.header().fields().equals(Map.of("number", "" + number))) {
            throw new IllegalStateException(object + " is mixed up: " + object.header() + " and " + number);
        }
        return number;
    }
}
