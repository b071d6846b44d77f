package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;

/// What the server looks up for itself to find out where a request goes on to, as a caller who may read
/// everything. Safe for use by several threads.
public final class OwnReads {
    private static final Caller SELF =
            Caller.component("system:apiserver", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");

    private final ApiServer server;

    public OwnReads(ApiServer server) {
        this.server = server;
    }

    /// @throws RefusedException with 404 when there is none, or as the server refused to read it
    Node node(String name) {
        return one(new Target("", "v1", "nodes", "", name, "")).view(Node.class);
    }

    /// An object of the core group in a namespace.
    ///
    /// @throws RefusedException as for a node
    StoredObject object(String resource, String namespace, String name) {
        return one(new Target("", "v1", resource, namespace, name, ""));
    }

    /// The same as a tree.
    ///
    /// @throws RefusedException as for a node
    JsonNode tree(String resource, String namespace, String name) {
        return Document.of(object(resource, namespace, name).content()).tree();
    }

    private StoredObject one(Target target) {
        ApiReply reply = server.call(new ApiRequest(Verb.GET, target, Map.of(), Body.NONE, SELF));
        return switch (reply) {
            case ApiReply.One one -> one.object();
            case ApiReply.Failure failure -> throw new RefusedException(failure.status());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new IllegalStateException("%s is no single object".formatted(target));
        };
    }
}
