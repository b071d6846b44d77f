package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.decode.Assembly;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// Lists are merged with a number of looks that grows as the lists do. Looks are counted, nothing is timed.
class LongListsTest {
    private static final int SIZE = 5_000;

    /// Elements that count how often one is asked for by its place.
    private static final class CountedElements extends ArrayList<JsonNode> {
        private static final long serialVersionUID = 1L;

        private long looks;

        @Override
        public JsonNode get(int index) {
            looks++;
            return super.get(index);
        }
    }

    @Test
    void aMergedListIsPutInOrderWithOneLookForEachElement() {
        var inPatch = new CountedElements();
        var atServer = new CountedElements();
        ArrayNode patch = Assembly.array(inPatch);
        ArrayNode server = Assembly.array(atServer);
        ArrayNode merged = Json.array();
        for (int i = 0; i < SIZE; i++) {
            patch.add(SIZE - i);
            server.add(i);
            merged.add(i);
        }
        ArrayNode arranged = ListOrder.arrange(merged, patch, server, "");
        assertThat(arranged).hasSize(SIZE);
        assertThat(inPatch.looks + atServer.looks).isLessThanOrEqualTo(4L * SIZE);
    }

    @Test
    void whereAnElementStandsIsKnownWithoutAWalk() {
        var elements = new CountedElements();
        ArrayNode list = Assembly.array(elements);
        for (int i = 0; i < SIZE; i++) {
            list.add(Json.object().put("name", "n" + i % 100));
        }
        var places = new ListPlaces(list, "name");
        long once = elements.looks;
        for (int i = 0; i < SIZE; i++) {
            assertThat(places.of(TextNode.valueOf("n" + i % 100))).isEqualTo(i % 100);
        }
        assertThat(places.of(NumberNode.valueOf(1))).isEqualTo(-1);
        assertThat(elements.looks).isEqualTo(once).isEqualTo(SIZE);
    }

    @Test
    void aPatchThatNobodyWaitsForIsNotFinished() {
        ArrayNode patch = Json.array();
        patch.addObject().put("op", "add").put("path", "/a").put("value", 1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> JsonPatch.apply(Json.object(), patch)).isInstanceOf(CancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
