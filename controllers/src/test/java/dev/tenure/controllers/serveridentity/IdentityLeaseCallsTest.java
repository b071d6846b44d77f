package dev.tenure.controllers.serveridentity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityLeaseCallsTest {
    private final List<String> deleted = new ArrayList<>();

    /// Has two leases that are over, and does not delete the first.
    private final class Server implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            if (request.verb() == Verb.LIST) {
                return new ApiReply.Many(
                        ResourceTypes.LEASES,
                        2,
                        List.of(lease("first"), lease("second")),
                        Optional.empty(),
                        Optional.empty(),
                        List.of());
            }
            String name = request.target().name();
            deleted.add(name + " " + new String(request.body().bytes(), StandardCharsets.UTF_8));
            return name.equals("first")
                    ? new ApiReply.Failure(new Status(500, "InternalError", "no disk", Optional.empty()), List.of())
                    : new ApiReply.Document(200, new byte[0], List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(new Status(404, "NotFound", "no watches here", Optional.empty()));
        }
    }

    private static StoredObject lease(String name) {
        var header = new StoredObject.Header(
                ResourceTypes.LEASES.key("kube-system", name), name, Map.of(), List.of(), Map.of(), false);
        byte[] json = "{\"kind\":\"Lease\",\"metadata\":{\"name\":\"%s\"},\"spec\":{}}"
                .formatted(name)
                .getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, json, 2, Views.reader(ResourceTypes.LEASES));
    }

    @Test
    void oneLeaseThatStaysIsToldAndKeepsNoOther() {
        var calls = new IdentityLeaseCalls(
                new ClusterClient(new Server(), Caller.component("test", List.of(), "test")),
                ServerIdentity.of("vm", "life"));
        assertThat(calls.collect(Instant.EPOCH))
                .hasValueSatisfying(why -> assertThat(why).contains("no disk"));
        assertThat(deleted)
                .containsExactly(
                        "first {\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\","
                                + "\"preconditions\":{\"uid\":\"first\",\"resourceVersion\":\"2\"}}",
                        "second {\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\","
                                + "\"preconditions\":{\"uid\":\"second\",\"resourceVersion\":\"2\"}}");
    }
}
