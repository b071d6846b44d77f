package dev.tenure.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.testkit.fake.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several servers on one etcd, and an etcd that goes away.
@Tag("long")
class EtcdStoreTest {
    private static final ResourceId PODS = new ResourceId("", "pods");
    private static final int WRITERS = 4;
    private static final int EACH = 25;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private final List<AutoCloseable> open = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private EtcdServer etcd;

    @BeforeEach
    void begin() throws IOException {
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        etcd = EtcdServer.start(program.orElseThrow(), data);
        open.add(etcd);
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private EtcdOptions options(Map<String, Duration> lifetimes) {
        var servers = EtcdOptions.Servers.of(List.of(etcd.endpoint()), EtcdOptions.Tls.NONE);
        var codec = new PathCodec(EtcdStoreTest::text, lifetimes);
        return EtcdOptions.of(servers, StateOptions.indexing(Map.of()), codec, new SystemTime());
    }

    private EtcdStore store() {
        return store(options(Map.of()));
    }

    private EtcdStore store(EtcdOptions options) {
        EtcdStore store = EtcdStore.open(options);
        open.add(store);
        return store;
    }

    private static String text(Content content) {
        return new String(content.bytes(), StandardCharsets.UTF_8);
    }

    private static StoredObject object(ResourceId resource, String name, String text) {
        var key = new ObjectKey(resource.group(), resource.resource(), "a", name);
        var header = new StoredObject.Header(key, "", Map.of(), List.of(), Map.of(), false);
        byte[] json = "{\"text\":\"%s\"}".formatted(text).getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, json, 0, EtcdStoreTest::text);
    }

    private static StoredObject pod(String name, String text) {
        return object(PODS, name, text);
    }

    private static long put(EtcdStore store, StoredObject object) {
        Precondition precondition = store.get(object.key())
                .<Precondition>map(before -> new Precondition.AtRevision(before.revision()))
                .orElse(new Precondition.Absent());
        Committed committed = store.commit(new Write.Put(object, precondition));
        return committed instanceof Committed.Durable(StoredObject durable) ? durable.revision() : 0;
    }

    private EtcdCalls calls() {
        var channel = new EtcdChannel(options(Map.of()).servers(), Duration.ofSeconds(10));
        open.add(channel);
        return new EtcdCalls(channel);
    }

    private static String format(EtcdCalls calls) {
        return calls.read(EtcdCalls.Span.of("tenure/registry")).keys().stream()
                .map(found -> new String(found.value(), StandardCharsets.UTF_8))
                .findFirst()
                .orElse("none");
    }

