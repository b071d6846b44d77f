package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.KindTable.GroupVersion;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The discovery documents, made once from the table of kinds. Immutable; callers must not change the
/// trees.
public final class Discovery {
    private static final int HASH_BYTES = 8;
    /// Upstream still stores these under the version before; the hash tells clients that nothing else
    /// changed.
    private static final Set<String> STORED_AS_BETA =
            Set.of("mutatingadmissionpolicies", "mutatingadmissionpolicybindings", "customresourcedefinitions");
    private static final List<String> DEFINED_VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final Set<String> WRITING = Set.of("patch", "create", "update");

    private final Map<String, List<ShownVersion>> groups;
    private final Aggregated core;
    private final Aggregated named;

    /// An aggregated document with its entity tag.
    public record Aggregated(byte[] json, String etag) {}

    /// @param elsewhere what other servers answer for
    public Discovery(KindTable kinds, AggregatedView elsewhere) {
        groups = ShownVersion.groups(kinds, elsewhere);
        core = aggregated(true);
        named = aggregated(false);
    }

    /// The paths of all groups and versions.
    public List<String> paths() {
        var paths = new ArrayList<>(List.of("/api", "/apis"));
        groups.forEach((group, versions) -> {
            String root = group.isEmpty() ? "/api" : "/apis/" + group;
            paths.add(root);
            versions.forEach(version -> paths.add(root + "/" + version.version()));
        });
        return paths.stream().distinct().toList();
    }

    /// `/api` in one document.
    public Aggregated core() {
        return core;
    }

    /// `/apis` in one document.
    public Aggregated named() {
        return named;
    }

    /// `/api` in the old form.
    ///
    /// @param address of this server, `host:port`
    public ObjectNode versions(String address) {
        ObjectNode node = Json.object();
        node.put("kind", "APIVersions");
        node.putArray("versions").add("v1");
        node.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", address);
        return node;
    }

    /// `/apis` in the old form.
    public ObjectNode groupList() {
        ObjectNode node = Json.object();
        node.put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode list = node.putArray("groups");
        groups.forEach((name, versions) -> {
            if (!name.isEmpty()) {
                list.add(group(name, versions, false));
            }
        });
        return node;
    }

    /// `/apis/<group>`, if the group is served.
    public Optional<ObjectNode> group(String name) {
        return Optional.ofNullable(name.isEmpty() ? null : groups.get(name)).map(v -> group(name, v, true));
    }

    private static ObjectNode group(String name, List<ShownVersion> versions, boolean alone) {
        ObjectNode node = Json.object();
        if (alone) {
            node.put("kind", "APIGroup").put("apiVersion", "v1");
        }
        node.put("name", name);
        ArrayNode list = node.putArray("versions");
        versions.forEach(v -> version(list.addObject(), v));
        version(node.putObject("preferredVersion"), versions.getFirst());
        return node;
    }

    private static void version(ObjectNode node, ShownVersion v) {
        node.put("groupVersion", v.apiVersion()).put("version", v.version());
    }

    /// `/apis/<group>/<version>` or `/api/v1`, if it is served here.
    public Optional<ObjectNode> resources(String group, String version) {
        return groups.getOrDefault(group, List.of()).stream()
                .filter(v -> v.version().equals(version))
                .flatMap(v -> v.local().stream())
                .findFirst()
                .map(Discovery::resources);
    }

    private static ObjectNode resources(GroupVersion v) {
        ObjectNode node = Json.object();
        node.put("kind", "APIResourceList");
        if (!v.group().isEmpty()) {
            node.put("apiVersion", "v1");
        }
        node.put("groupVersion", ShownVersion.apiVersion(v.group(), v.version()));
        ArrayNode list = node.putArray("resources");
        for (KindEntry entry : inOrder(v.kinds())) {
            list.add(resource(entry));
            parts(entry).forEach(s -> list.add(subresource(entry, s)));
        }
        return node;
    }

    private static List<KindEntry> inOrder(List<KindEntry> kinds) {
        return kinds.stream()
                .sorted(Comparator.comparing(e -> e.type().resource()))
                .toList();
    }

    private static List<Subresource> parts(KindEntry entry) {
        if (entry.custom().isPresent()) {
            return entry.subresources();
        }
        return entry.subresources().stream()
                .sorted(Comparator.comparing(Subresource::name))
                .toList();
    }

