package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.definition.InternalSpec.Version;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What is valid in a definition of a kind. Upstream: apis/apiextensions/validation/validation.go.
final class DefinitionValidation {
    private static final int WARNING_CHARS_MAX = 256;

    private DefinitionValidation() {}

    static void create(Field definition) {
        Field spec = definition.at("spec");
        ObjectMetaValidation.plain(definition.at("metadata"), name -> name(name, spec));
        spec(spec, NullNode.INSTANCE);
        states(definition);
        ApprovalValidation.check(definition, NullNode.INSTANCE, false);
        preserve(spec, NullNode.INSTANCE);
    }

    private static List<String> name(String name, Field spec) {
        List<String> complaints = new ArrayList<>(Names.dnsSubdomain(name));
        String wanted =
                spec.at("names", "plural").text() + "." + spec.at("group").text();
        if (!name.equals(wanted)) {
            complaints.add("must be spec.names.plural+\".\"+spec.group");
        }
        return complaints;
    }

    static void update(Field definition, JsonNode old) {
        ObjectMetaValidation.plainUpdate(definition.at("metadata"), old.path("metadata"));
        Field spec = definition.at("spec");
        JsonNode before = old.path("spec");
        spec(spec, before);
        if (established(old)) {
            ObjectMetaValidation.immutable(spec.at("scope"), before.path("scope"));
            ObjectMetaValidation.immutable(
                    spec.at("names", "kind"), before.path("names").path("kind"));
        }
        ObjectMetaValidation.immutable(spec.at("group"), before.path("group"));
        ObjectMetaValidation.immutable(
                spec.at("names", "plural"), before.path("names").path("plural"));
        states(definition);
        ApprovalValidation.check(definition, old, true);
        preserve(spec, before);
    }

    private static boolean established(JsonNode definition) {
        for (JsonNode condition : definition.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Established")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    static void status(Field definition, JsonNode old) {
        ObjectMetaValidation.plainUpdate(definition.at("metadata"), old.path("metadata"));
        names(definition.at("status", "acceptedNames"));
    }

    private static void states(Field definition) {
        names(definition.at("status", "acceptedNames"));
        storedVersions(definition.at("status", "storedVersions"), definition.at("spec", "versions"));
    }

    private static void storedVersions(Field stored, Field versions) {
        if (stored.isEmpty()) {
            stored.invalid("must have at least one stored version");
            return;
        }
        Map<String, Integer> places = new TreeMap<>();
        List<String> names = stored.texts();
        for (int i = 0; i < names.size(); i++) {
            places.put(names.get(i), i);
        }
        for (Field version : versions.items()) {
            String name = version.at("name").text();
            boolean known = places.remove(name) != null;
            if (version.at("storage").flag() && !known) {
                stored.invalid("must have the storage version " + name);
            }
        }
        List<Field> items = stored.items();
        places.forEach((name, place) -> items.get(place)
                .invalid(("missing from spec.versions; %s was previously a storage version, and must remain in"
                                + " spec.versions until a storage migration ensures no data remains persisted in %s and"
                                + " removes %s from status.storedVersions")
                        .formatted(name, name, name)));
    }

    private static void preserve(Field spec, JsonNode old) {
        Field preserve = spec.at("preserveUnknownFields");
        if (preserve.flag() && !old.path("preserveUnknownFields").asBoolean(false)) {
            preserve.invalid("cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
                    + " spec.versions[*].schema instead");
        }
    }

    /// @param before the spec as it was; null for a new one
    private static void spec(Field spec, JsonNode before) {
        group(spec.at("group"));
        spec.at("scope").mustBeGivenAndOneOf("Cluster", "Namespaced");
        InternalSpec internal = InternalSpec.of(Field.of(spec.path(), spec.given(), spec.errors()));
        if (!internal.validation().at("openAPIV3Schema").isSet()) {
            for (Version version : internal.versions()) {
                if (!version.part("schema").at("openAPIV3Schema").isSet()) {
                    version.at().at("schema", "openAPIV3Schema").required();
                }
            }
        }
        versions(internal, before);
        requiredNames(spec.at("names"));
        names(spec.at("names"));
        boolean status = internal.subresources().at("status").isSet()
                || internal.versions().stream()
                        .anyMatch(version ->
                                version.part("subresources").at("status").isSet());
        schema(internal.validation(), status, before);
        SubresourceValidation.check(internal.subresources());
        internal.columns().items().forEach(ColumnValidation::check);
        if (!internal.selectable().isEmpty()) {
            if (internal.validation().isSet()) {
                SelectableValidation.check(
                        internal.selectable(), internal.validation().at("openAPIV3Schema"));
            } else {
                internal.selectable().invalid("", "may only be set when validations.schema is included");
            }
        }
        Field strategy = spec.at("conversion", "strategy");
        if (spec.at("preserveUnknownFields").flag() && spec.at("conversion").isSet() && !strategy.is("None")) {
            strategy.invalidText("must be None if spec.preserveUnknownFields is true");
        }
        ConversionValidation.check(spec.at("conversion"));
    }

    private static void group(Field group) {
        if (group.isEmpty()) {
            group.required();
            return;
        }
        List<String> complaints = Names.dnsSubdomain(group.text());
        if (!complaints.isEmpty()) {
            group.invalidText(String.join(",", complaints));
        } else if (!group.text().contains(".")) {
            group.invalidText("should be a domain with at least one dot");
        }
    }

    private static void versions(InternalSpec internal, JsonNode before) {
        int stored = 0;
        boolean unique = true;
        boolean own = internal.versions().stream()
                .anyMatch(version -> version.part("subresources").isSet());
        Set<String> seen = new HashSet<>();
        for (Version version : internal.versions()) {
            stored += version.flag("storage") ? 1 : 0;
            unique &= seen.add(version.name());
            List<String> complaints = Names.dnsLabelOf1035(version.name());
            if (!complaints.isEmpty()) {
                version.at().at("name").invalidText(String.join(",", complaints));
            }
            version(version, own ? version.part("subresources") : internal.subresources(), before);
        }
        Field versions = internal.spec().at("versions");
        if (!unique) {
            versions.invalid(internal.printed(), "must contain unique version names");
        }
        if (stored != 1) {
            versions.invalid(internal.printed(), "must have exactly one version marked as storage version");
        }
        first(internal);
    }

    /// The first version's name stands once more, at the top.
    private static void first(InternalSpec internal) {
        if (internal.versions().isEmpty()
                || internal.versions().getFirst().name().isEmpty()) {
            return;
        }
        String name = internal.versions().getFirst().name();
        List<String> complaints = Names.dnsLabelOf1035(name);
        if (!complaints.isEmpty()) {
            internal.spec().at("version").invalid(name, String.join(",", complaints));
        }
    }

    /// @param subresources that count for the version
    private static void version(Version version, Field subresources, JsonNode before) {
        Field warning = version.at().at("deprecationWarning");
        warnings(version.flag("deprecated"), warning).forEach(warning::invalidText);
        schema(version.part("schema"), subresources.at("status").isSet(), before);
        SubresourceValidation.check(version.part("subresources"));
        version.part("additionalPrinterColumns").items().forEach(ColumnValidation::check);
        Field selectable = version.part("selectableFields");
        if (!selectable.isEmpty()) {
            if (version.part("schema").at("openAPIV3Schema").isSet()) {
                SelectableValidation.check(selectable, version.part("schema").at("openAPIV3Schema"));
            } else {
                selectable.invalid("", "may only be set when `version.schema.openAPIV3Schema` is not included");
            }
        }
    }

    private static List<String> warnings(boolean deprecated, Field warning) {
        if (!warning.isSet()) {
            return List.of();
        }
        if (!deprecated) {
            return List.of("can only be set for deprecated versions");
        }
        List<String> complaints = new ArrayList<>();
        String text = warning.text();
        if (FieldError.byteLength(text) > WARNING_CHARS_MAX) {
            complaints.add("must be <= 256 characters long");
        }
        if (text.isEmpty()) {
            complaints.add("must not be an empty string");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                complaints.add(
                        "must only contain printable UTF-8 characters; non-printable character found at index " + i);
                break;
            }
        }
        return complaints;
    }

