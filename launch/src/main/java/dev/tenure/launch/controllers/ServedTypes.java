package dev.tenure.launch.controllers;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Asks an API server which kinds it serves whose objects can be listed, watched and deleted, each in the
/// version that the server prefers. Upstream: client-go/discovery (ServerPreferredResources).
final class ServedTypes {
    private static final Set<String> VERBS = Set.of("list", "watch", "delete");

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private ServedTypes() {}

    /// Blocks. A group that does not answer is left out, as upstream does.
    ///
    /// @throws CommandFailure when the server does not tell at all
    static List<ResourceType> of(HttpEndpoint endpoint) {
        List<ResourceType> types = new ArrayList<>();
        add(endpoint, "/api/v1", "", "v1", types);
        HttpEndpoint.RawReply groups = endpoint.get("/apis");
        if (!groups.isOk()) {
            throw new CommandFailure(ExitCode.FAILED, "the server answers %d to /apis".formatted(groups.code()));
        }
        for (JsonNode group : Json.readObject(groups.body()).path("groups")) {
            String name = group.path("name").asText();
            List<String> versions = new ArrayList<>();
            versions.add(group.path("preferredVersion").path("version").asText());
            group.path("versions")
                    .forEach(each -> versions.add(each.path("version").asText()));
            for (String version : versions.stream().distinct().toList()) {
                add(endpoint, "/apis/" + name + "/" + version, name, version, types);
            }
        }
        return types;
    }

    /// Which kinds it serves besides, and of which groups it cannot tell. Blocks. Of a server that tells
    /// nothing nothing is known.
    static DiscoveredKinds later(HttpEndpoint endpoint, List<ResourceType> known) {
        HttpEndpoint.RawReply reply = endpoint.get("/apis", AGGREGATED);
        if (!reply.isOk()) {
            throw new ConnectionException("the server answers %d to /apis".formatted(reply.code()));
        }
        List<DiscoveredKinds.Version> versions = new ArrayList<>();
        for (JsonNode group : Json.readObject(reply.body()).path("items")) {
            String name = group.path("metadata").path("name").asText("");
            group.path("versions").forEach(version -> versions.add(new DiscoveredKinds.Version(name, version)));
        }
        DiscoveredKinds all = DiscoveredKinds.of(versions);
        return new DiscoveredKinds(
                all.types().stream()
                        .filter(type -> known.stream()
                                .noneMatch(one -> one.group().equals(type.group())
                                        && one.resource().equals(type.resource())))
                        .toList(),
                all.failures(),
                all.versions());
    }

    private static void add(
            HttpEndpoint endpoint, String path, String group, String version, List<ResourceType> types) {
        HttpEndpoint.RawReply reply = endpoint.get(path);
        if (!reply.isOk()) {
            return;
        }
        for (JsonNode resource : Json.readObject(reply.body()).path("resources")) {
            var verbs = new HashSet<String>();
            resource.path("verbs").forEach(verb -> verbs.add(verb.asText()));
            String name = resource.path("name").asText();
            boolean known = types.stream()
                    .anyMatch(type ->
                            type.group().equals(group) && type.resource().equals(name));
            if (!name.contains("/") && verbs.containsAll(VERBS) && !known) {
                Scope scope = resource.path("namespaced").asBoolean() ? Scope.NAMESPACED : Scope.CLUSTER;
                types.add(new ResourceType(
                        group, version, name, resource.path("kind").asText(), scope));
            }
        }
    }
}
