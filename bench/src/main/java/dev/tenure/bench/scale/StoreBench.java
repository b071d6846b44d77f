package dev.tenure.bench.scale;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.store.sqlite.SqliteOptions;
import dev.tenure.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/// Durable commits per second by one, 64 and 512 writers at once, and how long a full store takes to open.
/// Arguments: a directory on the disk to measure, and the number of objects for the reopening (150000 when
/// left out).
public final class StoreBench {
    private static final ResourceId PODS = new ResourceId("", "pods");
    private static final StateOptions STATE = StateOptions.indexing(Map.of(PODS, Set.of("spec.nodeName")));
    private static final int OBJECT_BYTES = 2700;
    private static final int WARM_UP = 20_000;

    private final TimeSource time = new SystemTime();
    private final byte[] json = new byte[OBJECT_BYTES];

    private StoreBench() {
        new Random(1).nextBytes(json);
        for (int i = 0; i < json.length; i++) {
            json[i] = (byte) ('a' + Math.floorMod(json[i], 26));
        }
        byte[] begin = "{\"text\":\"".getBytes(StandardCharsets.US_ASCII);
        byte[] end = "\"}".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(begin, 0, json, 0, begin.length);
        System.arraycopy(end, 0, json, json.length - end.length, end.length);
    }

    /// Prints one JSON document.
    public static void main(String[] args) throws IOException, InterruptedException {
        Path parent = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
        int objects = args.length > 1 ? Integer.parseInt(args[1]) : 150_000;
        new StoreBench().run(parent, objects);
    }

    private void run(Path parent, int objects) throws IOException, InterruptedException {
        List<String> results = new ArrayList<>();
        Files.createDirectories(parent);
        Path directory = Files.createTempDirectory(parent, "store-bench-");
        try {
            try (Store store = open(directory)) {
                write(store, "warm-up", 64, WARM_UP);
                for (int writers : new int[] {1, 64, 512}) {
                    results.add(write(store, "w" + writers, writers, writers == 1 ? 3_000 : 60_000));
                }
            }
            delete(directory);
            try (Store store = open(directory)) {
                write(store, "loaded", 512, objects);
            }
            results.add(reopen(directory));
            results.add(reopen(directory));
        } finally {
            delete(directory);
        }
        System.out.printf(
                "{\"benchmark\": \"store\", \"objectBytes\": %d, \"results\": [%n  %s%n]}%n",
                OBJECT_BYTES, String.join(",\n  ", results));
    }

    private static Store open(Path directory) {
        return SqliteStore.open(SqliteOptions.in(directory, STATE, _ -> content -> content.size()));
    }

    /// Creates `count` objects and then replaces each of them once.
    private String write(Store store, String prefix, int writers, int count) throws InterruptedException {
        long[] latencies = new long[count];
        double creates = phase(store, prefix, writers, latencies);
        String created = rates("create", creates, latencies);
        double replaces = phase(store, prefix, writers, latencies);
        return "{\"writers\": %d, %s, %s}".formatted(writers, created, rates("replace", replaces, latencies));
    }

    private double phase(Store store, String prefix, int writers, long[] latencies) throws InterruptedException {
        Tick begin = time.now();
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            int first = writer;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = first; i < latencies.length; i += writers) {
                    Tick before = time.now();
                    put(store, prefix, i);
                    latencies[i] = time.now().since(before).toNanos();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return latencies.length / (time.now().since(begin).toNanos() / 1e9);
    }

    private void put(Store store, String prefix, int number) {
        ObjectKey key = new ObjectKey("", "pods", "ns-" + number % 50, prefix + "-7d4b9c6f5-" + number);
        Precondition precondition = store.get(key)
                .<Precondition>map(found -> new Precondition.AtRevision(found.revision()))
                .orElseGet(Precondition.Absent::new);
        var header = new StoredObject.Header(
                key,
                "0b5dfd2c-8f0e-4a53-9d0d-%012d".formatted(number),
                Map.of("app", "web-" + number % 100, "pod-template-hash", "7d4b9c6f5", "tier", "front"),
                List.of("5f0c8f1e-8f0e-4a53-9d0d-%012d".formatted(number % 1000)),
                Map.of("spec.nodeName", "node-" + number % 5000, "status.phase", "Running"),
                false);
        Committed committed =
                store.commit(new Write.Put(new StoredObject(header, json, 0, content -> content.size()), precondition));
        if (!(committed instanceof Committed.Durable)) {
            throw new IllegalStateException(key + " was not written: " + committed);
        }
    }

    private static String rates(String what, double perSecond, long[] latencies) {
        long[] sorted = latencies.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "\"%sPerSecond\": %.0f, \"%sMillisP50\": %.2f, \"%sMillisP99\": %.2f",
                what,
                perSecond,
                what,
                sorted[sorted.length / 2] / 1e6,
                what,
                sorted[sorted.length * 99 / 100] / 1e6);
    }

    private String reopen(Path directory) {
        Tick begin = time.now();
        try (Store store = open(directory)) {
            long millis = time.now().since(begin).toMillis();
            int objects = store.list(Store.Range.all(PODS, "")).items().size();
            return "{\"reopenedObjects\": %d, \"millis\": %d}".formatted(objects, millis);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
