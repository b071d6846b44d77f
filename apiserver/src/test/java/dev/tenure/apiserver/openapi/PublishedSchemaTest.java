package dev.tenure.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// As upstream 1.36.3 published the same definitions.
class PublishedSchemaTest {
    private static final String BOTH = "\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]";

    private static ObjectNode read(String text) {
        return Json.readObject(text.replace('\'', '"').replace("BOTH", BOTH).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'x-kubernetes-int-or-string':true} | {'x-kubernetes-int-or-string':true,BOTH}",
                "{'x-kubernetes-int-or-string':true,BOTH} | {'x-kubernetes-int-or-string':true,BOTH}",
                "{'x-kubernetes-int-or-string':true,'allOf':[{BOTH}]} | {'x-kubernetes-int-or-string':true,'allOf':[{BOTH}]}",
                "{'x-kubernetes-int-or-string':true,'anyOf':[{'minimum':1}],'allOf':[{'maximum':9}]}"
                        + " | {'x-kubernetes-int-or-string':true,'anyOf':[{'minimum':1}],'allOf':[{BOTH},{'maximum':9}]}",
                "{'x-kubernetes-int-or-string':false} | {'x-kubernetes-int-or-string':false}",
                "{'items':{'x-kubernetes-int-or-string':true}} | {'items':{'x-kubernetes-int-or-string':true,BOTH}}",
                "{'additionalProperties':{'properties':{'a':{'x-kubernetes-int-or-string':true}}}}"
                        + " | {'additionalProperties':{'properties':{'a':{'x-kubernetes-int-or-string':true,BOTH}}}}",
                "{'additionalProperties':true} | {'additionalProperties':true}",
            })
    void aNumberOrATextIsToldAsAChoiceOfBoth(String schema, String published) {
        assertThat(PublishedSchema.of(read(schema))).isEqualTo(read(published));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'required':['a'], | ['a','kind','apiVersion']",
                "'required':['kind'], | ['kind','apiVersion']",
                "`` | ['kind','apiVersion']"
            })
    void anObjectWithinAnObjectHasTheFieldsOfAll(String required, String told) {
        String schema = "{'type':'object'," + required + "'x-kubernetes-embedded-resource':true,'properties':{'a':{}}}";
        ObjectNode source = read(schema);
        ObjectNode published = PublishedSchema.of(source);
        assertThat(published.path("required").toString()).isEqualTo(told.replace('\'', '"'));
        assertThat(published.path("properties").toString())
                .contains("\"apiVersion\":{\"type\":\"string\"}", "\"kind\":{\"type\":\"string\"}", "ObjectMeta\"}]}");
        assertThat(source).as("the definition's own").isEqualTo(read(schema));
    }
}
