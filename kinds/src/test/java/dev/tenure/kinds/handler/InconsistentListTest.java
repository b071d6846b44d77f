package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.handler.selection.ContinueToken;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A list whose token outlived its history goes on at the newest revision, and from there on it is one list
/// again.
final class InconsistentListTest {
    private static final Target MAPS = new Target("", "v1", "configmaps", "default", "", "");

    private static ApiReply.Many page(RunningServer server, String token) {
        Map<String, List<String>> query = Map.of("limit", List.of("1"), "continue", List.of(token));
        var request = new ApiRequest(Verb.LIST, MAPS, query, Body.NONE, RunningServer.ADMIN);
        return (ApiReply.Many) server.api().call(request);
    }

    @Test
    void itsFurtherPagesAreOfOneRevision() {
        try (var server = new RunningServer()) {
            for (String name : List.of("a", "b", "c", "d")) {
                server.create(MAPS, "{'metadata': {'name': '%s'}}".formatted(name));
            }
            ApiReply.Many second = page(server, new ContinueToken(-1, "a").encoded());
            server.create(MAPS, "{'metadata': {'name': 'cc'}}");
            ApiReply.Many third = page(server, second.next().orElseThrow());
            ApiReply.Many fourth = page(server, third.next().orElseThrow());

            assertThat(second.items().getFirst().key().name()).isEqualTo("b");
            assertThat(third.items().getFirst().key().name()).isEqualTo("c");
            assertThat(fourth.items().getFirst().key().name()).isEqualTo("d");
            assertThat(fourth.revision()).isEqualTo(second.revision());
            assertThat(fourth.next()).isEmpty();
        }
    }
}
