package dev.tenure.client.informer;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.VersionOrder;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The kinds that somebody knows from the start together with those that definitions add at run time.
/// Confined to its loop but for [#types] and [#of].
public final class DefinedTypes {
    /// The kind of the definitions.
    public static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", Scope.CLUSTER);

    /// Begins what kinds are noted under that no definition defines; no definition is called so.
    private static final String ELSEWHERE = "elsewhere:";

    private final List<ResourceType> known;
    private final Listener listener;
    private final Informer definitions;
    private final Map<String, ResourceType> defined = new HashMap<>();
    private final Published<List<ResourceType>> all;

    /// Hears of kinds that come and go.
    public interface Listener {
        void added(ResourceType type);

        void removed(ResourceType type);
    }

    /// @param known the kinds that are always there; they are not told
    public DefinedTypes(SharedInformers informers, List<ResourceType> known, Listener listener) {
        this.known = List.copyOf(known);
        this.listener = listener;
        this.all = new Published<>(this.known);
        this.definitions = informers.all(DEFINITIONS, new Changes());
    }

    /// Takes note of the kinds that other servers answer for. Of a group that could not be discovered they
    /// stay. To be called on the loop.
    public void discovered(DiscoveredKinds kinds) {
        Map<String, ResourceType> present = new HashMap<>();
        kinds.types().stream().filter(type -> !isDefined(type)).forEach(type -> present.put(elsewhere(type), type));
        for (String name : List.copyOf(defined.keySet())) {
            if (name.startsWith(ELSEWHERE)
                    && !present.containsKey(name)
                    && !kinds.isUnsureOf(Optional.ofNullable(defined.get(name))
                            .map(ResourceType::group)
                            .orElse(""))) {
                set(name, Optional.empty());
            }
        }
        present.forEach((name, type) -> set(name, Optional.of(type)));
    }

    private static String elsewhere(ResourceType type) {
        return ELSEWHERE + type.group() + "/" + type.resource();
    }

    /// Discovery tells of kinds that definitions define too.
    private boolean isDefined(ResourceType type) {
        return defined.entrySet().stream()
                .anyMatch(one -> !one.getKey().startsWith(ELSEWHERE)
                        && one.getValue().group().equals(type.group())
                        && one.getValue().resource().equals(type.resource()));
    }

    /// Begins to follow the definitions; to be called on the loop, once.
    public void start() {
        definitions.start();
    }

    /// All kinds, at this moment. May be called from any thread.
    public List<ResourceType> types() {
        return all.get();
    }

    /// The kinds that definitions define, once they are established.
    public static List<ResourceType> of(List<StoredObject> definitions) {
        return definitions.stream()
                .flatMap(definition -> established(definition).stream())
                .toList();
    }

    private void set(String name, Optional<ResourceType> type) {
        Optional<ResourceType> had = Optional.ofNullable(defined.get(name));
        if (had.equals(type)) {
            return;
        }
        had.ifPresent(gone -> {
            defined.remove(name);
            listener.removed(gone);
        });
        type.ifPresent(there -> {
            defined.put(name, there);
            listener.added(there);
        });
        List<ResourceType> types = new ArrayList<>(known);
        types.addAll(defined.values());
        all.publish(List.copyOf(types));
    }

    private Optional<ResourceType> added(StoredObject definition) {
        return established(definition)
                .filter(type -> known.stream()
                        .noneMatch(k ->
                                k.group().equals(type.group()) && k.resource().equals(type.resource())));
    }

    /// A kind as a version of its definition serves it.
    ///
    /// @param scales whether it has the subresource `scale`
    public record Served(ResourceType type, boolean scales) {}

    /// A kind that one of the definitions defines, in a version that it serves.
    ///
    /// @param apiVersion as it stands in objects: `example.com/v1`
    public static Optional<Served> find(List<StoredObject> definitions, String apiVersion, String kind) {
        return definitions.stream()
                .flatMap(definition -> served(definition).stream())
                .filter(one -> one.type().apiVersion().equals(apiVersion)
                        && one.type().kind().equals(kind))
                .findFirst();
    }

    /// In the version that discovery prefers, which need not be the one that stands first.
    private static Optional<ResourceType> established(StoredObject stored) {
        return served(stored).stream()
                .map(Served::type)
                .min(Comparator.comparing(ResourceType::version, VersionOrder.BEST_FIRST));
    }

    /// The kind of a definition in each version that is served; none before it is established.
    private static List<Served> served(StoredObject stored) {
        JsonNode definition = Json.read(stored.json());
        JsonNode spec = definition.path("spec");
        JsonNode names = definition.path("status").path("acceptedNames");
        if (!isEstablished(definition)) {
            return List.of();
        }
        Scope scope = spec.path("scope").asText().equals("Namespaced") ? Scope.NAMESPACED : Scope.CLUSTER;
        List<Served> served = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean(false)) {
                var type = new ResourceType(
                        spec.path("group").asText(),
                        version.path("name").asText(),
                        names.path("plural").asText(),
                        names.path("kind").asText(),
                        scope);
                served.add(new Served(type, version.path("subresources").has("scale")));
            }
        }
        return served;
    }

    private static boolean isEstablished(JsonNode definition) {
        for (JsonNode condition : definition.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Established")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private final class Changes implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Optional<ResourceType> type = added(after);
            type.ifPresent(one -> set(elsewhere(one), Optional.empty()));
            set(after.key().name(), type);
        }

        @Override
        public void deleted(StoredObject last) {
            set(last.key().name(), Optional.empty());
        }
    }
}
