package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.Json;
import org.junit.jupiter.api.Test;

/// Lists are merged with a number of looks that grows as the lists do. Looks are counted, nothing is timed.
class LongListsTest {
    private static final int SIZE = 5_000;

    /// A list that counts how often an element is asked for by its place.
    @SuppressWarnings("unchecked")
    private static final class CountedList extends ArrayNode {
        private static final long serialVersionUID = 1L;

        private long looks;

        CountedList() {
            super(JsonNodeFactory.instance);
        }

        @Override
        public JsonNode get(int index) {
            looks++;
            return super.get(index);
        }
    }

    @Test
    void aMergedListIsPutInOrderWithOneLookForEachElement() {
        var patch = new CountedList();
        var server = new CountedList();
        ArrayNode merged = Json.array();
        for (int i = 0; i < SIZE; i++) {
            patch.add(SIZE - i);
            server.add(i);
            merged.add(i);
        }
        ArrayNode arranged = ListOrder.arrange(merged, patch, server, "");
        assertThat(arranged).hasSize(SIZE);
        assertThat(patch.looks + server.looks).isLessThanOrEqualTo(4L * SIZE);
    }

    @Test
    void whereAnElementStandsIsKnownWithoutAWalk() {
        var list = new CountedList();
        for (int i = 0; i < SIZE; i++) {
            list.add(Json.object().put("name", "n" + i % 100));
        }
        var places = new ListPlaces(list, "name");
        long once = list.looks;
        for (int i = 0; i < SIZE; i++) {
            assertThat(places.of(JsonNodeFactory.instance.textNode("n" + i % 100)))
                    .isEqualTo(i % 100);
        }
        assertThat(places.of(JsonNodeFactory.instance.numberNode(1))).isEqualTo(-1);
        assertThat(list.looks).isEqualTo(once).isEqualTo(SIZE);
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
