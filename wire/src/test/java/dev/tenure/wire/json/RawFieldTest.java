package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.decode.JsonDecoder;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.patch.managedfields.ApplyOutcome;
import dev.tenure.wire.patch.managedfields.FieldScope;
import dev.tenure.wire.patch.managedfields.FieldWriter;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The data of a ControllerRevision, which stay as they were sent until a patch takes them apart.
class RawFieldTest {
    private static final ObjectType TYPE =
            Schema.builtIn().kind("apps/v1", "ControllerRevision").orElseThrow();
    private static final String SENT = "{\"metadata\":{\"name\":\"r\"},\"revision\":1,\"data\":{ \"z\": 2.50,\n"
            + " \"a\": {\"y\":1e3, \"x\":\"a \\\" b\"} }}";

    private static ObjectNode read(String text) {
        return new JsonDecoder(Schema.builtIn()::kind)
                .decode(text.getBytes(StandardCharsets.UTF_8), new GroupVersionKind("apps", "v1", "ControllerRevision"))
                .object();
    }

    private static String data(ObjectNode object) {
        return new String(Json.write(object.path("data")), StandardCharsets.UTF_8);
    }

    private static String patched(Patch.Kind kind, String patch) {
        ObjectNode object = read(SENT);
        return data(
                Patch.read(kind, patch.getBytes(StandardCharsets.UTF_8), false).apply(object, TYPE));
    }

    @Test
    void theyStayAsTheyWereSent() {
        assertThat(data(read(SENT))).isEqualTo("{\"z\":2.50,\"a\":{\"y\":1e3,\"x\":\"a \\\" b\"}}");
    }

    @Test
    void aStrategicMergePatchWritesThemAnew() {
        assertThat(patched(Patch.Kind.STRATEGIC, "{\"revision\":2}"))
                .isEqualTo("{\"a\":{\"x\":\"a \\\" b\",\"y\":1000},\"z\":2.5}");
    }

    private static ObjectNode applied(ObjectNode live, String configuration) {
        var kind = new GroupVersionKind("apps", "v1", "ControllerRevision");
        FieldWriter writer = new FieldWriter("me", Instant.EPOCH);
        ObjectNode sent = Json.readObject(configuration.getBytes(StandardCharsets.UTF_8));
        return ManagedFields.apply(FieldScope.builtIn(kind, ""), live, sent, writer, true)
                        instanceof ApplyOutcome.Applied done
                ? done.object()
                : live;
    }

    @Test
    void anApplyThatChangesTheObjectWritesThemAnew() {
        String head = "{\"apiVersion\":\"apps/v1\",\"kind\":\"ControllerRevision\",\"metadata\":{\"name\":\"r\"";
        ObjectNode live = read(head + "},\"revision\":1,\"data\":{\"z\":2.50,\"a\":1}}");
        assertThat(data(applied(live, head + "},\"revision\":1}"))).isEqualTo("{\"z\":2.50,\"a\":1}");
        assertThat(data(applied(live, head + ",\"labels\":{\"a\":\"b\"}}}"))).isEqualTo("{\"a\":1,\"z\":2.5}");
    }

    @Test
    void aMergePatchOrdersWhatItHasPartsOf() {
        assertThat(patched(Patch.Kind.MERGE, "{\"revision\":2}"))
                .isEqualTo("{\"z\":2.50,\"a\":{\"y\":1e3,\"x\":\"a \\\" b\"}}");
        assertThat(patched(Patch.Kind.MERGE, "{\"data\":{\"q\":1}}"))
                .startsWith("{\"a\":{\"y\":")
                .endsWith(",\"q\":1,\"z\":2.5}");
    }

    @Test
    void aTestOfThemTakesThemApart() {
        assertThat(patched(
                        Patch.Kind.JSON,
                        "[{\"op\":\"test\",\"path\":\"/data\",\"value\":{\"z\":2.5,\"a\":{\"y\":1000.0,\"x\":\"a"
                                + " \\\" b\"}}}]"))
                .startsWith("{\"a\":{\"x\":");
    }

    @Test
    void whatIsNotAsciiIsRead() {
        assertThat(data(read("{\"data\":{\"b\":\"\u00e9\",\"a\":2.50}}"))).isEqualTo("{\"b\":\"\u00e9\",\"a\":2.5}");
    }
}
