package dev.tenure.client.informer;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What discovery tells of groups at one moment. Immutable. Upstream: client-go/discovery
/// (ErrGroupDiscoveryFailed).
///
/// @param types of objects that can be listed, watched and deleted, each in the version that is preferred
/// @param failures by version of a group, why nothing is known of it
/// @param versions of groups that something is known of, as in `apiVersion`, those that are preferred first
public record DiscoveredKinds(List<ResourceType> types, Map<String, String> failures, List<String> versions) {
    /// Nothing at all.
    public static final DiscoveredKinds NONE = new DiscoveredKinds(List.of(), Map.of(), List.of());

    private static final Set<String> VERBS = Set.of("list", "watch", "delete");

    /// Tells what there is now; it may wait.
    @FunctionalInterface
    public interface Source {
        DiscoveredKinds ask();
    }

    /// A version of a group, as aggregated discovery tells of it.
    public record Version(String group, JsonNode document) {}

    public DiscoveredKinds {
        types = List.copyOf(types);
        failures = new TreeMap<>(failures);
        versions = List.copyOf(versions);
    }

    /// @param versions those of a group in the order of preference
    public static DiscoveredKinds of(List<Version> versions) {
        List<ResourceType> types = new ArrayList<>();
        Map<String, String> failures = new TreeMap<>();
        List<String> told = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Version one : versions) {
            String version = one.document().path("version").asText("");
            String apiVersion = one.group().isEmpty() ? version : one.group() + "/" + version;
            if (one.document().path("freshness").asText("").equals("Stale")) {
                failures.put(apiVersion, "stale GroupVersion discovery: " + apiVersion);
                continue;
            }
            told.add(apiVersion);
            for (JsonNode resource : one.document().path("resources")) {
                Set<String> verbs = new HashSet<>();
                resource.path("verbs").forEach(verb -> verbs.add(verb.asText()));
                String name = resource.path("resource").asText("");
                if (verbs.containsAll(VERBS) && known.add(one.group() + "/" + name)) {
                    boolean namespaced = resource.path("scope").asText("").equals("Namespaced");
                    types.add(new ResourceType(
                            one.group(),
                            version,
                            name,
                            resource.path("responseKind").path("kind").asText(""),
                            namespaced ? Scope.NAMESPACED : Scope.CLUSTER));
                }
            }
        }
        return new DiscoveredKinds(types, failures, told);
    }

    /// Whether a group may have kinds of which nothing is known.
    public boolean isUnsureOf(String group) {
        return failures.keySet().stream().anyMatch(one -> one.startsWith(group + "/"));
    }

    /// Why something is missing, in upstream's words; only where something is.
    public String words() {
        return "Discovery failed for some groups, %d failing: unable to retrieve the complete list of server APIs: %s"
                .formatted(
                        failures.size(),
                        failures.entrySet().stream()
                                .map(one -> one.getKey() + ": " + one.getValue())
                                .collect(Collectors.joining(", ")));
    }
}
