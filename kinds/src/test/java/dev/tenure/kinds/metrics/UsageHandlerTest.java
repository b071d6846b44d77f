package dev.tenure.kinds.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.model.metrics.ResourceUsage.Amounts;
import dev.tenure.model.metrics.ResourceUsage.OfContainer;
import dev.tenure.model.metrics.ResourceUsage.OfNode;
import dev.tenure.model.metrics.ResourceUsage.OfPod;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// What is answered of metrics.k8s.io.
final class UsageHandlerTest {
    private static final ResourceUsage USAGE = new ResourceUsage(
            Instant.parse("2026-03-01T12:00:00.5Z"),
            Duration.ofSeconds(10),
            List.of(pod("shop", "web-1", "web"), pod("shop", "db", "db"), pod("other", "web-2", "web")),
            List.of(new OfNode("b", Map.of("zone", "z"), new Amounts(1500, 3 << 20)), node("a")));

    private static OfPod pod(String namespace, String name, String app) {
        return new OfPod(
                namespace,
                name,
                Map.of("app", app),
                List.of(
                        new OfContainer("main", OptionalLong.of(150), OptionalLong.of(64 << 20)),
                        new OfContainer("side", OptionalLong.of(7), OptionalLong.empty())));
    }

    private static OfNode node(String name) {
        return new OfNode(name, Map.of(), new Amounts(0, 0));
    }

    private static ObjectNode ask(Verb verb, String resource, String namespace, String name, String selector) {
        SpecialHandler handler =
                Objects.requireNonNull(UsageKinds.handlers(() -> USAGE).get("metrics.k8s.io/" + resource));
        KindEntry entry = UsageKinds.ALL.stream()
                .filter(one -> one.type().resource().equals(resource))
                .findFirst()
                .orElseThrow();
        var request = new ApiRequest(
                verb,
                new Target("metrics.k8s.io", "v1beta1", resource, namespace, name, ""),
                selector.isEmpty() ? Map.of() : Map.of("labelSelector", List.of(selector)),
                Body.NONE,
                Caller.component("somebody", List.of(), "test"));
        ApiReply reply = handler.call(entry, request, new ArrayList<>());
        return Json.readObject(((ApiReply.Document) reply).json());
    }

    private static List<String> names(ObjectNode list) {
        List<String> names = new ArrayList<>();
        for (JsonNode item : list.path("items")) {
            names.add(item.path("metadata").path("name").asText());
        }
        return names;
    }

    @Test
    void podsAreListedByNamespaceAndLabelsInOrder() {
        assertThat(names(ask(Verb.LIST, "pods", "", "", ""))).containsExactly("web-2", "db", "web-1");
        assertThat(names(ask(Verb.LIST, "pods", "shop", "", ""))).containsExactly("db", "web-1");
        assertThat(names(ask(Verb.LIST, "pods", "shop", "", "app=web"))).containsExactly("web-1");
    }

    @Test
    void aPodTellsWhatEachContainerUses() {
        ObjectNode pod = ask(Verb.GET, "pods", "shop", "web-1", "");
        assertThat(pod.path("kind").asText()).isEqualTo("PodMetrics");
        assertThat(pod.path("timestamp").asText()).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(pod.path("window").asText()).isEqualTo("10s");
        assertThat(pod.at("/containers/0/usage/cpu").asText()).isEqualTo("150m");
        assertThat(pod.at("/containers/0/usage/memory").asText()).isEqualTo("64Mi");
        assertThat(pod.at("/containers/1/usage").has("memory")).isFalse();
        assertThat(UsageHandler.total(pod, "cpu")).isEqualTo("157m");
    }

    @Test
    void aNodeTellsWhatItUsesAltogether() {
        assertThat(names(ask(Verb.LIST, "nodes", "", "", ""))).containsExactly("a", "b");
        assertThat(names(ask(Verb.LIST, "nodes", "", "", "zone=z"))).containsExactly("b");
        ObjectNode node = ask(Verb.GET, "nodes", "", "b", "");
        assertThat(node.at("/usage/cpu").asText()).isEqualTo("1500m");
        assertThat(node.at("/usage/memory").asText()).isEqualTo("3Mi");
    }

    @Test
    void whatIsNotThereIsNotFoundAndNothingIsWritten() {
        assertThatThrownBy(() -> ask(Verb.GET, "pods", "other", "web-1", ""))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("pods.metrics.k8s.io \"web-1\" not found");
        assertThatThrownBy(() -> ask(Verb.CREATE, "pods", "shop", "", "")).isInstanceOf(RefusedException.class);
    }
}
