package dev.tenure.kinds.upkeep;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// Requests of a server to itself about objects of the whole cluster. Immutable.
///
/// @param resource whose version is `v1`
/// @param query as on the URL
public record OwnRequest(ResourceId resource, Map<String, List<String>> query) {
    private static final Caller SELF = Caller.component(
            "system:apiserver", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "kube-apiserver");

    /// Of the server under its own name.
    public static OwnRequest of(ResourceId resource) {
        return new OwnRequest(resource, Map.of());
    }

    /// Of a part of the server that owns fields under a name of its own.
    public OwnRequest as(String manager) {
        return new OwnRequest(resource, Map.of("fieldManager", List.of(manager)));
    }

    public ApiRequest create(ObjectNode object) {
        return request(Verb.CREATE, "", "", query, Body.json(Json.write(object)));
    }

    public ApiRequest update(ObjectNode next) {
        return request(Verb.UPDATE, name(next), "", query, Body.json(Json.write(next)));
    }

    public ApiRequest updateStatus(ObjectNode next) {
        return request(Verb.UPDATE, name(next), "status", query, Body.json(Json.write(next)));
    }

    /// Takes the fields of a status over from whoever owns them.
    ///
    /// @param applied with its name, and the status
    public ApiRequest applyStatus(ObjectNode applied) {
        Map<String, List<String>> forced =
                Map.of("fieldManager", query.getOrDefault("fieldManager", List.of()), "force", List.of("true"));
        var body = new Body(Body.APPLY_PATCH, Json.write(applied));
        return request(Verb.PATCH, name(applied), "status", forced, body);
    }

    /// Deletes this very object.
    public ApiRequest delete(ObjectNode there) {
        ObjectNode options = Json.object().put("kind", "DeleteOptions").put("apiVersion", "v1");
        options.putObject("preconditions").set("uid", there.path("metadata").path("uid"));
        return request(Verb.DELETE, name(there), "", query, Body.json(Json.write(options)));
    }

    private ApiRequest request(Verb verb, String name, String part, Map<String, List<String>> asked, Body body) {
        var target = new Target(resource.group(), "v1", resource.resource(), "", name, part);
        return new ApiRequest(verb, target, asked, body, SELF);
    }

    private static String name(ObjectNode object) {
        return ObjectTrees.text(object.path("metadata"), "name");
    }
}