    private static ObjectNode resource(KindEntry entry) {
        ResourceType type = entry.type();
        ObjectNode node = Json.object();
        node.put("name", type.resource());
        node.put("singularName", entry.names().singular());
        node.put("namespaced", type.namespaced());
        node.put("kind", type.kind());
        texts(node, "verbs", verbs(entry));
        texts(node, "shortNames", entry.names().shortNames());
        texts(node, "categories", entry.names().categories());
        if (!entry.has(Flag.VIRTUAL)) {
            node.put("storageVersionHash", storageVersionHash(entry.stored()));
        }
        return node;
    }

    private static ObjectNode subresource(KindEntry entry, Subresource part) {
        ObjectNode node = Json.object();
        node.put("name", entry.type().resource() + "/" + part.name());
        node.put("singularName", "");
        node.put("namespaced", entry.type().namespaced());
        if (!part.bodyGroup().isEmpty()) {
            node.put("group", part.bodyGroup());
        }
        if (!part.bodyVersion().isEmpty()) {
            node.put("version", part.bodyVersion());
        }
        node.put("kind", part.ofObject() ? entry.type().kind() : part.bodyKind());
        texts(node, "verbs", sorted(part.verbs()));
        return node;
    }

    private Aggregated aggregated(boolean ofCore) {
        ObjectNode node = Json.object();
        node.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        node.putObject("metadata");
        ArrayNode items = node.putArray("items");
        groups.forEach((name, versions) -> {
            if (name.isEmpty() == ofCore) {
                ObjectNode item = items.addObject();
                ObjectNode metadata = item.putObject("metadata");
                if (!name.isEmpty()) {
                    metadata.put("name", name);
                }
                ArrayNode list = item.putArray("versions");
                versions.forEach(v -> list.add(v.local()
                        .map(Discovery::aggregatedVersion)
                        .or(v::document)
                        .orElseThrow()));
            }
        });
        byte[] json = Json.write(node);
        return new Aggregated(json, HexFormat.of().withUpperCase().formatHex(digest("SHA-512", json)));
    }

    private static ObjectNode aggregatedVersion(GroupVersion v) {
        ObjectNode node = Json.object().put("version", v.version());
        ArrayNode list = node.putArray("resources");
        inOrder(v.kinds()).forEach(entry -> aggregatedResource(list.addObject(), entry));
        return node.put("freshness", "Current");
    }

    private static void aggregatedResource(ObjectNode node, KindEntry entry) {
        node.put("resource", entry.type().resource());
        boolean defined = entry.custom().isPresent();
        responseKind(
                node,
                defined ? entry.type().group() : "",
                defined ? entry.type().version() : "",
                entry.type().kind());
        node.put("scope", entry.type().namespaced() ? "Namespaced" : "Cluster");
        node.put("singularResource", entry.names().singular());
        texts(node, "verbs", verbs(entry));
        texts(node, "shortNames", entry.names().shortNames());
        texts(node, "categories", entry.names().categories());
        if (!entry.subresources().isEmpty()) {
            ArrayNode parts = node.putArray("subresources");
            for (Subresource part : parts(entry)) {
                ObjectNode one = parts.addObject();
                one.put("subresource", part.name());
                String kind = part.ofObject() ? entry.type().kind() : part.bodyKind();
                boolean whole = defined && part.ofObject();
                responseKind(
                        one,
                        whole ? entry.type().group() : part.bodyGroup(),
                        whole ? entry.type().version() : part.bodyVersion(),
                        kind);
                texts(one, "verbs", sorted(part.verbs()));
            }
        }
    }

    private static void responseKind(ObjectNode node, String group, String version, String kind) {
        node.putObject("responseKind")
                .put("group", group)
                .put("version", version)
                .put("kind", kind);
    }

    /// Upstream names the verbs of kinds that were defined at run time in an order of their own.
    private static List<String> verbs(KindEntry entry) {
        if (entry.custom().isEmpty()) {
            return sorted(entry.verbs());
        }
        boolean terminating = entry.custom().get().terminating();
        return DEFINED_VERBS.stream()
                .filter(verb -> !terminating || !WRITING.contains(verb))
                .toList();
    }

    private static List<String> sorted(Set<String> verbs) {
        return verbs.stream().sorted().toList();
    }

    private static void texts(ObjectNode node, String field, Collection<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = node.putArray(field);
            texts.forEach(list::add);
        }
    }

    private static String storageVersionHash(ResourceType type) {
        String version = STORED_AS_BETA.contains(type.resource()) ? "v1beta1" : type.version();
        String text = type.group() + "/" + version + "/" + type.kind();
        byte[] hash = digest("SHA-256", text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, HASH_BYTES));
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(algorithm + " is missing", e);
        }
    }
}
