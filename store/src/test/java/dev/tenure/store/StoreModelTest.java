package dev.tenure.store;

import static dev.tenure.store.StoreSamples.LEASES;
import static dev.tenure.store.StoreSamples.NODE_NAME;
import static dev.tenure.store.StoreSamples.PODS;
import static dev.tenure.store.StoreSamples.key;
import static dev.tenure.store.StoreSamples.objectOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Page;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.etcd.EtcdOptions;
import dev.tenure.store.etcd.EtcdStore;
import dev.tenure.store.etcd.PathCodec;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.store.sqlite.SqliteOptions;
import dev.tenure.store.sqlite.SqliteStore;
import dev.tenure.testkit.fake.EtcdServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random histories, the same for all engines, each step compared with [StoreModel]. A failure names the
/// seed.
@Tag("long")
class StoreModelTest {
    private static final StateOptions OPTIONS = StateOptions.indexing(Map.of(PODS, Set.of(NODE_NAME)));
    private static final List<String> NAMESPACES = List.of("a", "a-b", "b");
    private static final List<String> NODES = List.of("", "n1", "n2", "n3");

    /// One cursor of the store, and what it should have seen.
    private static final class Watcher {
        private final ResourceId resource;
        private final String namespace;
        private final Optional<Index> index;
        private final LogCursor cursor;
        private long position;
        /// Where it began, if that was still to come; else 0, where no watcher begins.
        private final long early;

        private boolean waiting;
        private boolean signalled;

        private Watcher(Range watched, LogCursor cursor, long position, boolean early) {
            this.resource = watched.resource();
            this.namespace = watched.namespace();
            this.index = watched.index();
            this.cursor = cursor;
            this.position = position;
            this.early = early ? position : 0;
        }
    }

    private @Nullable Path directory;
    private Optional<EtcdOptions> etcd = Optional.empty();
    private long first = 1;
    private Store store = new MemoryStore(OPTIONS);
    private StoreModel model = new StoreModel(1);
    private Random random = new Random(0);
    private final List<Watcher> watchers = new ArrayList<>();

    static List<Integer> manySeeds() {
        return new Random(4711).ints(300).boxed().toList();
    }

