package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.CustomVersion;
import dev.tenure.apiserver.schema.ScalePaths;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.apiserver.schema.VersionChange;
import dev.tenure.kinds.expression.SchemaExpressions;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.VersionOrder;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// Makes entries of the table of kinds from definitions. Pure. Upstream: apiserver/customresource_handler.go
/// (getOrCreateServingInfoFor).
public final class CustomKinds {
    private static final String NO_VERSION = "";

    private CustomKinds() {}

    /// The entries of all definitions that are established, groups and versions in the order of discovery.
    ///
    /// @param converters make what converts objects, where a webhook does, of `spec.conversion`
    /// @param failed notified of each definition of which none could be made; the others are served
    static List<KindEntry> of(
            List<? extends JsonNode> definitions,
            Function<JsonNode, ConversionWebhook> converters,
            BiConsumer<JsonNode, RuntimeException> failed) {
        var entries = new ArrayList<KindEntry>();
        for (JsonNode definition : definitions) {
            entries.addAll(servedBy(definition, converters, failed));
        }
        return inOrder(entries);
    }

    /// The kinds of one definition; none while it is not established, or when none could be made.
    static List<KindEntry> servedBy(
            JsonNode definition,
            Function<JsonNode, ConversionWebhook> converters,
            BiConsumer<JsonNode, RuntimeException> failed) {
        if (!Conditions.isTrue(definition, "Established")) {
            return List.of();
        }
        try {
            return served(definition, converters);
        } catch (RuntimeException e) {
            failed.accept(definition, e);
            return List.of();
        }
    }

    /// Those of several definitions in the order in which they are served.
    static List<KindEntry> inOrder(List<KindEntry> entries) {
        List<String> versions = entries.stream()
                .map(e -> e.type().version())
                .distinct()
                .sorted(VersionOrder.BEST_FIRST)
                .toList();
        Map<String, Integer> places = new HashMap<>();
        versions.forEach(version -> places.put(version, places.size()));
        return entries.stream()
                .sorted(Comparator.comparing((KindEntry e) -> e.type().group())
                        .thenComparing(e -> places.getOrDefault(e.type().version(), 0))
                        .thenComparing(e -> e.type().resource()))
                .toList();
    }

    /// The entries of definitions whose objects no webhook converts.
    public static List<KindEntry> of(
            List<? extends JsonNode> definitions, BiConsumer<JsonNode, RuntimeException> failed) {
        return of(definitions, conversion -> new ConversionWebhook(conversion, Optional.empty(), () -> ""), failed);
    }

    private static List<KindEntry> served(JsonNode definition, Function<JsonNode, ConversionWebhook> converters) {
        var entries = new ArrayList<KindEntry>();
        JsonNode versions = definition.path("spec").path("versions");
        JsonNode stored = storedVersion(versions);
        var all =
                new Versions(definition, versions(definition), schemas(definition), converter(definition, converters));
        for (JsonNode version : versions) {
            if (version.path("served").asBoolean(false)) {
                entries.add(entry(all, version, stored));
            }
        }
        return entries;
    }

    /// What is the same for all versions of a definition.
    ///
    /// @param webhook converts objects; absent when only the name of the version changes
    private record Versions(
            JsonNode definition,
            Map<String, CustomVersion> all,
            VersionSchemas schemas,
            Optional<ConversionWebhook> webhook) {
        VersionChange change() {
            return webhook.<VersionChange>map(asked -> asked).orElse(VersionChange.RENAMING);
        }

        /// Whether objects may be stored in another version than the one in which new ones are.
        boolean hasOlder(ResourceType storedType) {
            for (JsonNode version : definition.path("status").path("storedVersions")) {
                if (!version.asText().equals(storedType.version())) {
                    return true;
                }
            }
            return false;
        }

        Conversion conversion(ResourceType type, ResourceType storedType) {
            String stored = storedType.apiVersion();
            return webhook.<Conversion>map(asked -> new WebhookConversion(asked, schemas, stored, type.apiVersion()))
                    .orElseGet(() -> new NoneConversion(schemas, stored, type.apiVersion()));
        }
    }

    private static Optional<ConversionWebhook> converter(
            JsonNode definition, Function<JsonNode, ConversionWebhook> converters) {
        JsonNode conversion = definition.path("spec").path("conversion");
        return conversion.path("strategy").asText().equals("Webhook")
                ? Optional.of(converters.apply(conversion))
                : Optional.empty();
    }

    private static VersionSchemas schemas(JsonNode definition) {
        Map<String, Optional<Structural>> schemas = new HashMap<>();
        for (JsonNode version : definition.path("spec").path("versions")) {
            schemas.put(type(definition, version).apiVersion(), schema(version));
        }
        return new VersionSchemas(schemas);
    }

    private static JsonNode storedVersion(JsonNode versions) {
        for (JsonNode version : versions) {
            if (version.path("storage").asBoolean(false)) {
                return version;
            }
        }
        throw new IllegalStateException("a definition without a stored version");
    }

