package dev.tenure.kinds.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of a schema with one property `a` of a certain form.
final class SchemaVectorsTest {
    private static final String PLACE = "spec.validation.openAPIV3Schema";
    private static final int MANY = 20_000;

    private static List<String> faults(String property) {
        String json = """
            {"metadata": {"name": "wombats.zoo.test"},
             "spec": {"group": "zoo.test", "scope": "Namespaced",
              "names": {"plural": "wombats", "singular": "wombat", "kind": "Wombat", "listKind": "WombatList"},
              "conversion": {"strategy": "None"},
              "versions": [{"name": "v1", "served": true, "storage": true,
               "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": %s}}}}]}}\
            """.formatted(property);
        ObjectNode definition = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
        var strategy = new CustomResourceDefinitionStrategy();
        strategy.prepareForCreate(definition);
        var errors = new FieldErrors();
        strategy.validate(definition, errors);
        return errors.list().stream().map(FieldError::text).toList();
    }

    /// What cannot be structural at all hides what is wrong with the structure.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"$ref": "#/x"}                                  | .properties[a].$ref: Forbidden: $ref is not supported
        {"id": "x"}                                      | .properties[a].id: Forbidden: id is not supported
        {"definitions": {"x": {}}}                       | .properties[a].definitions: Forbidden: definitions is not supported
        {"items": [{"type": "string"}]}                  | .properties[a].items: Forbidden: items must be a schema object and not an array
        {"type": "object", "$schema": "x"}               | : Invalid value: "": OpenAPIV3Schema 'schema' is not supported
        {"x-kubernetes-preserve-unknown-fields": false}  | .properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined
        {}                                               | .properties[a].type: Required value: must not be empty for specified object fields
        """)
    void whatHasNoStructureIsReportedAlone(String property, String fault) {
        assertThat(faults(property)).containsExactly(PLACE + fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        [      | missing closing ]: `[`
        (      | missing closing ): `(`
        a)     | unexpected ): `a)`
        *a     | missing argument to repetition operator: `*`
        a**    | invalid nested repetition operator: `**`
        a{2,1} | invalid repeat count: `{2,1}`
        [z-a]  | invalid character class range: `z-a`
        (a{100}){11} | invalid repeat count: `{11}`
        (?=a)b | invalid or unsupported Perl syntax: `(?=`
        """)
    void patternsAreThoseOfGo(String pattern, String fault) {
        assertThat(faults("{\"type\": \"string\", \"pattern\": \"%s\"}".formatted(pattern)))
                .containsExactly(PLACE + ".properties[a].pattern: Invalid value: \"" + pattern
                        + "\": must be a valid regular expression, but isn't: error parsing regexp: " + fault);
    }

    /// How a property is called matters to nobody who looks for its rules.
    @ParameterizedTest
    @ValueSource(strings = {"a]b", "a[b", "]", ".items", "a].properties[b"})
    void rulesOfPropertiesWithOddNamesAreLookedAt(String name) {
        String property = """
            {"type": "object", "properties": {"%s": {"type": "array", "maxItems": 9, "items":
             {"type": "string", "maxLength": 9, "x-kubernetes-validations": [{"rule": "self == oldSelf"}, {"rule": "self +"}]}}}}\
            """.formatted(name);
        String list = PLACE + ".properties[a].properties[" + name + "]";
        assertThat(faults(property))
                .hasSize(2)
                .first()
                .isEqualTo(list + ".items.x-kubernetes-validations[0].rule: Invalid value: \"self == oldSelf\": oldSelf"
                        + " cannot be used on the uncorrelatable portion of the schema within " + list);
    }

    /// What a property was is known also where its map is replaced as a whole.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"x-kubernetes-map-type\": \"atomic\", \"properties\": {\"b\": %s}",
                "\"x-kubernetes-map-type\": \"granular\", \"properties\": {\"b\": %s}",
                "\"x-kubernetes-map-type\": \"atomic\", \"maxProperties\": 9, \"additionalProperties\": %s"
            })
    void partsOfMapsAreComparedWithWhatTheyWere(String map) {
        String rule = "{\"type\": \"string\", \"maxLength\": 9,"
                + " \"x-kubernetes-validations\": [{\"rule\": \"self == oldSelf\"}]}";
        assertThat(faults("{\"type\": \"object\", " + map.formatted(rule) + "}"))
                .isEmpty();
    }

    /// Each of these kept a processor for minutes when every name was looked for in a list made anew.
    @Test
    void asManyNamesAsARequestCanHaveAreLookedAtOnceEach() {
        String names = IntStream.range(0, MANY)
                .mapToObj(i -> "\"p%d\": {}".formatted(i))
                .collect(Collectors.joining(", ", "{", "}"));
        String typed = names.replace("{}", "{\"type\": \"string\"}");
        assertThat(faults("{\"type\": \"object\", \"properties\": %s, \"allOf\": [{\"properties\": %s}]}"
                        .formatted(typed, names)))
                .isEmpty();
        String list = IntStream.range(0, MANY).mapToObj(i -> "\"p" + i + "\"").collect(Collectors.joining(","));
        assertThat(faults("""
                {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [%s],
                 "x-kubernetes-validations": [{"rule": "true"}],
                 "items": {"type": "object", "required": [%s], "properties": %s}}\
                """.formatted(list, list, typed))).isEmpty();
    }
}
