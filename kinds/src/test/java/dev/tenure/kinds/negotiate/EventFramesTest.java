package dev.tenure.kinds.negotiate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Forms;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.negotiate.Representation.Form;
import dev.tenure.kinds.KindList;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Watchers that see an event in the same form share its frame, and nobody gets a frame of another event or
/// form.
class EventFramesTest {
    private static final Representation PROTOBUF = new Representation(Format.PROTOBUF, Form.OBJECT, "", false);
    private static final Representation PARTIAL = new Representation(Format.JSON, Form.PARTIAL, "v1", false);
    private static final Representation TABLE = new Representation(Format.JSON, Form.TABLE, "v1", false);

    private final EventFrames frames =
            new EventFrames(new Forms(new Published<>(KindList.standard()), new SystemTime()));

    private static StoredObject pod(long revision, String annotation) {
        ObjectNode tree = Json.object();
        tree.put("kind", "Pod").put("apiVersion", "v1");
        ObjectNode metadata = tree.putObject("metadata");
        metadata.put("name", "web").put("namespace", "default").put("uid", "u");
        metadata.putObject("annotations").put("note", annotation);
        tree.putObject("spec").putArray("containers");
        tree.putObject("status").put("phase", "Running");
        var key = new ObjectKey("", "pods", "default", "web");
        var header = new StoredObject.Header(key, "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Json.write(tree), revision, _ -> tree);
    }

    private byte[] frame(WatchEvent event, Representation wanted) {
        return frames.start(ResourceTypes.PODS, wanted, "").frame(event);
    }

    @Test
    void watchersOfTheSameFormShareOneFrame() {
        StoredObject pod = pod(7, "a");
        for (Representation wanted : List.of(Representation.JSON, PROTOBUF, PARTIAL)) {
            byte[] first = frame(new WatchEvent.Modified(pod), wanted);
            assertThat(frame(new WatchEvent.Modified(pod), wanted))
                    .as("%s", wanted)
                    .isSameAs(first);
        }
    }

    @Test
    void anotherEventRevisionOrFormIsAnotherFrame() {
        byte[] modified = frame(new WatchEvent.Modified(pod(7, "a")), Representation.JSON);
        assertThat(frame(new WatchEvent.Deleted(pod(7, "a")), Representation.JSON))
                .isNotEqualTo(modified);
        assertThat(frame(new WatchEvent.Modified(pod(8, "a")), Representation.JSON))
                .isNotEqualTo(modified);
        assertThat(frame(new WatchEvent.Modified(pod(7, "a")), PARTIAL)).isNotEqualTo(modified);
        assertThat(frame(new WatchEvent.Modified(pod(7, "a")), Representation.JSON))
                .isEqualTo(modified);
    }

    @Test
    void tablesAreMadeForEachWatcherForTheyTellAges() {
        var event = new WatchEvent.Modified(pod(7, "a"));
        byte[] first = frame(event, TABLE);
        assertThat(frame(event, TABLE)).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void longFramesAreNotKept() {
        var event = new WatchEvent.Modified(pod(7, "a".repeat(16 << 10)));
        byte[] first = frame(event, Representation.JSON);
        assertThat(frame(event, Representation.JSON)).isEqualTo(first).isNotSameAs(first);
    }

    /// Kept longer they would be copied into the old space, where they stay until all of it is collected.
    @Test
    void framesThatNobodySendsAreGoneWithTheNextCollection() {
        var event = new WatchEvent.Modified(pod(7, "a"));
        var sent = new WeakReference<>(frame(event, Representation.JSON));
        System.gc();
        assertThat(sent.get()).isNull();
        assertThat(frame(event, Representation.JSON)).isNotEmpty();
    }

    private List<byte[]> pieces(List<WatchEvent> events) throws IOException {
        var pieces = new ArrayList<byte[]>();
        frames.start(ResourceTypes.PODS, Representation.JSON, "").write(events, pieces::add);
        return pieces;
    }

    @Test
    void smallEventsAreSentAsOnePieceInTheirOrder() throws IOException {
        WatchEvent one = new WatchEvent.Added(pod(7, "a"));
        WatchEvent other = new WatchEvent.Deleted(pod(8, "b"));
        assertThat(pieces(List.of(one, other)))
                .extracting(piece -> new String(piece, StandardCharsets.UTF_8))
                .containsExactly(new String(frame(one, Representation.JSON), StandardCharsets.UTF_8)
                        + new String(frame(other, Representation.JSON), StandardCharsets.UTF_8));
    }

    @Test
    void piecesAreNotLongerThanOneLargeEvent() throws IOException {
        var events = new ArrayList<WatchEvent>();
        for (int i = 0; i < 40; i++) {
            events.add(new WatchEvent.Modified(pod(i, "a".repeat(20_000 * (1 + i % 20)))));
        }
        List<byte[]> pieces = pieces(events);
        assertThat(pieces).allSatisfy(piece -> assertThat(piece).hasSizeLessThan(420_000));
        var sent = new StringBuilder();
        pieces.forEach(piece -> sent.append(new String(piece, StandardCharsets.UTF_8)));
        assertThat(sent.toString().lines()).hasSize(events.size());
    }

    /// What each watcher holds that is behind.
    @Test
    void aPieceOfManySmallEventsIsSmall() throws IOException {
        List<WatchEvent> events = IntStream.range(0, 500)
                .<WatchEvent>mapToObj(i -> new WatchEvent.Modified(pod(i, "a".repeat(1_000))))
                .toList();
        List<byte[]> pieces = pieces(events);
        assertThat(pieces).allSatisfy(piece -> assertThat(piece).hasSizeBetween(1_000, 128 << 10));
        assertThat(pieces).as("and large enough").hasSizeLessThan(20);
    }

    @Test
    void aBookmarkHasTheFormThatWasAskedFor() {
        var bookmark = new WatchEvent.Bookmark(9, true);
        assertThat(new String(frame(bookmark, PARTIAL), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":"
                        + "\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"9\",\"annotations\":"
                        + "{\"k8s.io/initial-events-end\":\"true\"}}}}\n");
        assertThat(new String(frame(bookmark, TABLE), StandardCharsets.UTF_8))
                .startsWith("{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Table\"")
                .contains("\"cells\":[\"\",", "k8s.io/initial-events-end");
    }

    @Test
    void nothingIsSentOfNothing() throws IOException {
        assertThat(pieces(List.of())).isEmpty();
    }
}
