package dev.tenure.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Documents of several servers as one.
class MergedSwaggerTest {
    private static ObjectNode object(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPartHasItsPathsAndWhatTheyReferTo() {
        ObjectNode document = object("""
                {'paths': {'/a/x': {'get': {'parameters': [{'$ref': '#/parameters/p'}], 'schema': {'$ref': '#/definitions/A'}}},
                  '/b/x': {'get': {'schema': {'$ref': '#/definitions/C'}}}},
                 'parameters': {'p': {'name': 'p', 'in': 'query'}},
                 'definitions': {'A': {'items': {'$ref': '#/definitions/B'}}, 'B': {}, 'C': {}, 'Lone': {}}}""");
        assertThat(MergedSwagger.part(document, "/a/")).isEqualTo(object("""
                {'paths': {'/a/x': {'get': {'parameters': [{'name': 'p', 'in': 'query'}], 'schema': {'$ref': '#/definitions/A'}}}},
                 'definitions': {'A': {'items': {'$ref': '#/definitions/B'}}, 'B': {}, 'Lone': {}}}"""));
    }

    @Test
    void theFirstPathStaysAndDefinitionsThatDifferGetOtherNames() {
        ObjectNode merged = object("""
                {'paths': {'/a': {'get': 1}}, 'definitions': {
                 'Same': {'type': 'string', 'x-kubernetes-group-version-kind': [{'group': 'one'}]}, 'Other': {'type': 'string'}}}""");
        MergedSwagger.add(merged, object("""
                {'paths': {'/a': {'get': 2}, '/b': {'get': {'schema': {'$ref': '#/definitions/Other'}}}}, 'definitions': {
                 'Same': {'x-kubernetes-group-version-kind': [{'group': 'two'}], 'type': 'string'},
                 'Other': {'items': {'$ref': '#/definitions/Same'}}}}"""));
        assertThat(merged).isEqualTo(object("""
                {'paths': {'/a': {'get': 1}, '/b': {'get': {'schema': {'$ref': '#/definitions/Other_v2'}}}}, 'definitions': {
                 'Same': {'type': 'string', 'x-kubernetes-group-version-kind': [{'group': 'one'}, {'group': 'two'}]},
                 'Other': {'type': 'string'}, 'Other_v2': {'items': {'$ref': '#/definitions/Same'}}}}"""));
    }
}