    @Test
    void whatIsThereWithoutANumberOfItsFormatIsBroughtForwardAndANewerOneIsLeftAlone() {
        EtcdCalls calls = calls();
        var codec = options(Map.of()).codec();
        StoredObject before = pod("p", "before");
        calls.put("/registry/" + codec.path(before.key()), codec.encode(before), 0);
        EtcdContents.open(options(Map.of())).close();
        assertThat(format(calls)).as("looking changes nothing").isEqualTo("none");
        EtcdStore store = store();
        assertThat(store.get(pod("p", "").key()).orElseThrow().view(String.class))
                .contains("before");
        assertThat(format(calls)).isEqualTo("format 1\n");
        long revision = calls.newest();
        store();
        assertThat(calls.newest()).as("noted once").isEqualTo(revision);

        for (String newer : List.of("format 2\n", "another way to say it")) {
            calls.put("tenure/registry", newer.getBytes(StandardCharsets.UTF_8), 0);
            assertThatThrownBy(() -> EtcdStore.open(options(Map.of())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("this build knows up to 1; use the newer build that wrote it");
            assertThatThrownBy(() -> EtcdContents.open(options(Map.of())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("below /registry/ in etcd at 127.0.0.1");
            assertThat(format(calls)).isEqualTo(newer);
        }
        EtcdStore elsewhere = store(options(Map.of()).under("other"));
        assertThat(put(elsewhere, pod("q", "other"))).isPositive();
    }

    @Test
    void whatOneServerHasAcknowledgedAnotherReadsOnceItHasCaughtUp() {
        EtcdStore one = store();
        EtcdStore other = store();
        for (int i = 0; i < 50; i++) {
            long revision = put(one, pod("p", "text " + i));
            assertThat(other.catchUp()).isTrue();
            assertThat(other.revision()).isGreaterThanOrEqualTo(revision);
            assertThat(other.get(pod("p", "").key()).orElseThrow().view(String.class))
                    .contains("text " + i);
        }
    }

    @Test
    void aConflictShowsWhatAnotherServerHasWritten() {
        EtcdStore one = store();
        EtcdStore other = store();
        put(one, pod("p", "first"));
        Committed conflict = other.commit(new Write.Put(pod("p", "second"), new Precondition.Absent()));
        assertThat(conflict).isInstanceOf(Committed.Conflict.class);
        assertThat(((Committed.Conflict) conflict).current().orElseThrow().view(String.class))
                .contains("first");
    }

    @Test
    void noIncrementOfSeveralServersIsLost() throws Exception {
        List<EtcdStore> stores = List.of(store(), store());
        put(stores.getFirst(), pod("counter", "0"));
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                EtcdStore store = stores.get(i % stores.size());
                running.add(threads.submit(() -> increment(store)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        for (EtcdStore store : stores) {
            store.catchUp();
            assertThat(number(store)).isEqualTo(WRITERS * EACH);
        }
    }

    private static void increment(EtcdStore store) {
        for (int i = 0; i < EACH; i++) {
            Committed committed;
            do {
                store.catchUp();
                StoredObject current = store.get(pod("counter", "").key()).orElseThrow();
                committed = store.commit(new Write.Put(
                        pod("counter", "" + (number(store, current) + 1)),
                        new Precondition.AtRevision(current.revision())));
            } while (committed instanceof Committed.Conflict);
        }
    }

    private static int number(EtcdStore store) {
        return number(store, store.get(pod("counter", "").key()).orElseThrow());
    }

    private static int number(EtcdStore store, StoredObject object) {
        assertThat(object.revision()).isLessThanOrEqualTo(store.revision());
        return Integer.parseInt(object.view(String.class).replaceAll("[^0-9]", ""));
    }

    @Test
    void aWatchBegunAtOneServerGoesOnAtAnotherThatStartedLater() {
        EtcdStore one = store();
        long begin = put(one, pod("p", "0"));
        put(one, pod("p", "1"));
        one.commit(new Write.Delete(pod("p", "1"), new Precondition.AtRevision(one.revision())));
        put(one, pod("q", "2"));
        LogCursor cursor = store().watch(PODS, "", begin);
        assertThat(cursor.poll(10)).extracting(Change::deletion).containsExactly(false, true, false);
    }

    @Test
    void aPageOfARevisionFromBeforeThisServersTimeIsReadFromEtcd() {
        EtcdStore one = store();
        List<String> names = List.of("p0", "p1", "p2", "p3");
        names.forEach(name -> put(one, pod(name, "old")));
        long revision = one.revision();
        names.forEach(name -> put(one, pod(name, "new")));
        EtcdOptions usual = options(Map.of());
        EtcdStore late = store(new EtcdOptions(
                usual.servers(), usual.prefix(), usual.state(), usual.codec(), usual.time(), 0, usual.timeout()));
        var range = new Range(PODS, "", Optional.of(pod("p0", "").key()), 2, revision, Optional.empty());
        var page = late.list(range);
        assertThat(page.items()).extracting(item -> item.key().name()).containsExactly("p1", "p2");
        assertThat(page.items()).allMatch(item -> item.view(String.class).contains("old"));
        assertThat(page.remaining()).isEqualTo(1);
    }

    @Test
    void anEtcdThatComesBackIsFollowedAgainWithoutALoss() throws Exception {
        EtcdStore store = store(options(Map.of()).within(Duration.ofSeconds(2)));
        LogCursor cursor = store.watch(PODS, "", store.revision());
        put(store, pod("p", "before"));
        etcd.close();
        assertThatThrownBy(() -> put(store, pod("p", "meanwhile")))
                .isInstanceOf(StoreUnavailableException.class)
                // the second when the connection was still open as the write was sent
                .hasMessageFindingMatch(
                        "cannot be reached|channel closed; whether the write was carried out is not known");
        assertThat(store.trouble()).isPresent();
        int port = Integer.parseInt(etcd.endpoint().replaceAll(".*:", ""));
        EtcdServer again = EtcdServer.start(EtcdServer.program().orElseThrow(), data, port, List.of());
        open.addFirst(again);
        putWhenItWorks(store, pod("p", "after"));
        assertThat(cursor.poll(10))
                .extracting(c -> c.after().view(String.class))
                .last()
                .asString()
                .contains("after");
        assertThat(store.trouble()).isEmpty();
    }

    @Test
    void whatCannotBeReadAnewIsTriedAgain() throws Exception {
        EtcdStore store = store();
        put(store, pod("p", "first"));
        put(store, pod("p", "second"));
        store.compact(store.revision());
        var missed = new Semaphore(0);
        var channel = new EtcdChannel(options(Map.of()).servers(), Duration.ofSeconds(5));
        open.add(channel);
        var watch = new EtcdWatch(channel, options(Map.of()).root(), new EtcdWatch.Receiver() {
            @Override
            public long next() {
                return 2;
            }

            @Override
            public void changed(List<EtcdEvent> events) {
                throw new IllegalStateException("what came before is forgotten");
            }

            @Override
            public void progressed(long revision) {
                throw new IllegalStateException("what came before is forgotten");
            }

            @Override
            public void missed() {
                missed.release();
                throw new IllegalArgumentException("an object that nobody can read");
            }
        });
        open.add(watch);
        watch.start();
        missed.acquire(2);
        assertThat(watch.trouble()).isPresent();
    }

    private static void putWhenItWorks(EtcdStore store, StoredObject object) {
        for (int i = 0; i < 100; i++) {
            try {
                put(store, object);
                return;
            } catch (StoreUnavailableException _) {
                // it connects again with pauses in between
            }
        }
        throw new AssertionError("nothing can be written since etcd came back");
    }

    @Test
    void whatHasALifetimeIsRemovedByEtcdAndAllServersSeeIt() throws Exception {
        var events = new ResourceId("", "events");
        EtcdStore store = store(options(Map.of("events", Duration.ofSeconds(1))));
        for (int i = 0; i < 20; i++) {
            put(store, object(events, "e" + i, "text"));
        }
        LogCursor cursor = store.watch(events, "", store.revision());
        int gone = 0;
        while (gone < 20) {
            var ready = new Semaphore(0);
            cursor.onReady(ready::release);
            ready.acquire();
            gone += (int) cursor.poll(100).stream().filter(Change::deletion).count();
        }
        assertThat(store.list(Range.all(events, "")).items()).isEmpty();
    }

    @Test
    void keysThatAreNoObjectsAreLeftAlone() {
        EtcdStore store = store();
        var channel = new EtcdChannel(options(Map.of()).servers(), Duration.ofSeconds(5));
        open.add(channel);
        var calls = new EtcdCalls(channel);
        calls.put("/registry/foreign/x", EtcdCalls.bytes("anything"), 0);
        calls.put("/other/pods/a/x", EtcdCalls.bytes("anything"), 0);
        put(store, pod("p", "text"));
        assertThat(store.list(Range.all(PODS, "")).items()).hasSize(1);
    }

    @Test
    void whereThereIsNoEtcdTheRefusalSaysSo() {
        var nobody = EtcdOptions.Servers.of(List.of("http://127.0.0.1:" + FreePort.next()), EtcdOptions.Tls.NONE);
        EtcdOptions usual = options(Map.of());
        var options = new EtcdOptions(
                nobody, usual.prefix(), usual.state(), usual.codec(), usual.time(), 0, Duration.ofSeconds(2));
        assertThatThrownBy(() -> EtcdStore.open(options))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void etcdsFromBeforeTheFixOfProgressAreRefused() {
        assertThat(Stream.of("3.5.13", "3.5.21", "3.6.0", "3.6.5-rc.1", "4.0.0"))
                .allMatch(EtcdVersion::isNewEnough);
        assertThat(Stream.of("3.4.30", "3.5.12", "3.5.0", "2.3.8", "", "x")).noneMatch(EtcdVersion::isNewEnough);
    }
}
