package dev.tenure.controllers.disruption;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Asks the API for the size of a controller of pods through its subresource `scale`. Upstream: disruption.go
/// (getScaleController).
final class AskedSizes {
    private final ClusterClient client;
    private final List<ResourceType> types;

    /// @param types kinds that the API serves; the resource of another kind is guessed from its name
    AskedSizes(ClusterClient client, List<ResourceType> types) {
        this.client = client;
        this.types = List.copyOf(types);
    }

    /// Blocks.
    ControllerSize ask(OwnerReference owner, String namespace) {
        ResourceType type = type(owner);
        return switch (scale(type, owner, namespace)) {
            case ApiReply.Failure(Status status, var _)
            when status.isNotFound() -> absent(status, owner, namespace, type);
            case ApiReply reply -> size(reply, owner);
        };
    }

    private ApiReply scale(ResourceType type, OwnerReference owner, String namespace) {
        var target = new Target(
                type.group(),
                type.version(),
                type.resource(),
                type.namespaced() ? namespace : "",
                owner.name(),
                "scale");
        return client.call(Verb.GET, target, Map.of(), Body.NONE);
    }

    /// There is nothing where the size was looked for: there is no such object, or its kind has no size, is
    /// called otherwise than was guessed, or is not served.
    private ControllerSize absent(Status status, OwnerReference owner, String namespace, ResourceType asked) {
        if (isKnown(owner)) {
            return status.isNoSuchPath() ? unsized(asked) : new ControllerSize.Missing();
        }
        Optional<DefinedTypes.Served> defined = defined(owner);
        if (defined.isEmpty()) {
            return status.isNoSuchPath()
                    ? new ControllerSize.Unknown(
                            "no matches for kind \"%s\" in version \"%s\"".formatted(owner.kind(), owner.apiVersion()))
                    : new ControllerSize.Missing();
        }
        ResourceType type = defined.get().type();
        if (!defined.get().scales()) {
            return unsized(type);
        }
        return type.resource().equals(asked.resource())
                ? new ControllerSize.Missing()
                : size(scale(type, owner, namespace), owner);
    }

    private static ControllerSize unsized(ResourceType type) {
        return new ControllerSize.Unknown(type.qualifiedResource() + " does not implement the scale subresource");
    }

    private boolean isKnown(OwnerReference owner) {
        return types.stream()
                .anyMatch(type -> type.apiVersion().equals(owner.apiVersion())
                        && type.kind().equals(owner.kind()));
    }

    private Optional<DefinedTypes.Served> defined(OwnerReference owner) {
        return client.list(DefinedTypes.DEFINITIONS, "", Map.of()) instanceof ApiReply.Many page
                ? DefinedTypes.find(page.items(), owner.apiVersion(), owner.kind())
                : Optional.empty();
    }

    private static ControllerSize size(ApiReply reply, OwnerReference owner) {
        return switch (reply) {
            case ApiReply.Document(var _, byte[] json, var _) -> read(Json.readObject(json), owner);
            case ApiReply.One(var _, var object, var _) -> read(Json.readObject(object.json()), owner);
            case ApiReply.Many _ -> new ControllerSize.Unknown("the server answered with a list instead of a Scale");
            case ApiReply.Failure(Status status, var _) ->
                status.isNotFound() ? new ControllerSize.Missing() : new ControllerSize.Unknown(status.message());
        };
    }

    private static ControllerSize read(JsonNode scale, OwnerReference owner) {
        String uid = scale.path("metadata").path("uid").asText();
        return uid.equals(owner.uid())
                ? new ControllerSize.Known(
                        uid, scale.path("spec").path("replicas").asInt())
                : new ControllerSize.Missing();
    }

    private ResourceType type(OwnerReference owner) {
        int slash = owner.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : owner.apiVersion().substring(0, slash);
        String version = owner.apiVersion().substring(slash + 1);
        return types.stream()
                .filter(type -> type.group().equals(group) && type.kind().equals(owner.kind()))
                .findFirst()
                .orElseGet(
                        () -> new ResourceType(group, version, plural(owner.kind()), owner.kind(), Scope.NAMESPACED));
    }

    private static String plural(String kind) {
        String name = kind.toLowerCase(Locale.ROOT);
        if (name.endsWith("s")) {
            return name + "es";
        }
        return name.endsWith("y") ? name.substring(0, name.length() - 1) + "ies" : name + "s";
    }
}
