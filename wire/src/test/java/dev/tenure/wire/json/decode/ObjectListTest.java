package dev.tenure.wire.json.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// A list says the same read object by object as read at once, in whatever order its members stand.
final class ObjectListTest {
    private static ObjectList of(String json) {
        return ObjectList.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void objectsAndWhatTheListSaysOfItselfInAnyOrder() {
        String head = "\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"}";
        String items = "\"items\": [ {\"a\":[1, {\"b\":\"]\"}]} ,\n {\"c\":\"\\u00e9\"}, 3]";
        for (String json : new String[] {"{" + head + "," + items + "}", " {" + items + "," + head + "}\n"}) {
            ObjectList list = of(json);

            assertThat(list.size()).isEqualTo(3);
            ObjectNode whole = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
            for (int at = 0; at < list.size(); at++) {
                assertThat(list.item(at)).isEqualTo(whole.path("items").get(at));
            }
            whole.remove("items");
            assertThat(list.head()).isEqualTo(whole);
        }
    }

    @Test
    void anObjectSaysTheSameWithBlanksAndWithout() {
        String object = "{\"metadata\":{\"name\":\"a b\"},\"spec\":{\"list\":[1,{\"x\":\"\\u003c\"}]}}";
        for (String text : new String[] {object, object.replace(":", " :\n"), " " + object + " "}) {
            ObjectList list = of("{\"items\":[" + text + ",7]}");

            assertThat(list.item(0)).isEqualTo(Json.readObject(object.getBytes(StandardCharsets.UTF_8)));
            assertThat(Document.of((ObjectNode) list.item(0)).packed().bytes())
                    .asString(StandardCharsets.UTF_8)
                    .doesNotContain("\n", " :");
            assertThat(list.item(1)).hasToString("7");
        }
    }

    @Test
    void whoReadsAnObjectMayChangeIt() {
        ObjectList list = of("{\"items\":[{\"a\":1}]}");
        ((ObjectNode) list.item(0)).put("a", 2);

        assertThat(list.item(0)).hasToString("{\"a\":1}");
    }

    @Test
    void aListWithoutObjectsIsEmpty() {
        assertThat(of("{\"items\":null}").size()).isZero();
        assertThat(of("{\"items\":[]}").size()).isZero();
        assertThat(of("{}").size()).isZero();
    }

    @Test
    void ofTwoListsOfObjectsTheLastCounts() {
        assertThat(of("{\"items\":[1,2],\"items\":[3]}").size()).isEqualTo(1);
    }

    @Test
    void whatIsNoJsonIsRefusedBeforeAnyObjectIsRead() {
        for (String json :
                new String[] {"", "[]", "{\"items\":[{]}", "{\"items\":[1,]}", "{\"items\":[1]} x", "{\"items\":[1"}) {
            assertThatThrownBy(() -> of(json)).as(json).isInstanceOf(JsonSyntaxException.class);
        }
        String deep = "{\"items\":[" + "[".repeat(1_000) + "]".repeat(1_000) + "]}";
        assertThatThrownBy(() -> of(deep)).hasMessage("exceeded max depth");
    }
}
