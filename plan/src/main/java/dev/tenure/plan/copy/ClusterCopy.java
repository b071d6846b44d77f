package dev.tenure.plan.copy;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The objects with which a copy of a dumped cluster begins: uids and statuses are kept, every node is
/// simulated, and times are moved by as much as has passed since the dump, so that stays, ages and heartbeats
/// go on where they were. Immutable.
///
/// @param objects in the form in which a store holds them
/// @param notes what is not as in the dump, as sentences
public record ClusterCopy(List<StoredObject> objects, List<String> notes) {
    /// To the second; a fraction may follow, and is kept.
    private static final Pattern MOMENT =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?=(\\.\\d{1,9})?Z)");

    /// Under these a time is the user's: moved, it would be another template, and controllers would roll it
    /// out.
    private static final Set<String> OF_USERS =
            Set.of("template", "containers", "initContainers", "ephemeralContainers");

    /// The server makes it for itself.
    private static final ObjectKey OWN_SERVICE = ResourceTypes.SERVICES.key("default", "kubernetes");

    /// What a cluster is beside that in which forecasts are made.
    private static final Set<String> FURTHER = Set.of(
            "cronjobs",
            "customresourcedefinitions",
            "horizontalpodautoscalers",
            "ingresses",
            "ingressclasses",
            "networkpolicies");

    public ClusterCopy {
        objects = List.copyOf(objects);
        notes = List.copyOf(notes);
    }

    /// @param now to which the moment of the dump is moved
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static ClusterCopy of(ClusterDump dump, Instant now) {
        var forms = new StoredForms();
        Duration passed =
                Duration.ofSeconds(Duration.between(dump.moment().at(), now).toSeconds());
        WorldObjects world = WorldObjects.of(dump, forms, ClusterCopy::isCopied);
        List<StoredObject> objects = world.objects().parallelStream()
                .filter(object -> !object.key().equals(OWN_SERVICE))
                .map(object -> moved(object, passed, forms))
                .toList();
        return new ClusterCopy(objects, notes(dump, world));
    }

    private static boolean isCopied(ObjectKey key) {
        return WorldKinds.isNeeded(key) || FURTHER.contains(key.resource());
    }

    private static List<String> notes(ClusterDump dump, WorldObjects world) {
        var notes = new ArrayList<>(dump.warnings());
        notes.addAll(world.notes());
        if (!world.manifests().isEmpty()) {
            notes.add(
                    "objects without a uid, which never were in a cluster, are left out: %d; create them with `kubectl apply` once it runs"
                            .formatted(world.manifests().size()));
        }
        Map<String, Long> left = dump.items().stream()
                .map(Item::key)
                .filter(key -> !isCopied(key))
                .collect(Collectors.groupingBy(ObjectKey::resource, TreeMap::new, Collectors.counting()));
        if (!left.isEmpty()) {
            notes.add("left out, for the cluster makes its own or pods do without: "
                    + left.entrySet().stream()
                            .map(kind -> "%s (%d)".formatted(kind.getKey(), kind.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        return notes;
    }

    private static StoredObject moved(StoredObject object, Duration passed, StoredForms forms) {
        ObjectNode tree = Json.readObject(object.json());
        move(tree, passed);
        if (object.key().resource().equals(ResourceTypes.NODES.resource())) {
            // exports have no Secrets, and few files have all ConfigMaps
            tree.withObject("/metadata/annotations")
                    .put(ManagedNodeRule.ANNOTATION, ManagedNodeRule.SIMULATED)
                    .put(ManagedNodeRule.MISSING_CONFIG, ManagedNodeRule.IGNORED);
        }
        var kind = GroupVersionKind.of(
                tree.path("apiVersion").asText(), tree.path("kind").asText());
        return forms.read(Json.write(tree), kind).withRevision(object.revision());
    }

    private static void move(JsonNode node, Duration passed) {
        switch (node) {
            case ObjectNode object ->
                object.properties().stream()
                        .filter(field -> !OF_USERS.contains(field.getKey()))
                        .forEach(field -> field.setValue(moved(field.getValue(), passed)));
            case ArrayNode array -> array.forEach(each -> move(each, passed));
            case ValueNode _ -> {
                // nothing else has parts
            }
        }
    }

    private static JsonNode moved(JsonNode value, Duration passed) {
        if (value instanceof TextNode text) {
            Matcher moments = MOMENT.matcher(text.textValue());
            return moments.find() ? TextNode.valueOf(moments.replaceAll(at -> moved(at.group(), passed))) : value;
        }
        move(value, passed);
        return value;
    }

    private static String moved(String moment, Duration passed) {
        try {
            return Instant.parse(moment + "Z").plus(passed).toString().replace("Z", "");
        } catch (DateTimeException _) {
            return moment;
        }
    }
}
