package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.tunnel.Fetch;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/tenure/v1/node-pressure/NODE` of a node that another process plays: its agent is asked. Agents of other
/// makes do not tell. Safe for use by several threads.
public final class AgentPressure implements ComponentPages.ComponentPage {
    public static final String NAME = "node-pressure";

    private static final String THERE = "/tenure/v1/node-pressure";
    private static final int BYTES_MAX = 4 << 20;

    private final OwnReads reads;
    private final AgentSockets agents;

    public AgentPressure(OwnReads reads, AgentSockets agents) {
        this.reads = reads;
        this.agents = agents;
    }

    @Override
    public Optional<JsonNode> answer(List<String> path, Map<String, List<String>> query) {
        return path.size() == 1 ? node(path.getFirst()).flatMap(this::ask) : Optional.empty();
    }

    private Optional<Node> node(String name) {
        try {
            return Optional.of(reads.node(name));
        } catch (RefusedException _) {
            return Optional.empty();
        }
    }

    private Optional<JsonNode> ask(Node node) {
        if (node.status().kubeletPort() == 0) {
            return Optional.empty();
        }
        try (Socket peer = agents.connect(node)) {
            return Fetch.get(peer, THERE, BYTES_MAX).map(Json::readObject);
        } catch (IOException | JsonSyntaxException e) {
            throw new RefusedException(
                    Statuses.internal("the agent of node %s does not tell: %s".formatted(node.name(), e.getMessage())));
        }
    }
}