    static List<Integer> fewSeeds() {
        return new Random(4712).ints(12).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("manySeeds")
    void theMemoryEngineDoesAsTheModelDoes(int seed) {
        play(seed, 500);
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void theSqliteEngineDoesAsTheModelDoesAlsoWhenItIsReopened(int seed, @TempDir Path temporary) {
        directory = temporary;
        store = open(temporary);
        play(seed, 400);
        store.close();
    }

    @Test
    void theEtcdEngineDoesAsTheModelDoesAlsoWhenItIsReopened(@TempDir Path temporary) throws IOException {
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        try (EtcdServer process = EtcdServer.start(program.orElseThrow(), temporary)) {
            playOn(List.of(process));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
    void theEtcdEngineDoesAsTheModelDoesOnThreeMembers(@TempDir Path temporary) throws IOException {
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        List<EtcdServer> members = EtcdServer.cluster(program.orElseThrow(), temporary, 3);
        try {
            playOn(members);
        } finally {
            members.forEach(EtcdServer::close);
        }
    }

    private void playOn(List<EtcdServer> members) {
        var servers = EtcdOptions.Servers.of(
                members.stream().map(EtcdServer::endpoint).toList(), EtcdOptions.Tls.NONE);
        var codec = new PathCodec(StoreSamples::text, Map.of());
        for (int seed : new Random(4713).ints(5).toArray()) {
            EtcdOptions options =
                    EtcdOptions.of(servers, OPTIONS, codec, new SystemTime()).under("seed" + seed);
            etcd = Optional.of(options);
            watchers.clear();
            store = EtcdStore.open(options);
            first = store.revision();
            model = new StoreModel(first);
            store.compact(first);
            model.pass(store.revision());
            play(seed, 400);
            store.close();
        }
    }

    private static Store open(Path directory) {
        return SqliteStore.open(SqliteOptions.in(directory, OPTIONS, _ -> StoreSamples::text));
    }

    private void play(int seed, int steps) {
        random = new Random(seed);
        for (int i = 0; i < steps; i++) {
            step();
            assertThat(store.revision()).isEqualTo(model.revision());
            assertThat(store.compactedRevision()).isEqualTo(model.compacted());
        }
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> list(anyRange());
            case 3 -> page(anyRange());
            case 4, 5 -> watch();
            case 6, 7, 8 -> poll();
            case 9 -> compact();
            case 10 -> await();
            case 11 -> reopen();
            case 12, 13 -> commitAll();
            default -> commit();
        }
    }

    private void commit() {
        Write write = anyWrite(anyKey());
        Optional<StoredObject> current = model.get(write.key());
        boolean carriedOut = model.commit(write);
        long revision = model.revision();
        check(write, current, carriedOut, revision, store.commit(write));
        List.copyOf(watchers).forEach(this::checkSignal);
    }

    /// Several writes to different keys, each with an outcome of its own.
    private void commitAll() {
        List<Write> writes = Stream.generate(this::anyKey)
                .limit(1 + random.nextInt(4))
                .distinct()
                .map(this::anyWrite)
                .toList();
        List<Committed> ended = store.commitAll(writes);
        assertThat(ended).hasSameSizeAs(writes);
        IntStream.range(0, writes.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> revisionOf(ended.get(i))))
                .forEach(i -> {
                    Write write = writes.get(i);
                    Optional<StoredObject> current = model.get(write.key());
                    boolean carriedOut = model.commit(write);
                    check(write, current, carriedOut, model.revision(), ended.get(i));
                });
        List.copyOf(watchers).forEach(this::checkSignal);
    }

    /// By which the engine's order is known; what was not carried out may come whenever.
    private static long revisionOf(Committed committed) {
        return switch (committed) {
            case Committed.Durable(StoredObject durable) -> durable.revision();
            case Committed.Conflict _ -> 0;
        };
    }

    private Write anyWrite(ObjectKey key) {
        Optional<StoredObject> current = model.get(key);
        var object = objectOf(key, "text " + random.nextInt(), Map.of(NODE_NAME, any(NODES)));
        Precondition precondition = new Precondition.AtRevision(
                current.map(StoredObject::revision).orElse(0L) - (random.nextInt(10) == 0 ? 1 : 0));
        boolean absent = current.isEmpty() != (random.nextInt(10) == 0);
        return random.nextInt(3) == 0
                ? new Write.Delete(object, precondition)
                : new Write.Put(object, absent ? new Precondition.Absent() : precondition);
    }

    private void check(
            Write write, Optional<StoredObject> before, boolean carriedOut, long revision, Committed committed) {
        switch (committed) {
            case Committed.Durable(StoredObject durable) -> {
                assertThat(carriedOut).isTrue();
                assertThat(durable.revision()).isEqualTo(revision);
                assertThat(durable.json()).isEqualTo(sent(write).json());
            }
            case Committed.Conflict(Optional<StoredObject> found) -> {
                assertThat(carriedOut).isFalse();
                assertThat(found.map(StoreModelTest::text)).isEqualTo(before.map(StoreModelTest::text));
            }
        }
        assertThat(store.get(write.key()).map(StoreModelTest::text))
                .isEqualTo(model.get(write.key()).map(StoreModelTest::text));
    }

    private static StoredObject sent(Write write) {
        return switch (write) {
            case Write.Put(StoredObject object, Precondition _) -> object;
            case Write.Delete(StoredObject last, Precondition _) -> last;
        };
    }

    /// A waiting watcher is signalled when there is news for it, or when it has expired; and perhaps for
    /// nothing when it waits for a revision to come.
    private void checkSignal(Watcher watcher) {
        boolean news = !model.after(watcher.resource, watcher.namespace, watcher.index, watcher.position)
                .isEmpty();
        boolean early = watcher.position == watcher.early && !news;
        if (watcher.signalled && (watcher.position >= model.revision() || early)) {
            watcher.waiting = false;
            watcher.signalled = false;
        } else if (watcher.signalled && !news) {
            assertThat(watcher.position).isLessThan(model.compacted());
            assertThatThrownBy(() -> watcher.cursor.poll(1)).isInstanceOf(ExpiredException.class);
            watchers.remove(watcher);
        } else {
            assertThat(watcher.signalled).isEqualTo(watcher.waiting && news);
        }
    }

    private Range anyRange() {
        long revision = random.nextBoolean() ? 0 : first + random.nextLong(model.revision() - first + 1);
        Optional<Index> index =
                random.nextInt(3) == 0 ? Optional.of(new Index(NODE_NAME, any(NODES))) : Optional.empty();
        ResourceId resource = anyResource();
        Optional<ObjectKey> after =
                random.nextInt(3) == 0 ? Optional.of(key(resource, any(NAMESPACES), anyName())) : Optional.empty();
        String namespace = random.nextBoolean() ? "" : any(NAMESPACES);
        return new Range(resource, namespace, after, random.nextInt(8), revision, index);
    }

    private void list(Range range) {
        if (range.revision() != 0 && range.revision() < model.compacted()) {
            assertThatThrownBy(() -> store.list(range)).isInstanceOf(ExpiredException.class);
            return;
        }
        Page page = store.list(range);
        List<StoredObject> all = model.list(range);
        int shown = range.limit() == 0 ? all.size() : Math.min(range.limit(), all.size());
        assertThat(text(page.items())).isEqualTo(text(all.subList(0, shown)));
        assertThat(page.remaining()).isEqualTo(all.size() - shown);
        assertThat(page.revision()).isEqualTo(range.revision() == 0 ? model.revision() : range.revision());
    }

    /// Page by page, with writes in between.
    private void page(Range first) {
        var range = new Range(
                first.resource(),
                first.namespace(),
                Optional.empty(),
                1 + random.nextInt(4),
                model.revision(),
                first.index());
        List<StoredObject> wanted = model.list(range);
        List<StoredObject> found = new ArrayList<>();
        Page page = store.list(range);
        found.addAll(page.items());
        while (page.remaining() > 0) {
            commit();
            range = new Range(
                    range.resource(),
                    range.namespace(),
                    Optional.of(found.getLast().key()),
                    range.limit(),
                    range.revision(),
                    range.index());
            page = store.list(range);
            assertThat(page.remaining())
                    .isEqualTo(wanted.size() - found.size() - page.items().size());
            found.addAll(page.items());
        }
        assertThat(text(found)).isEqualTo(text(wanted));
    }

    private void watch() {
        long revision = first + random.nextLong(model.revision() - first + 3);
        Optional<Index> index = switch (random.nextInt(4)) {
            case 0 -> Optional.of(new Index(NODE_NAME, any(NODES)));
            case 1 -> Optional.of(new Index(Index.NAME, anyName()));
            default -> Optional.empty();
        };
        String namespace = random.nextBoolean() ? "" : any(NAMESPACES);
        Range narrowed = new Range(anyResource(), namespace, Optional.empty(), 0, 0, index);
        if (revision < model.compacted()) {
            assertThatThrownBy(() -> cursor(narrowed, revision)).isInstanceOf(ExpiredException.class);
            return;
        }
        watchers.add(new Watcher(narrowed, cursor(narrowed, revision), revision, revision > model.revision()));
    }

    private LogCursor cursor(Range watched, long revision) {
        return store.watch(watched.resource(), watched.namespace(), revision, watched.index());
    }

    private void poll() {
        if (watchers.isEmpty()) {
            return;
        }
        Watcher watcher = any(watchers);
        List<Change> wanted = model.after(watcher.resource, watcher.namespace, watcher.index, watcher.position);
        watcher.waiting = false;
        watcher.signalled = false;
        watcher.cursor.onReady(() -> {});
        int max = 1 + random.nextInt(20);
        if (!wanted.isEmpty() && wanted.getFirst().revision() <= model.compacted()) {
            assertThatThrownBy(() -> watcher.cursor.poll(max)).isInstanceOf(ExpiredException.class);
            watcher.cursor.close();
            watchers.remove(watcher);
            return;
        }
        List<Change> got;
        try {
            got = watcher.cursor.poll(max);
        } catch (ExpiredException e) {
            assertThat(watcher.position)
                    .as("a cursor may only expire when it was behind")
                    .isLessThan(e.compacted());
            watcher.cursor.close();
            watchers.remove(watcher);
            return;
        }
        assertThat(texts(got)).isEqualTo(texts(wanted.subList(0, Math.min(max, wanted.size()))));
        watcher.position = Math.max(
                watcher.position,
                got.isEmpty() ? model.revision() : got.getLast().revision());
        long all = Math.max(watcher.position, wanted.size() < max ? model.revision() : 0);
        assertThat(watcher.cursor.seen()).isEqualTo(all);
        watcher.position = all;
    }

    private void await() {
        if (watchers.isEmpty()) {
            return;
        }
        Watcher watcher = any(watchers);
        watcher.waiting = true;
        watcher.signalled = false;
        watcher.cursor.onReady(() -> watcher.signalled = true);
        checkSignal(watcher);
    }

    private void compact() {
        long revision = first + random.nextLong(model.revision() - first + 3);
        model.compact(revision);
        store.compact(revision);
        if (etcd.isPresent() && store.revision() == model.revision() + 1) {
            model.pass(store.revision());
        }
    }

    private void reopen() {
        if (etcd.isPresent() && random.nextInt(4) == 0) {
            store.close();
            store = EtcdStore.open(etcd.get());
            model.forgetLastStates();
            watchers.clear();
            list(Range.all(PODS, ""));
        }
        if (directory == null || random.nextInt(4) != 0) {
            return;
        }
        store.close();
        store = open(directory);
        model.compact(model.revision());
        watchers.clear();
        list(Range.all(PODS, ""));
        list(Range.all(LEASES, ""));
    }

    private ResourceId anyResource() {
        return random.nextInt(4) == 0 ? LEASES : PODS;
    }

    private ObjectKey anyKey() {
        return key(anyResource(), any(NAMESPACES), anyName());
    }

    private String anyName() {
        return "o" + random.nextInt(8);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static String text(StoredObject object) {
        return object + " " + object.header() + " " + object.view(String.class);
    }

    private static List<String> text(List<StoredObject> objects) {
        return objects.stream().map(StoreModelTest::text).toList();
    }

    private static List<String> texts(List<Change> changes) {
        return changes.stream()
                .map(change -> change.revision() + (change.deletion() ? " gone " : " ") + text(change.after())
                        + " before " + change.before().map(StoreModelTest::text))
                .toList();
    }
}
