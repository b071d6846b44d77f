package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Set;

/// What is valid as a claim to storage, alone or as a template in a pod or a set of pods.
public final class ClaimValidation {
    public static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
    private static final Set<String> TEMPLATE_METADATA = Set.of("labels", "annotations");
    /// The last fields of metadata, in their order; an empty list is refused, too.
    private static final List<String> METADATA_LISTS = List.of("ownerReferences", "finalizers", "managedFields");

    private ClaimValidation() {}

    /// Checks a claim template in a pod.
    static void template(Field template) {
        metadata(template.at("metadata"));
        spec(template.at("spec"));
    }

    /// Checks the metadata of a template.
    public static void metadata(Field metadata) {
        ObjectMetaValidation.annotations(metadata.at("annotations"));
        ObjectMetaValidation.labels(metadata.at("labels"));
        metadata.node().properties().forEach(member -> {
            if (!TEMPLATE_METADATA.contains(member.getKey()) && !METADATA_LISTS.contains(member.getKey())) {
                // As upstream, which spells what is refused as its Go field with a small letter in front.
                String name = member.getKey().equals("uid") ? "uID" : member.getKey();
                metadata.at(member.getKey()).under(metadata.path().child(name)).forbidden("cannot be set");
            }
        });
        for (String list : METADATA_LISTS) {
            if (metadata.at(list).isGiven()) {
                metadata.at(list).forbidden("cannot be set");
            }
        }
    }

    /// Checks the spec of a claim.
    public static void spec(Field spec) {
        spec(spec, true);
    }

    /// @param groups whether the groups of what the volume is filled from are looked at
    public static void spec(Field spec, boolean groups) {
        Field modes = spec.at("accessModes");
        if (modes.isEmpty()) {
            modes.required("at least 1 access mode is required");
        }
        SelectorValidation.selector(spec.at("selector"));
        accessModes(modes);
        storage(spec);
        className(spec.at("storageClassName"));
        if (spec.at("volumeMode").isSet()) {
            spec.at("volumeMode").mustBeOneOf("Block", "Filesystem");
        }
        source(spec.at("dataSource"), groups);
        source(spec.at("dataSourceRef"), groups);
        sources(spec);
        className(spec.at("volumeAttributesClassName"));
    }

    /// Checks each mode, and that the exclusive one stands alone.
    public static void accessModes(Field modes) {
        boolean exclusive = false;
        boolean shared = false;
        for (String mode : modes.texts()) {
            if (!ACCESS_MODES.contains(mode)) {
                modes.errors().notSupported(modes.path().text(), mode, ACCESS_MODES);
            } else if (mode.equals("ReadWriteOncePod")) {
                exclusive = true;
            } else {
                shared = true;
            }
        }
        if (exclusive && shared) {
            modes.forbidden("may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void storage(Field spec) {
        Path place = spec.at("resources").path().key("storage");
        Field storage = spec.at("resources", "requests", "storage").under(place);
        if (!storage.isSet()) {
            storage.required();
        } else {
            QuantityValidation.positive(storage);
        }
    }

    private static void className(Field name) {
        if (!name.isEmpty()) {
            name.mustBe(Names::dnsSubdomain);
        }
    }

    private static void source(Field source, boolean groups) {
        if (!source.isSet()) {
            return;
        }
        for (String name : List.of("name", "kind")) {
            if (source.at(name).isEmpty()) {
                source.at(name).required();
            }
        }
        Field group = source.at("apiGroup");
        if (group.isEmpty()) {
            if (!source.at("kind").is("PersistentVolumeClaim")) {
                source.invalid(
                        source.at("kind").text(),
                        "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
            }
        } else if (groups) {
            group.mustBe(Names::dnsSubdomain);
        }
        if (!source.at("namespace").isEmpty()) {
            source.at("namespace").mustBe(Names::dnsLabel);
        }
    }

    private static void sources(Field spec) {
        JsonNode source = spec.node().path("dataSource");
        JsonNode reference = spec.node().path("dataSourceRef");
        if (source.isMissingNode() || reference.isMissingNode()) {
            return;
        }
        JsonNode pathAsPrinted = Json.object();
        if (!reference.path("namespace").asText("").isEmpty()) {
            spec.invalid(pathAsPrinted, "may not be specified when dataSourceRef.namespace is specified");
            return;
        }
        for (String name : List.of("apiGroup", "kind", "name")) {
            if (!source.path(name).asText("").equals(reference.path(name).asText(""))) {
                spec.invalid(pathAsPrinted, "must match dataSourceRef");
                return;
            }
        }
    }
}
