package dev.tenure.client;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Typed calls to one cluster, in-process or over HTTP, on behalf of one caller. Every call may block, so a
/// loop makes it within [dev.tenure.runtime.loop.EventLoop#work]. Safe for use by several threads.
public final class ClusterClient {
    private final ApiEndpoint endpoint;
    private final ListingEndpoint lists;
    private final Caller caller;

    public ClusterClient(ApiEndpoint endpoint, Caller caller) {
        this.endpoint = endpoint;
        this.lists = endpoint instanceof ListingEndpoint remote ? remote : new StoredLists(endpoint);
        this.caller = caller;
    }

    public ApiReply get(ResourceType type, String namespace, String name) {
        return call(Verb.GET, target(type, namespace, name, ""), Map.of(), Body.NONE);
    }

    /// A whole collection or a page of it.
    ///
    /// @param namespace empty for all namespaces
    /// @param query `labelSelector`, `fieldSelector`, `limit`, `continue`, `resourceVersion`, …
    public ApiReply list(ResourceType type, String namespace, Map<String, String> query) {
        return call(Verb.LIST, target(type, namespace, "", ""), query, Body.NONE);
    }

    /// As [#list], for a caller that opens each object once and keeps it in a form of its own: over HTTP the
    /// objects come in protobuf where there is one, and are not made stored objects.
    public ListReply listing(ResourceType type, String namespace, Map<String, String> query) {
        return lists.listing(
                new ApiRequest(Verb.LIST, target(type, namespace, "", ""), listed(query), Body.NONE, caller));
    }

    public WatchReply watch(ResourceType type, String namespace, Map<String, String> query) {
        return endpoint.watch(
                new ApiRequest(Verb.WATCH, target(type, namespace, "", ""), listed(query), Body.NONE, caller));
    }

    public ApiReply create(ResourceType type, String namespace, Document object) {
        return call(Verb.CREATE, target(type, namespace, "", ""), Map.of(), Body.json(object));
    }

    /// Creates through a subresource, for example `binding` or `eviction` of a pod.
    public ApiReply create(ResourceType type, String namespace, String name, String subresource, Document body) {
        return call(Verb.CREATE, target(type, namespace, name, subresource), Map.of(), Body.json(body));
    }

    /// Asks for the eviction of a pod, which disruption budgets may refuse with 429.
    ///
    /// @param deleteOptions for example `gracePeriodSeconds`; may be empty
    public ApiReply evict(String namespace, String pod, ObjectNode deleteOptions) {
        ObjectNode eviction = Json.object().put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("name", pod).put("namespace", namespace);
        if (!deleteOptions.isEmpty()) {
            eviction.set("deleteOptions", deleteOptions);
        }
        return create(ResourceTypes.PODS, namespace, pod, "eviction", Document.of(eviction));
    }

    /// Replaces the object; a `metadata.resourceVersion` in it makes the write conditional.
    public ApiReply update(ResourceType type, String namespace, String name, Document object) {
        return call(Verb.UPDATE, target(type, namespace, name, ""), Map.of(), Body.json(object));
    }

    public ApiReply updateStatus(ResourceType type, String namespace, String name, Document object) {
        return call(Verb.UPDATE, target(type, namespace, name, "status"), Map.of(), Body.json(object));
    }

    /// Patches the object or a subresource.
    ///
    /// @param subresource empty for the object itself
    public ApiReply patch(ResourceType type, String namespace, String name, String subresource, Body patch) {
        return call(Verb.PATCH, target(type, namespace, name, subresource), Map.of(), patch);
    }

    /// Deletes the object.
    public ApiReply delete(ResourceType type, String namespace, String name, Deletion deletion) {
        return delete(type, namespace, name, deletion.options());
    }

    /// The same with options of any form.
    ///
    /// @param options a `DeleteOptions`, for example with `gracePeriodSeconds` or `preconditions`
    public ApiReply delete(ResourceType type, String namespace, String name, Document options) {
        return call(Verb.DELETE, target(type, namespace, name, ""), Map.of(), Body.json(options));
    }

    /// Any other call.
    public ApiReply call(Verb verb, Target target, Map<String, String> query, Body body) {
        return endpoint.call(new ApiRequest(verb, target, listed(query), body, caller));
    }

    /// What the cluster calls the caller; empty where it does not tell.
    public String username() {
        ObjectNode review =
                Json.object().put("apiVersion", "authentication.k8s.io/v1").put("kind", "SelfSubjectReview");
        var reviews = new Target("authentication.k8s.io", "v1", "selfsubjectreviews", "", "", "");
        JsonNode told = switch (call(Verb.CREATE, reviews, Map.of(), Body.json(Json.write(review)))) {
            case ApiReply.One(var _, var object, var _) -> Json.readObject(object.json());
            case ApiReply.Document(var _, var json, var _) -> Json.readObject(json);
            case ApiReply.Failure _, ApiReply.Many _ -> Json.object();
        };
        return told.at("/status/userInfo/username").asText("");
    }

    private static Target target(ResourceType type, String namespace, String name, String subresource) {
        return new Target(type.group(), type.version(), type.resource(), namespace, name, subresource);
    }

    private static Map<String, List<String>> listed(Map<String, String> query) {
        var lists = new HashMap<String, List<String>>();
        query.forEach((name, value) -> lists.put(name, List.of(value)));
        return lists;
    }
}
