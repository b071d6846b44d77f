package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.Content;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectPartsTest {
    private static final String MANAGER = """
            {"manager":"m","operation":"Update","time":"%s","fieldsType":"FieldsV1","fieldsV1":{"f:a":{}}}""";
    private static final String OBJECT = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","labels":{"managedFields":"no"},\
            "managedFields":[%s,%s]},"spec":{"nodeName":"n","list":[{"status":1}]},"status":{"phase":"Running","n":1}}""".formatted(MANAGER.formatted("1"), MANAGER.formatted("2"));

    private static Content content(String json) {
        return Content.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectParts parts(String json) {
        return ObjectParts.of(content(json)).orElseThrow();
    }

    private static String text(ObjectParts parts) {
        var joined = new ByteArrayOutputStream();
        parts.pieces().forEach(joined::writeBytes);
        String text = new String(parts.bytes(), StandardCharsets.UTF_8);
        assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo(text);
        assertThat(parts.size()).isEqualTo(text.length());
        return text;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"K\",\"metadata\":{},\"spec\":{},\"status\":{}}",
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"a\":1},\"status\":{\"b\":2}}",
                "{\"metadata\":{\"managedFields\":[{}]},\"spec\":{\"a\":1},\"status\":null}",
                "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"a\":\"]\"},{\"b\":[1,2]}]},\"spec\":1,\"status\":{}}",
            })
    void theWholeIsAsItWas(String json) {
        assertThat(text(parts(json))).isEqualTo(json);
        assertThat(parts(json).metadata())
                .isEqualTo(Json.readObject(bytes(json)).path("metadata"));
        assertThat(parts(json).status()).isEqualTo(Json.readObject(bytes(json)).path("status"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"metadata\":{},\"spec\":{}}",
                "{\"metadata\":{},\"status\":{},\"spec\":{}}",
                "{\"metadata\":{},\"spec\":{},\"status\":{},\"more\":1}",
                "{\"metadata\":{},\"more\":1,\"spec\":{},\"status\":{}}",
                "{\"metadata\":{},\"spec\":{},\"more\":1,\"status\":{}}",
                "{\"metadata\":[],\"spec\":{},\"status\":{}}",
                "{\"metadata\":{\"managedFields\":[]},\"spec\":{},\"status\":{}}",
                "{\"metadata\":{\"managedFields\":null},\"spec\":{},\"status\":{}}",
                "{\"metadata\":{\"managedFields\":[1],\"name\":\"a\"},\"spec\":{},\"status\":{}}",
            })
    void objectsOfAnotherFormHaveNone(String json) {
        assertThat(ObjectParts.of(content(json))).isEmpty();
    }

    @Test
    void anObjectIsWrittenInParts() {
        ObjectNode tree = Json.readObject(bytes(OBJECT));

        assertThat(text(ObjectParts.write(tree).orElseThrow())).isEqualTo(OBJECT);
        ObjectNode unmanaged = tree.deepCopy();
        ((ObjectNode) unmanaged.path("metadata")).remove("managedFields");
        assertThat(text(ObjectParts.write(unmanaged).orElseThrow())).isEqualTo(unmanaged.toString());
        assertThat(ObjectParts.write(tree.deepCopy().put("more", 1))).isEmpty();
        assertThat(ObjectParts.write(tree.deepCopy().without(List.of("spec")))).isEmpty();
        ((ObjectNode) tree.path("metadata")).putArray("managedFields");
        assertThat(ObjectParts.write(tree)).isEmpty();
    }

    @Test
    void membersAreAddedAtTheEnds() {
        ObjectNode one = Json.object().put("x", 1);
        ObjectNode other = Json.object().put("y", 2).put("z", 3);

        assertThat(text(parts(OBJECT).extended(one, other).orElseThrow()))
                .isEqualTo(OBJECT.replace("[{\"status\":1}]}", "[{\"status\":1}],\"x\":1}")
                        .replace("\"n\":1}", "\"n\":1,\"y\":2,\"z\":3}"));
        assertThat(parts("{\"metadata\":{},\"spec\":{\"a\":1},\"status\":{}}").extended(one, other))
                .isEmpty();
    }

    @Test
    void anotherStatusTakesThePlaceOfTheOld() {
        ObjectParts next = parts(OBJECT).withStatus(Json.object().put("x", 1));

        assertThat(text(next)).isEqualTo(OBJECT.replace("{\"phase\":\"Running\",\"n\":1}", "{\"x\":1}"));
    }

    @Test
    void otherMetadataLeaveTheManagers() {
        ObjectNode metadata = Json.object().put("name", "b").put("managedFields", "whatever");

        assertThat(text(parts(OBJECT).withMetadata(metadata)))
                .isEqualTo(OBJECT.replace("{\"name\":\"a\",\"labels\":{\"managedFields\":\"no\"}", "{\"name\":\"b\""));
        assertThat(text(parts(OBJECT).withMetadata(Json.object())))
                .isEqualTo(OBJECT.replace("\"name\":\"a\",\"labels\":{\"managedFields\":\"no\"},", ""));
    }

    @Test
    void managersThatStayKeepTheirBytes() {
        ObjectParts before = parts(OBJECT);
        JsonNode old = before.metadata().path("managedFields");
        JsonNode next = Json.array().add(old.path(1)).add(Json.object().put("manager", "new"));

        ObjectParts after = before.withManagers(old, next);

        assertThat(text(after))
                .isEqualTo(OBJECT.replace(
                        MANAGER.formatted("1") + "," + MANAGER.formatted("2"),
                        MANAGER.formatted("2") + ",{\"manager\":\"new\"}"));
        assertThat(after.pieces().get(2)).isSameAs(before.pieces().get(4));
        assertThat(text(before.withManagers(old, Json.object().path("none"))))
                .isEqualTo(OBJECT.replace(
                        ",\"managedFields\":[" + MANAGER.formatted("1") + "," + MANAGER.formatted("2") + "]", ""));
    }

    @Test
    void equalManagersAreSharedWithAnotherObject() {
        ObjectParts other = parts(OBJECT);
        ObjectParts one = parts(OBJECT.replace("\"time\":\"2\"", "\"time\":\"3\""));

        ObjectParts shared = one.sharing(other);

        assertThat(text(shared)).isEqualTo(text(one));
        assertThat(shared.pieces().get(2)).isSameAs(other.pieces().get(2));
        assertThat(shared.pieces().get(4)).isSameAs(one.pieces().get(4));
    }

    @Test
    void membersAreReadAlone() {
        assertThat(parts(OBJECT).spec(List.of("nodeName", "none")))
                .isEqualTo(Json.object().put("nodeName", "n"));
        assertThat(parts(OBJECT).status(List.of("phase")))
                .isEqualTo(Json.object().put("phase", "Running"));
        assertThat(parts(OBJECT).metadataWithoutManagers().size()).isEqualTo(2);
    }
}
