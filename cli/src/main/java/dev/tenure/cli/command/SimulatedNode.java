package dev.tenure.cli.command;

import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// A node as the commands find it that play with simulated nodes: they write annotations, which the simulated
/// kubelet reads.
sealed interface SimulatedNode {
    /// A node that says of itself that it is simulated.
    record Found(Node node) implements SimulatedNode {}

    /// There is no such node, or it is none to play with.
    record Refused(String why) implements SimulatedNode {}

    /// Looks for a node; only those that say of themselves that they are simulated are found.
    static SimulatedNode read(HttpEndpoint endpoint, String name) {
        return switch (ClusterOptions.client(endpoint).get(ResourceTypes.NODES, "", name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> {
                Node node = stored.view(Node.class);
                yield ManagedNodeRule.managed(node, false)
                        ? new Found(node)
                        : new Refused("node \"%s\" is not simulated: it carries neither annotation %s nor %s"
                                .formatted(name, ManagedNodeRule.ANNOTATION, ManagedNodeRule.KWOK_ANNOTATION));
            }
            case ApiReply.Failure(var status, var _) -> new Refused(status.message());
            case ApiReply.Many _, ApiReply.Document _ -> new Refused("the server answers something else than a node");
        };
    }

    /// Writes annotations.
    ///
    /// @param annotations an empty text takes the annotation away
    /// @return why it was refused; empty when it was not
    static String annotate(HttpEndpoint endpoint, String name, Map<String, String> annotations) {
        ObjectNode patch = Json.object();
        ObjectNode written = patch.putObject("metadata").putObject("annotations");
        annotations.forEach((key, text) -> {
            if (text.isEmpty()) {
                written.putNull(key);
            } else {
                written.put(key, text);
            }
        });
        ApiReply reply = ClusterOptions.client(endpoint)
                .patch(ResourceTypes.NODES, "", name, "", new Body(Body.MERGE_PATCH, Json.write(patch)));
        return reply instanceof ApiReply.Failure(var status, var _) ? status.message() : "";
    }
}
