package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'b'}           | {'a':'c'}               | {'a':'c'}",
                "{'a':'b'}           | {'b':'c'}               | {'a':'b','b':'c'}",
                "{'a':'b'}           | {'a':null}              | {}",
                "{'a':'b','b':'c'}   | {'a':null}              | {'b':'c'}",
                "{'a':['b']}         | {'a':'c'}               | {'a':'c'}",
                "{'a':'c'}           | {'a':['b']}             | {'a':['b']}",
                "{'a':{'b':'c'}}     | {'a':{'b':'d','c':null}}| {'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]}   | {'a':[1]}               | {'a':[1]}",
                "{'e':1}             | {'a':{'bb':{'c':null}}} | {'e':1,'a':{'bb':{}}}",
                "{'a':[1]}           | {'a':[{'b':null},null]} | {'a':[{},null]}",
                "{'a':{'b':1}}       | {}                      | {'a':{'b':1}}",
            })
    void theResultIsThatOfTheStandard(String original, String patch, String expected) {
        ObjectNode before = PatchTrees.object(original);
        assertThat(MergePatch.apply(before, PatchTrees.tree(patch))).isEqualTo(PatchTrees.tree(expected));
        assertThat(before).isEqualTo(PatchTrees.tree(original));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]    | error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
                "5     | error decoding patch: json: cannot unmarshal number into Go value of type map[string]interface {}",
                "'x'   | error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}",
                "true  | error decoding patch: json: cannot unmarshal bool into Go value of type map[string]interface {}",
                "null  | Invalid JSON Patch",
            })
    void aPatchThatIsNoObjectIsABadRequest(String patch, String message) {
        assertThatThrownBy(() -> MergePatch.apply(PatchTrees.object("{}"), PatchTrees.tree(patch)))
                .isInstanceOfSatisfying(
                        PatchException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessage(message);
    }

    @Test
    void theDifferenceOfTwoObjectsTurnsOneIntoTheOther() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            ObjectNode from = PatchTrees.randomObject(random, 3);
            ObjectNode to = PatchTrees.randomObject(random, 3);
            assertThat(MergePatch.apply(from, difference(from, to)))
                    .as("seed %d", seed)
                    .isEqualTo(to);
        }
    }

    private static ObjectNode difference(ObjectNode from, ObjectNode to) {
        ObjectNode patch = Json.object();
        from.fieldNames().forEachRemaining(key -> {
            if (!to.has(key)) {
                patch.putNull(key);
            }
        });
        for (Map.Entry<String, JsonNode> field : to.properties()) {
            JsonNode old = from.path(field.getKey());
            if (old instanceof ObjectNode oldMap && field.getValue() instanceof ObjectNode newMap) {
                patch.set(field.getKey(), difference(oldMap, newMap));
            } else if (!old.equals(field.getValue())) {
                patch.set(field.getKey(), field.getValue());
            }
        }
        return patch;
    }
}
