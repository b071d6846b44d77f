package dev.tenure.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.WatchEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StreamCursorTest {
    private static final Target NODES = new Target("", "v1", "nodes", "", "", "");

    private static String event(String type, String name, int revision) {
        return """
            {"type":"%s","object":{"kind":"Node","apiVersion":"v1","metadata":{"name":"%s","resourceVersion":"%d","uid":"u"}}}
            """.formatted(type, name, revision);
    }

    private static StreamCursor read(String stream) {
        var cursor = new StreamCursor(
                new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), NODES, () -> {}, () -> {});
        cursor.read();
        return cursor;
    }

    private static String words(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(var object) -> "added " + object.key().name() + "@" + object.revision();
            case WatchEvent.Modified(var object) -> "modified " + object.key().name() + "@" + object.revision();
            case WatchEvent.Deleted(var object) -> "deleted " + object.key().name() + "@" + object.revision();
            case WatchEvent.Bookmark(long revision, boolean end) -> "bookmark " + revision + (end ? " end" : "");
            case WatchEvent.Failed(var status) -> status.code() + " " + status.reason() + ": " + status.message();
        };
    }

    private static List<String> all(StreamCursor cursor) {
        return cursor.poll(100).stream().map(StreamCursorTest::words).toList();
    }

    @Test
    void linesAreEventsAndTheEndOfTheStreamEndsTheWatch() {
        StreamCursor cursor =
                read(event("ADDED", "a", 5) + "\n" + event("MODIFIED", "a", 6) + event("DELETED", "a", 7));
        assertThat(all(cursor))
                .containsExactly("added a@5", "modified a@6", "deleted a@7", "410 Expired: the server ended the watch");
    }

    @Test
    void bookmarksTellTheirRevisionAndWhetherTheyEndTheInitialEvents() {
        StreamCursor cursor = read("""
                {"type":"BOOKMARK","object":{"kind":"Node","metadata":{"resourceVersion":"12"}}}
                {"type":"BOOKMARK","object":{"kind":"Node","metadata":{"resourceVersion":"13","annotations":{"k8s.io/initial-events-end":"true"}}}}
                """);
        assertThat(all(cursor)).startsWith("bookmark 12", "bookmark 13 end");
    }

    @Test
    void whatTheServerSaysOfAnErrorIsHandedOn() {
        StreamCursor cursor = read("""
                {"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old resource version"}}
                """);
        assertThat(all(cursor)).startsWith("410 Expired: too old resource version");
    }

    @Test
    void aLineThatIsNoEventBreaksTheWatchOff() {
        for (String line : List.of("{\"type\":\"ADDED\",\"obj", "[]", "{\"type\":\"ADDED\"}")) {
            List<String> events = all(read(event("ADDED", "a", 5) + line + "\n" + event("ADDED", "b", 6)));
            assertThat(events).as(line).hasSize(2).startsWith("added a@5");
            assertThat(events.getLast()).as(line).startsWith("410 Expired: the watch broke off: ");
        }
    }

    @Test
    void anObjectThatCannotBeReadBreaksTheWatchOff() {
        for (String metadata : List.of(
                "{'name':'b','creationTimestamp':'yesterday'}",
                "{'name':'b','deletionTimestamp':'tomorrow'}",
                "{'name':'b','ownerReferences':['c']}",
                "{'name':'b','labels':{'a':1e999999999}}",
                "{'name':'b','resourceVersion':'1e999999999'}",
                "{'name':'b','generation':1e999999999}",
                "[]")) {
            String line = "{'type':'ADDED','object':{'kind':'Node','metadata':%s}}".formatted(metadata);
            List<String> events = all(read(event("ADDED", "a", 5) + line.replace('\'', '"') + "\n"));
            assertThat(events).as(line).startsWith("added a@5");
            assertThat(events.getLast()).as(line).startsWith("410 Expired: ");
        }
    }

    @Test
    void aStreamThatFailsEndsWithAFailureThatSaysWhyAndIsReported() {
        var broken = new ArrayList<String>();
        var cursor = new StreamCursor(
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("Connection reset");
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) throws IOException {
                        throw new IOException("Connection reset");
                    }
                },
                NODES,
                () -> {},
                () -> broken.add("broken"));
        cursor.read();
        assertThat(all(cursor)).containsExactly("410 Expired: the watch broke off: Connection reset");
        assertThat(broken).hasSize(1);
    }

    /// Otherwise the watcher would wait for events for ever.
    @Test
    void aReaderWithoutMemoryBreaksTheWatchOff() {
        var cursor = new StreamCursor(
                new InputStream() {
                    @Override
                    public int read() {
                        throw new OutOfMemoryError("Java heap space");
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                },
                NODES,
                () -> {},
                () -> {});
        cursor.read();
        assertThat(all(cursor)).containsExactly("410 Expired: the watch broke off: Java heap space");
    }

    @Test
    void eventsAreHandedOutInBatchesAndTheSignalComesOncePerWait() {
        StreamCursor cursor = read(event("ADDED", "a", 5) + event("ADDED", "b", 6));
        var signals = new ArrayList<Integer>();
        cursor.onReady(() -> signals.add(1));
        assertThat(signals).as("at once, for there is something").hasSize(1);
        assertThat(cursor.poll(2)).hasSize(2);
        assertThat(cursor.poll(2)).hasSize(1);
        cursor.onReady(() -> signals.add(2));
        assertThat(signals).as("nothing is there any more").hasSize(1);
    }

    @Test
    void aClosedCursorReadsNoFurther() {
        var stream =
                new ByteArrayInputStream(event("ADDED", "a", 5).repeat(100_000).getBytes(StandardCharsets.UTF_8));
        var cursor = new StreamCursor(stream, NODES, () -> {}, () -> {});
        cursor.close();
        cursor.read();
        assertThat(cursor.poll(10)).isEmpty();
        assertThat(stream.available()).as("one buffer at most was read").isGreaterThan(1_000_000);
    }
}