    private static void requiredNames(Field names) {
        for (String name : List.of("plural", "singular", "kind", "listKind")) {
            if (names.at(name).isEmpty()) {
                names.at(name).required();
            }
        }
    }

    private static void names(Field names) {
        for (String name : List.of("plural", "singular")) {
            label(names.at(name), names.at(name).text(), "");
        }
        for (String name : List.of("kind", "listKind")) {
            String lower = names.at(name).text().toLowerCase(Locale.ROOT);
            label(names.at(name), lower, "may have mixed case, but should otherwise match: ");
        }
        names.at("shortNames").items().forEach(name -> mustBeLabel(name, name.text(), ""));
        Field listKind = names.at("listKind");
        if (!names.at("kind").isEmpty() && names.at("kind").is(listKind.text())) {
            listKind.invalidText("kind and listKind may not be the same");
        }
        names.at("categories").items().forEach(name -> mustBeLabel(name, name.text(), ""));
    }

    private static void label(Field field, String text, String front) {
        if (!field.isEmpty()) {
            mustBeLabel(field, text, front);
        }
    }

    private static void mustBeLabel(Field field, String text, String front) {
        List<String> complaints = Names.dnsLabelOf1035(text);
        if (!complaints.isEmpty()) {
            field.invalidText(front + String.join(",", complaints));
        }
    }

    /// Checks one schema as a whole: it must be structural before anything else is looked at.
    private static void schema(Field validation, boolean status, JsonNode before) {
        Field schema = validation.at("openAPIV3Schema");
        if (!validation.isSet() || !schema.isSet()) {
            return;
        }
        FieldErrors errors = schema.errors();
        int faults = errors.size();
        RootSchemaValidation.check(schema, status);
        Optional<String> unrepresentable = StructuralValidation.unrepresentable(schema.node());
        boolean structural = unrepresentable.isEmpty() && structure(schema);
        int known = errors.size();
        SchemaFormValidation.check(schema);
        if (structural) {
            List<String> faulty =
                    errors.list().stream().skip(known).map(FieldError::field).toList();
            ExpressionFaults.check(schema, wasThere(schema.node(), before), faulty);
        } else if (errors.size() == faults) {
            unrepresentable.ifPresent(fault -> schema.invalid("", fault));
        }
    }

    private static boolean wasThere(JsonNode schema, JsonNode before) {
        for (JsonNode version : before.path("versions")) {
            if (SameValue.same(version.path("schema").path("openAPIV3Schema"), schema)) {
                return true;
            }
        }
        return false;
    }

    /// @return whether the schema is structural, and its defaults are good
    private static boolean structure(Field schema) {
        int before = schema.errors().size();
        FieldErrors structural = schema.errors().another();
        StructuralValidation.check(schema.reportingTo(structural));
        schema.errors().addAll(structural);
        if (structural.isEmpty()) {
            DefaultsValidation.check(schema);
        }
        return schema.errors().size() == before;
    }
}
