package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatchTest {
    private static final GroupVersionKind MAP = new GroupVersionKind("", "v1", "ConfigMap");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "JSON      | nonsense | error decoding patch: invalid character 'o' in literal null (expecting 'u')",
                "MERGE     | nonsense | error decoding patch: invalid character 'o' in literal null (expecting 'u')",
                "STRATEGIC | nonsense | invalid character 'o' in literal null (expecting 'u')",
                "MERGE     | ``       | error decoding patch: unexpected end of JSON input",
                "STRATEGIC | ``       | unexpected end of JSON input",
            })
    void aBodyThatIsNoJsonIsABadRequest(Patch.Kind kind, String body, String message) {
        assertThatThrownBy(() -> Patch.read(kind, bytes(body), true))
                .isInstanceOfSatisfying(
                        PatchException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MERGE     | {'data':{'a':'1','a':'2','b':'3'},'data':{}} | duplicate field \"data.a\";duplicate field \"data\"",
                "STRATEGIC | {'x':[{'y':1},{'y':1,'y':2,'y':3}]}          | duplicate field \"x[1].y\"",
                "JSON      | [{'op':'test','op':'add','path':'/a','z':1}] | json patch duplicate field \"[0].op\";json patch unknown field \"[0].z\"",
                "MERGE     | {'a':1}                                      | ``",
            })
    void fieldsThatStandTwiceAreDistinguished(Patch.Kind kind, String body, String errors) {
        assertThat(String.join(";", Patch.read(kind, bytes(body), true).strictErrors(List.of())))
                .isEqualTo(errors);
    }

    /// Only the strict reading finds out what it is instead.
    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "1", "true", "null"})
    void aMergePatchThatIsOneValueIsNone(String body) {
        var config = PatchTrees.object("{'data':{}}");
        assertThatThrownBy(
                        () -> Patch.read(Patch.Kind.MERGE, bytes(body), false).apply(config, Recorded.type(MAP)))
                .hasMessage("Invalid JSON Patch");
    }

    @Test
    void whatAMergeTouchesIsDecodedInTheOrderOfItsKeys() {
        byte[] body = "{\"data\":{\"b\":5,\"a\":{}}}".getBytes(StandardCharsets.UTF_8);
        ObjectNode patched = PatchTrees.object("{'metadata':{'z':1,'y':2},'data':{'b':5,'a':{}}}");
        ObjectNode ordered = Patch.read(Patch.Kind.MERGE, body, false).ordered(patched);
        assertThat(ordered.toString()).isEqualTo("{\"data\":{\"a\":{},\"b\":5},\"metadata\":{\"z\":1,\"y\":2}}");
    }

    @Test
    void eachKindPatches() {
        ObjectNode map = PatchTrees.object("{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1'}}");
        ObjectNode expected = PatchTrees.object("{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1','b':'2'}}");
        assertThat(made(Patch.Kind.JSON, "[{'op':'add','path':'/data/b','value':'2'}]", map))
                .isEqualTo(expected);
        assertThat(made(Patch.Kind.MERGE, "{'data':{'b':'2'}}", map)).isEqualTo(expected);
        assertThat(made(Patch.Kind.STRATEGIC, "{'data':{'b':'2'}}", map)).isEqualTo(expected);
    }

    @Test
    void theRefusalShowsWhatUpstreamShows() {
        ObjectNode map = PatchTrees.object("{'kind':'ConfigMap','data':{'z':'2','a':'1'}}");

        assertThat(refusal(Patch.Kind.MERGE, "{'data':{'b':1}}", map))
                .hasMessage(shown("{\\\"data\\\":{\\\"a\\\":\\\"1\\\",\\\"b\\\":1,\\\"z\\\":\\\"2\\\"},"
                        + "\\\"kind\\\":\\\"ConfigMap\\\"}"));
        assertThat(refusal(Patch.Kind.STRATEGIC, "{'data':{'a':1}}", map)).hasMessage(shown("map[data:map[a:1]]"));
    }

    @Test
    void whatThePathsOfAJsonPatchLeadThroughIsShownInOrderAndTheRestAsItWas() {
        ObjectNode map =
                PatchTrees.object("{'metadata':{'name':'n','labels':{'z':'1','a':'2'}},'data':{'z':'2','a':'1'}}");

        assertThat(refusal(Patch.Kind.JSON, "[{'op':'add','path':'/metadata/labels/b','value':1}]", map))
                .hasMessage(
                        shown(
                                "{\\\"data\\\":{\\\"z\\\":\\\"2\\\",\\\"a\\\":\\\"1\\\"},\\\"metadata\\\":"
                                        + "{\\\"labels\\\":{\\\"a\\\":\\\"2\\\",\\\"b\\\":1,\\\"z\\\":\\\"1\\\"},\\\"name\\\":\\\"n\\\"}}"));
    }

    private static PatchException refusal(Patch.Kind kind, String patch, ObjectNode original) {
        return Patch.read(kind, bytes(patch), true).notDecoded(original, Recorded.type(MAP), "why");
    }

    private static String shown(String text) {
        return " \"\" is invalid: patch: Invalid value: \"" + text + "\": why";
    }

    private static ObjectNode made(Patch.Kind kind, String body, ObjectNode original) {
        return Patch.read(kind, bytes(body), true).apply(original, Recorded.type(MAP));
    }

    private static byte[] bytes(String text) {
        return text.startsWith("n")
                ? text.getBytes(StandardCharsets.UTF_8)
                : text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /// Only what is copied or moved as a whole shows in which order fields stood.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "JSON | [{'op':'copy','path':'/spec','from':'/metadata'}] | true",
                "JSON | [{'op':'add','path':'/spec','value':{}}] | false",
                "MERGE | {'from':{}} | false",
            })
    void theOrderOfFieldsIsKeptWhereItShows(Patch.Kind kind, String body, boolean kept) {
        byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        assertThat(Patch.read(kind, bytes, false).keepsOrder()).isEqualTo(kept);
    }
}
