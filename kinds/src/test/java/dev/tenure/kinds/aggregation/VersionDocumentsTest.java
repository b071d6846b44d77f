package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// What backends tell of their resources, as discovery tells it.
class VersionDocumentsTest {
    private static ObjectNode object(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theOldFormBecomesTheNewOne() throws UnreachableException {
        ObjectNode list = object("""
                {'resources': [
                 {'name': 'nodes', 'singularName': '', 'namespaced': false, 'kind': 'NodeMetrics', 'verbs': ['get', 'list']},
                 {'name': 'nodes/status', 'namespaced': false, 'kind': '', 'verbs': ['get']},
                 {'name': 'lone/scale', 'namespaced': true, 'group': 'autoscaling', 'version': 'v1', 'kind': 'Scale',
                  'verbs': ['get']}]}""");
        assertThat(VersionDocuments.ofLegacy(list, "v1")).isEqualTo(object("""
                {'version': 'v1', 'resources': [
                 {'resource': 'nodes', 'responseKind': {'group': '', 'version': '', 'kind': 'NodeMetrics'}, 'scope': 'Cluster',
                  'singularResource': '', 'verbs': ['get', 'list'], 'subresources': [
                   {'subresource': 'status', 'responseKind': {'group': '', 'version': '', 'kind': ''}, 'verbs': ['get']}]},
                 {'resource': 'lone', 'responseKind': {'group': '', 'version': '', 'kind': ''}, 'scope': 'Namespaced',
                  'singularResource': '', 'verbs': null, 'subresources': [
                   {'subresource': 'scale', 'responseKind': {'group': 'autoscaling', 'version': 'v1', 'kind': 'Scale'},
                    'verbs': ['get']}]}]}"""));
    }

    @Test
    void aPartOfAnotherScopeIsRefused() {
        ObjectNode list = object("""
                {'resources': [{'name': 'a', 'namespaced': false}, {'name': 'a/b', 'namespaced': true}]}""");
        assertThatThrownBy(() -> VersionDocuments.ofLegacy(list, "v1"))
                .hasMessage(
                        "Error: Parent a (scope: Cluster) and subresource b (scope: Namespaced) scope do not match");
    }

    @Test
    void ofTheNewFormOneVersionIsTakenAsItIs() {
        ObjectNode list = object("""
                {'items': [{'metadata': {'name': 'g'}, 'versions': [{'version': 'v1', 'freshness': 'Stale', 'own': 1, 'resources': [
                 {'resource': 'a', 'scope': 'Cluster', 'verbs': ['get'], 'shortNames': ['x']}]}]}]}""");
        assertThat(VersionDocuments.ofAggregated(list, "g", "v1")).contains(object("""
                {'version': 'v1', 'resources': [{'resource': 'a', 'responseKind': {'group': '', 'version': '', 'kind': ''},
                 'scope': 'Cluster', 'singularResource': '', 'verbs': ['get'], 'shortNames': ['x']}]}"""));
        assertThat(VersionDocuments.ofAggregated(list, "g", "v2")).isEmpty();
        assertThat(VersionDocuments.ofAggregated(list, "h", "v1")).isEmpty();
    }
}
