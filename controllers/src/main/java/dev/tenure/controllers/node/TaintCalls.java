package dev.tenure.controllers.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TermEdit;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.function.Function;

/// How the taints of a node are edited beside others who do so too: the list is written as a whole, so it is
/// read and edited anew when the node has changed meanwhile. What is called here blocks. Stateless.
public final class TaintCalls {
    private static final int TRIES_MAX = 5;

    private TaintCalls() {}

    /// @param edit says what the node is to bear; asked once for each try, and what it throws ends it
    /// @return what the server answers at last, to the look at the node too
    public static ApiReply edit(ClusterClient client, String node, Function<Node, TermEdit.After> edit) {
        for (int tries = 1; ; tries++) {
            ApiReply found = client.get(ResourceTypes.NODES, "", node);
            if (!(found instanceof ApiReply.One(var _, StoredObject stored, var _))) {
                return found;
            }
            ApiReply reply = client.patch(
                    ResourceTypes.NODES,
                    "",
                    node,
                    "",
                    new Body(Body.MERGE_PATCH, Document.of(patch(stored, edit.apply(stored.view(Node.class))))));
            boolean late = reply.isConflict();
            if (!late || tries == TRIES_MAX) {
                return reply;
            }
        }
    }

    private static ObjectNode patch(StoredObject stored, TermEdit.After after) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata").put("resourceVersion", Long.toString(stored.revision()));
        patch.putObject("spec").set("taints", TaintsShape.list(after.taints()));
        after.annotations().forEach((name, text) -> {
            ObjectNode annotations = metadata.withObject("/annotations");
            text.ifPresentOrElse(given -> annotations.put(name, given), () -> annotations.putNull(name));
        });
        return patch;
    }
}
