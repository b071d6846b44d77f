package dev.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListPagerTest {
    private final MemoryApi api = new MemoryApi(ResourceTypes.NODES);
    private final ClusterClient client = new ClusterClient(api, Caller.component("test", List.of(), "test"));
    private final List<String> read = new ArrayList<>();

    private void nodes(int count) {
        for (int at = 0; at < count; at++) {
            var node = Json.object().put("apiVersion", "v1").put("kind", "Node");
            node.putObject("metadata").put("name", "node-" + at);
            assertThat(client.create(ResourceTypes.NODES, "", Document.of(node)))
                    .isInstanceOf(ApiReply.One.class);
        }
    }

    private Optional<Status> read() {
        return ListPager.read(
                client,
                ResourceTypes.NODES,
                "",
                Map.of(),
                node -> read.add(node.path("metadata").path("name").asText()));
    }

    @Test
    void eachObjectOfEachPageIsReadOnce() {
        nodes(7);
        api.pagesOf(3);
        assertThat(read()).isEmpty();
        assertThat(read).containsExactly("node-0", "node-1", "node-2", "node-3", "node-4", "node-5", "node-6");
    }

    @Test
    void anEmptyCollectionIsReadToo() {
        assertThat(read()).isEmpty();
        assertThat(read).isEmpty();
    }

    @Test
    void aRefusalInTheMiddleIsToldAndNotTakenForTheEnd() {
        nodes(7);
        api.pagesOf(3);
        api.refuse(request -> request.query().containsKey("continue")
                ? Optional.of(MemoryApi.status(410, "Expired"))
                : Optional.empty());
        assertThat(read()).map(Status::code).contains(410);
        assertThat(read).hasSize(3);
    }
}
