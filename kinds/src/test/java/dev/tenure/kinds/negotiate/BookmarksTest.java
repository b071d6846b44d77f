package dev.tenure.kinds.negotiate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Forms;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.KindList;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Bookmarks of every kind that is served by default as a kube-apiserver 1.36.3 sent them (`bookmarks.jsonl`:
/// path, the object without its revision, and the cells of its row where a table was asked for).
class BookmarksTest {
    private static final Representation IN_TABLE =
            new Representation(Format.JSON, Representation.Form.TABLE, "meta.k8s.io/v1", false);

    private static final String REVISION = "\"resourceVersion\":\"9\"";

    private final KindTable kinds = KindList.standard();
    private final EventFrames frames = new EventFrames(new Forms(new Published<>(kinds), new SystemTime()));

    private static List<ObjectNode> recorded() throws IOException {
        try (InputStream in = Objects.requireNonNull(BookmarksTest.class.getResourceAsStream("bookmarks.jsonl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> Json.readObject(line.getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }
    }

    private KindEntry entry(String path) {
        String[] parts = path.split("/", -1);
        boolean core = parts[1].equals("api");
        return kinds.find(core ? "" : parts[2], core ? parts[2] : parts[3], parts[parts.length - 1])
                .orElseThrow(() -> new AssertionError(path));
    }

    private String bookmark(KindEntry entry) {
        byte[] frame = frames.start(entry.type(), Representation.JSON, "").frame(new WatchEvent.Bookmark(9, true));
        String text = new String(frame, StandardCharsets.UTF_8);
        assertThat(text).contains(REVISION);
        return text.replace(REVISION + ",", "");
    }

    @Test
    void areTheKindsOwnEmptyObjects() throws IOException {
        for (ObjectNode line : recorded()) {
            String path = line.path("path").asText();
            String object = new String(Json.write(line.path("object")), StandardCharsets.UTF_8);
            assertThat(bookmark(entry(path))).as(path).isEqualTo("{\"type\":\"BOOKMARK\",\"object\":" + object + "}\n");
        }
    }

    @Test
    void areRowsOfThoseObjectsInTables() throws IOException {
        for (ObjectNode line : recorded()) {
            String path = line.path("path").asText();
            byte[] frame = frames.start(entry(path).type(), IN_TABLE, "").frame(new WatchEvent.Bookmark(9, true));
            JsonNode table = Json.readObject(frame).path("object");
            assertThat(table.path("rows").path(0).path("cells")).as(path).isEqualTo(line.path("cells"));
        }
    }
}
