package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a backend tells of its versions, as aggregated discovery tells it. Pure. Upstream:
/// kube-aggregator/pkg/apiserver/handler_discovery.go, apiserver/pkg/endpoints/installer.go
/// (ConvertGroupVersionIntoToDiscovery).
final class VersionDocuments {
    private VersionDocuments() {}

    /// A version of which nothing is known but its name.
    static ObjectNode empty(String version) {
        return Json.object().put("version", version);
    }

    /// The same with how fresh it is.
    static ObjectNode fresh(ObjectNode version, boolean current) {
        ObjectNode told = version.deepCopy();
        told.put("freshness", current ? "Current" : "Stale");
        return told;
    }

    /// One version out of an APIGroupDiscoveryList, if it is there.
    static Optional<ObjectNode> ofAggregated(JsonNode list, String group, String version) {
        for (JsonNode item : list.path("items")) {
            if (item.path("metadata").path("name").asText("").equals(group)) {
                for (JsonNode one : item.path("versions")) {
                    if (one.path("version").asText("").equals(version)) {
                        return Optional.of(cleaned(one, version));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static ObjectNode cleaned(JsonNode given, String version) {
        ObjectNode told = empty(version);
        if (!given.path("resources").isEmpty()) {
            ArrayNode resources = told.putArray("resources");
            given.path("resources").forEach(resource -> {
                ObjectNode one = resources.addObject();
                one.put("resource", resource.path("resource").asText(""));
                kind(one, resource.path("responseKind"));
                one.put("scope", resource.path("scope").asText(""));
                one.put("singularResource", resource.path("singularResource").asText(""));
                texts(one, "verbs", resource.path("verbs"), true);
                texts(one, "shortNames", resource.path("shortNames"), false);
                texts(one, "categories", resource.path("categories"), false);
                if (!resource.path("subresources").isEmpty()) {
                    ArrayNode parts = one.putArray("subresources");
                    resource.path("subresources").forEach(part -> {
                        ObjectNode of = parts.addObject();
                        of.put("subresource", part.path("subresource").asText(""));
                        kind(of, part.path("responseKind"));
                        texts(of, "verbs", part.path("verbs"), true);
                    });
                }
            });
        }
        return told;
    }

    /// @param list an APIResourceList
    /// @throws UnreachableException when a part of a resource has another scope than the resource
    static ObjectNode ofLegacy(JsonNode list, String version) throws UnreachableException {
        Map<String, ObjectNode> resources = new LinkedHashMap<>();
        for (JsonNode resource : list.path("resources")) {
            String name = resource.path("name").asText("");
            if (!name.contains("/")) {
                ObjectNode one = Json.object().put("resource", name);
                kind(one, resource);
                one.put("scope", scope(resource));
                one.put("singularResource", resource.path("singularName").asText(""));
                texts(one, "verbs", resource.path("verbs"), true);
                texts(one, "shortNames", resource.path("shortNames"), false);
                texts(one, "categories", resource.path("categories"), false);
                resources.put(name, one);
            }
        }
        for (JsonNode resource : list.path("resources")) {
            String name = resource.path("name").asText("");
            int slash = name.indexOf('/');
            if (slash >= 0) {
                part(resources, resource, name.substring(0, slash), name.substring(slash + 1));
            }
        }
        ObjectNode told = empty(version);
        if (!resources.isEmpty()) {
            ArrayNode all = told.putArray("resources");
            resources.values().forEach(all::add);
        }
        return told;
    }

    private static void part(Map<String, ObjectNode> resources, JsonNode resource, String whole, String part)
            throws UnreachableException {
        ObjectNode parent = resources.get(whole);
        if (parent == null) {
            parent = Json.object().put("resource", whole);
            kind(parent, Json.object());
            parent.put("scope", scope(resource)).put("singularResource", "");
            parent.putNull("verbs");
            resources.put(whole, parent);
        }
        if (!parent.path("scope").asText("").equals(scope(resource))) {
            throw new UnreachableException(
                    "Error: Parent %s (scope: %s) and subresource %s (scope: %s) scope do not match"
                            .formatted(whole, parent.path("scope").asText(""), part, scope(resource)));
        }
        ArrayNode parts =
                parent.get("subresources") instanceof ArrayNode there ? there : parent.putArray("subresources");
        ObjectNode one = parts.addObject().put("subresource", part);
        kind(one, resource.path("kind").asText("").isEmpty() ? Json.object() : resource);
        texts(one, "verbs", resource.path("verbs"), true);
    }

    private static String scope(JsonNode resource) {
        return resource.path("namespaced").asBoolean(false) ? "Namespaced" : "Cluster";
    }

    private static void kind(ObjectNode node, JsonNode given) {
        ObjectNode kind = node.putObject("responseKind");
        for (String part : List.of("group", "version", "kind")) {
            kind.put(part, given.path(part).asText(""));
        }
    }

    private static void texts(ObjectNode node, String field, JsonNode given, boolean always) {
        if (always || !given.isEmpty()) {
            ArrayNode texts = node.putArray(field);
            given.forEach(text -> texts.add(text.asText("")));
        }
    }
}
