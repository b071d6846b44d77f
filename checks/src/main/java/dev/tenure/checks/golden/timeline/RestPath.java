package dev.tenure.checks.golden.timeline;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Requests that a recording names by method and path, as calls of an endpoint.
final class RestPath {
    private static final Caller ADMIN =
            Caller.component("golden-admin", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "golden/1");

    private RestPath() {}

    /// @param contentType of `body`; JSON when it is empty
    /// @param body missing when there is none
    static ApiRequest request(String method, String path, String contentType, JsonNode body) {
        Target target = target(path);
        Body sent = body.isMissingNode()
                ? Body.NONE
                : new Body(contentType.isEmpty() ? Body.JSON : contentType, Json.write(body));
        return new ApiRequest(verb(method, target), target, Map.of(), sent, ADMIN);
    }

    private static Verb verb(String method, Target target) {
        boolean one = !target.name().isEmpty();
        return switch (method) {
            case "GET" -> one ? Verb.GET : Verb.LIST;
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            case "DELETE" -> one ? Verb.DELETE : Verb.DELETE_COLLECTION;
            default -> throw new IllegalArgumentException("no verb is known for method \"" + method + "\"");
        };
    }

    /// `/api/v1/…` or `/apis/GROUP/VERSION/…`, then `[namespaces/NAMESPACE/]RESOURCE[/NAME[/SUBRESOURCE]]`.
    static Target target(String path) {
        var parts = new ArrayList<>(List.of(path.substring(1).split("/")));
        boolean core = parts.removeFirst().equals("api");
        String group = core ? "" : parts.removeFirst();
        String version = parts.removeFirst();
        String namespace = "";
        boolean inNamespace = parts.size() > 2
                && parts.getFirst().equals("namespaces")
                && !List.of("status", "finalize").contains(parts.get(2));
        if (inNamespace) {
            parts.removeFirst();
            namespace = parts.removeFirst();
        }
        String resource = parts.removeFirst();
        String name = parts.isEmpty() ? "" : parts.removeFirst();
        String subresource = parts.isEmpty() ? "" : parts.removeFirst();
        return new Target(group, version, resource, namespace, name, subresource);
    }
}
