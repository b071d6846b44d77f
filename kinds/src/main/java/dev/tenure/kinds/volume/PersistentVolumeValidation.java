package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.kinds.podspec.AffinityValidation;
import dev.tenure.kinds.podspec.ClaimValidation;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is valid as the spec of a persistent volume. Pure.
public final class PersistentVolumeValidation {
    private static final String INLINE = "in the context of inline volumes";

    private PersistentVolumeValidation() {}

    /// Checks a volume of its own.
    static void spec(Field spec, String name) {
        modes(spec.at("accessModes"));
        capacity(spec.at("capacity"));
        Field policy = spec.at("persistentVolumeReclaimPolicy");
        if (!policy.isEmpty()) {
            policy.mustBeOneOf("Delete", "Recycle", "Retain");
        }
        Field affinity = spec.at("nodeAffinity");
        affinity(affinity);
        VolumeSourceValidation.sources(spec, name, affinity.isSet());
        if (isRoot(spec.at("hostPath", "path").text()) && policy.is("Recycle")) {
            policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
        }
        if (!spec.at("storageClassName").isEmpty()) {
            spec.at("storageClassName").mustBe(Names::dnsSubdomain);
        }
        if (spec.at("volumeMode").isSet()) {
            spec.at("volumeMode").mustBeOneOf("Block", "Filesystem");
        }
        attributes(spec);
    }

    /// Whether a path is `/`, however it is written. Upstream: Go's path.Clean.
    private static boolean isRoot(String path) {
        int depth = 0;
        for (String step : path.split("/", -1)) {
            depth = switch (step) {
                case "", "." -> depth;
                case ".." -> Math.max(0, depth - 1);
                default -> depth + 1;
            };
        }
        return path.startsWith("/") && depth == 0;
    }

    /// Checks a volume that stands inside an attachment.
    public static void inline(Field spec) {
        for (String name : List.of("claimRef", "capacity")) {
            if (spec.at(name).isSet()
                    && !(name.equals("capacity") && spec.at(name).isEmpty())) {
                spec.at(name).forbidden("may not be specified " + INLINE);
            }
        }
        if (!spec.at("csi").isSet()) {
            spec.at("csi").required("has to be specified " + INLINE);
        }
        modes(spec.at("accessModes"));
        Field policy = spec.at("persistentVolumeReclaimPolicy");
        if (!policy.isEmpty() && !policy.is("Retain")) {
            policy.forbidden("may only be Retain " + INLINE);
        }
        if (spec.at("nodeAffinity").isSet()) {
            spec.at("nodeAffinity").forbidden("may not be specified " + INLINE);
        }
        VolumeSourceValidation.sources(spec, "", false);
        if (!spec.at("storageClassName").isEmpty()) {
            spec.at("storageClassName").forbidden("may not be specified " + INLINE);
        }
        Field mode = spec.at("volumeMode");
        if (mode.isSet() && !mode.is("Filesystem")) {
            mode.forbidden("may not specify volumeMode other than Filesystem " + INLINE);
        }
    }

    private static void modes(Field modes) {
        if (modes.isEmpty()) {
            modes.required();
        }
        ClaimValidation.accessModes(modes);
    }

    private static void capacity(Field capacity) {
        if (capacity.isEmpty()) {
            capacity.required();
        }
        if (!capacity.at("storage").isSet() || capacity.size() > 1) {
            JsonNode printed = capacity.isEmpty() ? capacity.node() : PrintedSelector.sorted(capacity.node());
            capacity.errors()
                    .add(
                            FieldError.Type.NOT_SUPPORTED,
                            capacity.path().text(),
                            Optional.of(printed),
                            "supported values: \"storage\"");
        }
        for (Map.Entry<String, Field> amount : capacity.entries().entrySet()) {
            basic(amount.getValue());
            QuantityValidation.positive(amount.getValue());
        }
    }

    /// An amount whose whole part is not negative.
    static void basic(Field amount) {
        long whole = QuantityValidation.amount(amount.node()).value();
        if (whole < 0) {
            amount.invalid(whole, "must be a valid resource quantity");
        }
    }

    private static void affinity(Field affinity) {
        if (!affinity.isSet()) {
            return;
        }
        if (affinity.at("required").isSet()) {
            AffinityValidation.nodeSelector(affinity.at("required"), true);
        } else {
            affinity.at("required").required("must specify required node constraints");
        }
    }

    private static void attributes(Field spec) {
        Field attributes = spec.at("volumeAttributesClassName");
        if (!attributes.isSet()) {
            return;
        }
        if (attributes.isEmpty()) {
            attributes.required("an empty string is disallowed");
        } else {
            attributes.mustBe(Names::dnsSubdomain);
        }
        if (!spec.at("csi").isSet()) {
            spec.at("csi").required("has to be specified when using volumeAttributesClassName");
        }
    }
}
