package dev.tenure.plan.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ListReply;
import dev.tenure.client.ListingEndpoint;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A cluster is read by lists alone, and what the caller may not see is said.
class LiveClusterTest {
    /// Answers lists of nodes in two pages, and refuses some kinds.
    private record Server(Map<String, Integer> refused, List<ApiRequest> asked) implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            asked.add(request);
            ApiRequest.Target target = request.target();
            Integer code = refused.get(target.resource());
            if (code != null) {
                String message = "%s is refused with %d".formatted(target.resource(), code);
                return new ApiReply.Failure(new Status(code, "", message, Optional.empty()), List.of());
            }
            var type = new ResourceType(
                    target.group(), target.version(), target.resource(), "Node", ResourceType.Scope.CLUSTER);
            if (!target.resource().equals("nodes")) {
                return new ApiReply.Many(type, 1, List.of(), Optional.empty(), Optional.empty(), List.of());
            }
            boolean second = request.query().containsKey("continue");
            return new ApiReply.Many(
                    type,
                    1,
                    List.of(node(second ? "n2" : "n1")),
                    second ? Optional.empty() : Optional.of("rest"),
                    Optional.empty(),
                    List.of());
        }

        private static StoredObject node(String name) {
            String json = "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"%s\",\"uid\":\"u-%s\"}}"
                    .formatted(name, name);
            return new StoredForms().read(json.getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", "Node"));
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new AssertionError("nothing is watched");
        }
    }

    private static ClusterDump read(Server server) {
        return LiveCluster.read(
                new ClusterClient(server, Caller.component("", List.of(), "test")), "prod", new SystemTime(), _ -> {});
    }

    /// Of every kind one object, which is damaged.
    private record Damaged() implements ApiEndpoint, ListingEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            throw new AssertionError("lists are asked for as such");
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new AssertionError("nothing is watched");
        }

        @Override
        public ListReply listing(ApiRequest request) {
            return new ListReply.Page(new Listing() {
                @Override
                public ObjectNode head() {
                    return Json.object();
                }

                @Override
                public int size() {
                    return 1;
                }

                @Override
                public JsonNode item(int at) {
                    throw DecodeException.unrecognized("bad wire type");
                }

                @Override
                public boolean isCanonical() {
                    return true;
                }
            });
        }
    }

    @Test
    void anObjectThatComesDamagedIsReportedWithItsKind() {
        var client = new ClusterClient(new Damaged(), Caller.component("", List.of(), "test"));
        assertThatThrownBy(() -> LiveCluster.read(client, "prod", new SystemTime(), _ -> {}))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("prod: ")
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("bad wire type");
    }

    private static Server refusing(Map<String, Integer> refused) {
        return new Server(refused, new ArrayList<>());
    }

    @Test
    void onlyListsAreAskedForPageByPageAndNeverSecrets() {
        Server server = refusing(Map.of());

        assertThat(read(server).items()).extracting(item -> item.key().name()).containsExactly("n1", "n2");
        assertThat(server.asked()).allMatch(request -> request.verb() == ApiRequest.Verb.LIST);
        assertThat(new TreeSet<>(server.asked().stream()
                        .map(request -> request.target().resource())
                        .toList()))
                .contains("nodes", "pods", "poddisruptionbudgets")
                .doesNotContain("secrets", "roles", "events");
    }

    @Test
    void missingRightsAreReportedByKindWithWhatThatLeavesUnknown() {
        ClusterDump dump = read(refusing(Map.of("poddisruptionbudgets", 403, "services", 500, "ingresses", 403)));

        assertThat(dump.gaps())
                .extracting(Gap::text)
                .anyMatch(text -> text.contains("poddisruptionbudgets.policy")
                        && text.contains("may not list")
                        && text.contains("block or break"))
                .anyMatch(text -> text.contains("services") && text.contains("500") && text.contains("lose endpoints"))
                .noneMatch(text -> text.contains("ingresses"));
    }

    /// The same with a retention.
    private record Retaining(Server server) implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            if (!request.target().resource().equals("failedpodretentions")) {
                return server.call(request);
            }
            String json = "{\"apiVersion\":\"tenure.dev/v1alpha1\",\"kind\":\"FailedPodRetention\","
                    + "\"metadata\":{\"name\":\"few\",\"uid\":\"u\"}}";
            StoredObject retention = new StoredForms()
                    .read(
                            json.getBytes(StandardCharsets.UTF_8),
                            GroupVersionKind.of("tenure.dev/v1alpha1", "FailedPodRetention"));
            return new ApiReply.Many(
                    RetentionTypes.RETENTIONS, 1, List.of(retention), Optional.empty(), Optional.empty(), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return server.watch(request);
        }
    }

    @Test
    void admissionPoliciesMatterOnlyToWhomTheyPause() {
        Server server = refusing(Map.of("validatingadmissionpolicies", 403, "validatingadmissionpolicybindings", 403));

        assertThat(read(server).gaps()).isEmpty();
        assertThat(LiveCluster.read(
                                new ClusterClient(new Retaining(server), Caller.component("", List.of(), "test")),
                                "prod",
                                new SystemTime(),
                                _ -> {})
                        .gaps())
                .extracting(Gap::resource)
                .containsExactlyInAnyOrder(
                        "validatingadmissionpolicies.admissionregistration.k8s.io",
                        "validatingadmissionpolicybindings.admissionregistration.k8s.io");
    }

    @Test
    void aKindThatAServerDoesNotHaveIsNoGap() {
        assertThat(read(refusing(Map.of("poddisruptionbudgets", 404, "leases", 405)))
                        .gaps())
                .isEmpty();
    }

    @Test
    void withoutRightsOnNodesOrPodsOrWithoutCredentialsThereIsNothingToTell() {
        assertThatThrownBy(() -> read(refusing(Map.of("nodes", 403))))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("prod does not let the caller list nodes")
                .hasMessageContaining("grant get and list");
        assertThatThrownBy(() -> read(refusing(Map.of("pods", 403)))).hasMessageContaining("list pods");
        assertThatThrownBy(() -> read(refusing(Map.of("configmaps", 401))))
                .hasMessageContaining("does not accept the credentials")
                .hasMessageContaining("log in again");
        assertThatThrownBy(() -> read(refusing(Map.of("pods", 410)))).hasMessageContaining("try again");
    }
}
