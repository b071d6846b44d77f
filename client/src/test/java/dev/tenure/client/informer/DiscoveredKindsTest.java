package dev.tenure.client.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What discovery tells of the kinds of other servers.
final class DiscoveredKindsTest {
    private static DiscoveredKinds.Version version(String group, String json) {
        return new DiscoveredKinds.Version(
                group, Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void kindsThatCanBeListedWatchedAndDeletedAreTakenInTheFirstVersionThatHasThem() {
        DiscoveredKinds kinds = DiscoveredKinds.of(List.of(version("g", """
                        {'version': 'v2', 'freshness': 'Current', 'resources': [
                         {'resource': 'a', 'scope': 'Namespaced', 'responseKind': {'kind': 'A'}, 'verbs': ['list', 'watch', 'delete']},
                         {'resource': 'b', 'scope': 'Cluster', 'responseKind': {'kind': 'B'}, 'verbs': ['get', 'list']}]}"""), version("g", """
                        {'version': 'v1', 'freshness': 'Current', 'resources': [
                         {'resource': 'a', 'scope': 'Namespaced', 'responseKind': {'kind': 'A'}, 'verbs': ['list', 'watch', 'delete']}]}""")));
        assertThat(kinds.types()).containsExactly(new ResourceType("g", "v2", "a", "A", Scope.NAMESPACED));
        assertThat(kinds.failures()).isEmpty();
    }

    @Test
    void staleVersionsAreFailures() {
        DiscoveredKinds kinds = DiscoveredKinds.of(List.of(
                version("h", "{'version': 'v1', 'freshness': 'Stale'}"),
                version("g", "{'version': 'v1', 'freshness': 'Stale'}")));
        assertThat(kinds.isUnsureOf("g")).isTrue();
        assertThat(kinds.isUnsureOf("gg")).isFalse();
        assertThat(kinds.words())
                .isEqualTo(
                        "Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs:"
                                + " g/v1: stale GroupVersion discovery: g/v1, h/v1: stale GroupVersion discovery: h/v1");
    }
}
