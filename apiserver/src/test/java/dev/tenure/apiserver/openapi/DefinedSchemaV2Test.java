package dev.tenure.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is published of defined kinds in Swagger 2.0.
class DefinedSchemaV2Test {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'type':'string','enum':['Great','Down'],'pattern':'x.y'} | {'type':'string','enum':['Great','Down'],'pattern':'x.y'}
        {'type':'string','default':'a'}                           | {'type':'string'}
        {'type':'object','required':['kind'],'x-kubernetes-embedded-resource':true,'properties':{'metadata':{'allOf':[{'$ref':'#/components/schemas/M'}]}}} | {'type':'object','required':['kind'],'x-kubernetes-embedded-resource':true,'properties':{'metadata':{'$ref':'#/definitions/M'}}}
        {'type':'object','required':['kind'],'x-kubernetes-embedded-resource':true,'x-kubernetes-preserve-unknown-fields':true,'properties':{'kind':{}}} | {'x-kubernetes-embedded-resource':true,'x-kubernetes-preserve-unknown-fields':true}
        {'type':'array','items':{'type':'object','required':['n'],'properties':{'n':{'type':'string'}}}} | {'type':'array','items':{'type':'object','required':['n'],'properties':{'n':{'type':'string'}}}}
        {'type':'string','nullable':true,'description':'d'}       | {'description':'d'}
        {'type':'object','x-kubernetes-preserve-unknown-fields':true,'properties':{'a':{'type':'string'}}} | {'x-kubernetes-preserve-unknown-fields':true}
        {'type':'array','x-kubernetes-preserve-unknown-fields':true,'items':{'type':'string'}} | {'x-kubernetes-preserve-unknown-fields':true}
        {'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'string'}]} | {'x-kubernetes-int-or-string':true}
        {'type':'object','required':['a','b'],'properties':{'a':{'type':'string','nullable':true},'b':{'type':'string'}}} | {'type':'object','required':['b'],'properties':{'a':{},'b':{'type':'string'}}}
        """)
    void whatClientsMisreadIsLeftOut(String schema, String published) {
        ObjectNode whole = whole(false);
        whole.withObjectProperty("properties").set("spec", json(schema));
        assertThat(DefinedSchemaV2.of(whole).path("properties").path("spec")).isEqualTo(json(published));
    }

    @Test
    void aKindThatKeepsUnknownFieldsIsAnObjectAndNothingElse() {
        assertThat(DefinedSchemaV2.of(whole(true)))
                .isEqualTo(json("{'type':'object','x-kubernetes-group-version-kind':[{'kind':'Foo'}]}"));
    }

    @Test
    void theEnvelopeRefersToTheDefinitionsOfTheSameDocument() {
        JsonNode published = DefinedSchemaV2.of(whole(false));
        assertThat(published.path("description").asText()).isEqualTo("Foo for tests");
        assertThat(published.path("properties").path("metadata"))
                .isEqualTo(json("{'$ref':'#/definitions/ObjectMeta','description':'m'}"));
    }

    private static ObjectNode whole(boolean preserves) {
        ObjectNode schema = (ObjectNode) json("""
            {'type':'object','description':'Foo for tests','x-kubernetes-group-version-kind':[{'kind':'Foo'}],
             'properties':{'apiVersion':{'type':'string'},'kind':{'type':'string'},
             'metadata':{'allOf':[{'$ref':'#/components/schemas/ObjectMeta'}],'description':'m'}}}\
            """);
        if (preserves) {
            schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return schema;
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