    private static KindEntry entry(Versions versions, JsonNode version, JsonNode stored) {
        JsonNode definition = versions.definition();
        JsonNode names = definition.path("status").path("acceptedNames");
        ResourceType type = type(definition, version);
        ResourceType storedType = type(definition, stored);
        JsonNode parts = version.path("subresources");
        boolean status = parts.path("status").isObject();
        Optional<ScalePaths> scale = scale(parts.path("scale"));
        Optional<Structural> schema = schema(version);
        var custom = new CustomKind(
                names.path("listKind").asText(),
                schema,
                Objects.requireNonNull(versions.all().get(type.apiVersion())).structure(),
                versions.all(),
                versions.change(),
                scale,
                deprecation(definition, version),
                new CustomKind.Definition(
                        definition.path("metadata").path("uid").asText(""),
                        definition.path("metadata").path("generation").asLong(),
                        terminating(definition)));
        KindEntry entry = KindEntry.of(type)
                .withNames(new KindEntry.Names(
                        names.path("singular").asText(), texts(names, "shortNames"), texts(names, "categories")))
                .withSubresources(parts(status, scale.isPresent()))
                .without(Flag.UNCONDITIONAL_UPDATE)
                .with(Flag.GENERATION)
                .withStrategy(new CustomStrategy(
                        storedType,
                        schema,
                        schema(stored),
                        status,
                        scale,
                        new MadeOnce<>(() -> schema.flatMap(s -> SchemaExpressions.of(s, true)))))
                .withColumns(DefinedColumns.of(version.path("additionalPrinterColumns")))
                .withFields(fields(version))
                .withView(Views.reader(type))
                .definedAs(custom);
        return type.equals(storedType) && !versions.hasOlder(storedType)
                ? entry
                : entry.storedAs(storedType, versions.conversion(type, storedType));
    }

    private static ResourceType type(JsonNode definition, JsonNode version) {
        JsonNode names = definition.path("status").path("acceptedNames");
        JsonNode spec = definition.path("spec");
        return new ResourceType(
                spec.path("group").asText(),
                version.path("name").asText(NO_VERSION),
                names.path("plural").asText(),
                names.path("kind").asText(),
                spec.path("scope").asText().equals("Namespaced") ? Scope.NAMESPACED : Scope.CLUSTER);
    }

    private static boolean terminating(JsonNode definition) {
        return definition.path("metadata").has("deletionTimestamp") || Conditions.isTrue(definition, "Terminating");
    }

    private static Optional<Structural> schema(JsonNode version) {
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        return schema.isObject() ? Optional.of(Structural.of(schema)) : Optional.empty();
    }

    private static Map<String, CustomVersion> versions(JsonNode definition) {
        Map<String, CustomVersion> versions = new HashMap<>();
        for (JsonNode version : definition.path("spec").path("versions")) {
            ResourceType type = type(definition, version);
            JsonNode parts = version.path("subresources");
            versions.put(
                    type.apiVersion(),
                    new CustomVersion(
                            schema(version),
                            CustomStructure.of(GroupVersionKind.of(type), schema(version)),
                            parts.path("status").isObject(),
                            scale(parts.path("scale"))));
        }
        return versions;
    }

    private static Optional<ScalePaths> scale(JsonNode scale) {
        return scale.isObject()
                ? Optional.of(new ScalePaths(
                        scale.path("specReplicasPath").asText(),
                        scale.path("statusReplicasPath").asText(),
                        scale.path("labelSelectorPath").asText("")))
                : Optional.empty();
    }

    private static Subresource[] parts(boolean status, boolean scale) {
        List<Subresource> parts = new ArrayList<>();
        if (status) {
            parts.add(Subresource.status());
        }
        if (scale) {
            parts.add(Subresource.scale());
        }
        return parts.toArray(Subresource[]::new);
    }

    private static SelectableField[] fields(JsonNode version) {
        List<SelectableField> fields = new ArrayList<>();
        for (JsonNode field : version.path("selectableFields")) {
            String path = field.path("jsonPath").asText();
            fields.add(SelectableField.field(path.startsWith(".") ? path.substring(1) : path));
        }
        return fields.toArray(SelectableField[]::new);
    }

    private static List<String> texts(JsonNode node, String name) {
        List<String> texts = new ArrayList<>();
        node.path(name).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /// What every answer in a deprecated version says.
    private static List<String> deprecation(JsonNode definition, JsonNode version) {
        if (!version.path("deprecated").asBoolean(false)) {
            return List.of();
        }
        if (version.has("deprecationWarning")) {
            return List.of(version.path("deprecationWarning").asText());
        }
        JsonNode spec = definition.path("spec");
        String group = spec.path("group").asText();
        String kind = spec.path("names").path("kind").asText();
        String own = version.path("name").asText();
        List<String> better = new ArrayList<>();
        for (JsonNode other : spec.path("versions")) {
            String name = other.path("name").asText();
            boolean usable = other.path("served").asBoolean(false)
                    && !other.path("deprecated").asBoolean(false);
            if (usable && VersionOrder.BEST_FIRST.compare(name, own) < 0) {
                better.add(name);
            }
        }
        String warning = "%s/%s %s is deprecated".formatted(group, own, kind);
        return List.of(better.stream()
                .min(VersionOrder.BEST_FIRST)
                .map(name -> "%s; use %s/%s %s".formatted(warning, group, name, kind))
                .orElse(warning));
    }
}
