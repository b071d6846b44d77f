package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedTreeTest {
    private static final String FIELDS =
            "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}},\"f:spec\":{\"k:{\\\"name\\\":\\\"c}\\\"}\":{\"f:x\":{}}}}";

    private static JsonNode fields(String json) {
        return Json.read(bytes(object(json)))
                .path("metadata")
                .path("managedFields")
                .path(0)
                .path("fieldsV1");
    }

    private static String object(String entry) {
        return "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"managedFields\":[" + entry + "]}}";
    }

    private static String entry(String fields) {
        return "{\"manager\":\"m\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":" + fields + ",\"subresource\":\"status\"}";
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonNode tree) {
        return new String(Json.write(tree), StandardCharsets.UTF_8);
    }

    @Test
    void equalFieldsOfSeveralObjectsAreOne() {
        JsonNode first = fields(entry(FIELDS));
        JsonNode second =
                fields("{\"x\":[" + entry("{}") + "],\"fieldsType\":\"FieldsV1\",\"fieldsV1\":" + FIELDS + "}");
        assertThat(first).isInstanceOf(SharedTree.class).isSameAs(second);
        assertThat(text(first)).isEqualTo(FIELDS);
        assertThat(text(Json.read(bytes(object(entry(FIELDS)))))).isEqualTo(object(entry(FIELDS)));
    }

    @Test
    void aDeepCopyIsOfItsOwn() {
        ObjectNode copy = fields(entry(FIELDS)).deepCopy();
        copy.put("f:more", 1);
        assertThat(text(fields(entry(FIELDS)))).isEqualTo(FIELDS);
        assertThat(text(copy)).endsWith(",\"f:more\":1}");
    }

    @Test
    void onlyFieldsOfManagersAreShared() {
        String other = "{\"fieldsV1\":" + FIELDS + "}";
        assertThat(fields(other)).isNotInstanceOf(SharedTree.class).isEqualTo(fields(entry(FIELDS)));
    }

    /// What a user's own object says in the same words may be pruned or completed in place.
    @Test
    void whatLooksLikeThemElsewhereIsNotShared() {
        String inSpec = "{\"spec\":" + object(entry(FIELDS)) + "}";
        JsonNode there = Json.read(bytes(inSpec)).path("spec").path("metadata").path("managedFields");
        assertThat(there.path(0).path("fieldsV1")).isNotInstanceOf(SharedTree.class);
        assertThat(Json.read(bytes(entry(FIELDS))).path("fieldsV1")).isNotInstanceOf(SharedTree.class);
    }

    @Test
    void aSharedOneCannotBeChanged() {
        var shared = (ObjectNode) fields(entry(FIELDS));
        assertThatThrownBy(() -> shared.put("f:more", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(shared::removeAll).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void whatIsWrittenInAnotherWayIsReadAsEver() {
        String blanks = "{ \"f:a\" : {} }";
        String repeated = "{\"f:a\":{\"f:b\":{}},\"f:a\":{}}";
        String escaped = "{\"f:\\u0061\":{}}";
        for (String one : new String[] {blanks, repeated, escaped}) {
            for (int i = 0; i < 2; i++) {
                assertThat(fields(entry(one))).isNotInstanceOf(SharedTree.class);
                assertThat(text(fields(entry(one)))).isEqualTo("{\"f:a\":{}}");
            }
        }
        assertThat(Json.readNoting(bytes(object(entry(repeated)))).repeats()).isTrue();
    }

    @Test
    void theMeaningIsWorkedOutOnce() {
        var tree = (SharedTree) fields(entry(FIELDS));
        Integer size = tree.meaning(Integer.class, SharedTree::size);
        assertThat(size).isEqualTo(2);
        assertThat(tree.meaning(Integer.class, _ -> 7)).isEqualTo(2);
    }

    /// Texts that are cut off or broken fail as they do elsewhere.
    @Test
    void malformedTextIsRefused() {
        String json = object(entry(FIELDS));
        Json.read(bytes(json));
        for (int end = 1; end < json.length(); end++) {
            byte[] cut = bytes(json.substring(0, end));
            assertThatThrownBy(() -> Json.read(cut)).isInstanceOf(JsonSyntaxException.class);
        }
        var random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] broken = bytes(json);
            broken[random.nextInt(broken.length)] = (byte) "\"{}\\,: x".charAt(random.nextInt(8));
            byte[] unshared = bytes(new String(broken, StandardCharsets.UTF_8).replace("fieldsType", "fieldsXXXX"));
            assertThat(outcome(broken).replace("fieldsType", "fieldsXXXX")).isEqualTo(outcome(unshared));
        }
    }

    private static String outcome(byte[] json) {
        try {
            return text(Json.read(json));
        } catch (JsonSyntaxException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
