package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.UnifiedDiff;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.PodAnnotationsValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecValidation;
import dev.tenure.kinds.podspec.TolerationValidation;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is valid as a new pod, and as a change of one.
final class PodValidation {
    private static final String CHANGEABLE = "pod updates may not change fields other than"
            + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
            + "`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow"
            + " it to be set to 1 if it was previously negative)";
    private static final String DEADLINE = "activeDeadlineSeconds";
    private static final String GRACE = "terminationGracePeriodSeconds";
    private static final String GATES = "schedulingGates";

    private PodValidation() {}

    /// @param options those of a new pod
    /// @param known whether this spec was found valid before, with the same options
    /// @return whether the spec is valid, in whatever pod it stands
    static boolean create(ObjectNode pod, PodOptions options, boolean known, FieldErrors errors) {
        Field root = Field.root(pod, errors);
        Field spec = root.at("spec");
        aroundSpec(root, options);
        boolean valid = known;
        if (!known) {
            int before = errors.size();
            spec(root, options);
            valid = errors.size() == before && standsAlone(spec.node());
        }
        if (!spec.at("ephemeralContainers").isEmpty()) {
            spec.at("ephemeralContainers").forbidden("cannot be set on create");
        }
        if (!spec.at("nodeName").isEmpty() && !spec.at(GATES).isEmpty()) {
            spec.at("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
        }
        PodAnnotationsValidation.matchFields(root.at("metadata", "annotations").node(), spec);
        return valid;
    }

    /// Checks a pod by itself, new or changed.
    static void object(Field pod, PodOptions options) {
        aroundSpec(pod, options);
        spec(pod, options);
    }

    private static void aroundSpec(Field pod, PodOptions options) {
        Field metadata = pod.at("metadata");
        ObjectMetaValidation.object(metadata, NameFormat.DNS_SUBDOMAIN);
        PodAnnotationsValidation.check(metadata.at("annotations"), pod.at("spec"), options);
    }

    /// Whether what [#spec] finds out about this spec depends on nothing beside it.
    private static boolean standsAlone(JsonNode spec) {
        for (JsonNode volume : spec.path("volumes")) {
            if (volume.has("ephemeral")) {
                return false;
            }
        }
        return spec.path("resourceClaims").isEmpty();
    }

    private static void spec(Field pod, PodOptions options) {
        Field spec = pod.at("spec");
        PodSpecValidation.check(spec, Optional.of(pod.at("metadata")), options);
        PodSpecValidation.tokensNeedAccount(spec);
        PodSpecValidation.paddedImages(spec);
    }

    static void update(ObjectNode next, ObjectNode old, PodOptions options, FieldErrors errors) {
        Field pod = Field.root(next, errors);
        Field spec = pod.at("spec");
        JsonNode oldSpec = old.path("spec");
        ObjectMetaValidation.update(next, old, errors);
        object(pod, options);
        PodAnnotationsValidation.update(
                pod.at("metadata", "annotations"), old.path("metadata").path("annotations"), spec, options);
        for (String list : List.of("containers", "initContainers")) {
            if (!images(spec.at(list), oldSpec.path(list))) {
                return;
            }
        }
        if (!deadline(spec.at(DEADLINE), oldSpec.path(DEADLINE))) {
            return;
        }
        TolerationValidation.onlyAdded(
                spec.at("tolerations"), oldSpec.path("tolerations"), options.comparisonOperators());
        gates(spec.at(GATES), oldSpec.path(GATES));
        if (!SameValue.same(spec.node(), oldSpec)) {
            rest(spec, (ObjectNode) oldSpec);
        }
    }

    /// @return false when there is no sense in going on
    private static boolean images(Field containers, JsonNode old) {
        if (containers.size() != old.size()) {
            containers.forbidden("pod updates may not add or remove containers");
            return false;
        }
        for (Field container : containers.items()) {
            Field image = container.at("image");
            if (image.isEmpty()) {
                image.required();
            }
            if (!GoSpace.trimmed(image.text()).equals(image.text())) {
                image.invalidText("must not have leading or trailing whitespace");
            }
        }
        return true;
    }

    private static boolean deadline(Field deadline, JsonNode old) {
        if (!deadline.isSet()) {
            if (!old.isMissingNode()) {
                deadline.invalid(NullNode.INSTANCE, "must not update from a positive integer to nil value");
            }
            return true;
        }
        if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
            deadline.mustBeBetween(0, Integer.MAX_VALUE);
            return false;
        }
        if (!old.isMissingNode() && old.asLong() < deadline.number()) {
            deadline.invalidNumber("must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private static void gates(Field gates, JsonNode old) {
        Set<String> known = new HashSet<>();
        old.forEach(gate -> known.add(gate.path("name").asText()));
        Set<String> reported = new HashSet<>();
        for (Field gate : gates.items().reversed()) {
            Field name = gate.at("name");
            if (!known.contains(name.text()) && reported.add(name.text())) {
                name.forbidden("only deletion is allowed, but found new scheduling gate '" + name.text() + "'");
            }
        }
    }

    private static void rest(Field spec, ObjectNode old) {
        ObjectNode munged = ((ObjectNode) spec.node()).deepCopy();
        for (String list : List.of("containers", "initContainers")) {
            for (int i = 0; i < munged.path(list).size(); i++) {
                copy((ObjectNode) munged.path(list).get(i), old.path(list).path(i), "image");
            }
        }
        for (String name : List.of(DEADLINE, GATES, "tolerations")) {
            copy(munged, old, name);
        }
        if (old.path(GRACE).asLong() < 0 && munged.path(GRACE).asLong() == 1) {
            copy(munged, old, GRACE);
        }
        if (!old.path(GATES).isEmpty()) {
            GatedPodValidation.placement(spec, munged, old);
        }
        if (!SameValue.same(munged, old)) {
            var given = (ObjectNode) spec.given(munged);
            // upstream puts these together anew, or takes them over: an empty list does not stay one
            if (given.path("initContainers").isEmpty()) {
                given.remove("initContainers");
            }
            copy(given, old, GATES);
            copy(given, old, "tolerations");
            spec.forbidden(
                    CHANGEABLE + "\n" + UnifiedDiff.of(InternalTypes.podSpec(old), InternalTypes.podSpec(given)));
        }
    }

    static void copy(ObjectNode to, JsonNode from, String name) {
        if (from.has(name)) {
            to.set(name, from.path(name));
        } else {
            to.remove(name);
        }
    }

    /// Checks containers added to a running pod.
    static void ephemeral(ObjectNode next, ObjectNode old, PodOptions options, FieldErrors errors) {
        if (old.path("metadata").path("annotations").has(PodAnnotationsValidation.MIRROR)) {
            errors.forbidden("", "static pods do not support ephemeral containers");
            return;
        }
        Field pod = Field.root(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        object(pod, options);
        PodAnnotationsValidation.update(
                pod.at("metadata", "annotations"), old.path("metadata").path("annotations"), pod.at("spec"), options);
        Field containers = pod.at("spec", "ephemeralContainers");
        Map<String, JsonNode> byName = new HashMap<>();
        containers.node().forEach(container -> byName.put(container.path("name").asText(""), container));
        for (JsonNode kept : old.path("spec").path("ephemeralContainers")) {
            String name = kept.path("name").asText();
            JsonNode now = byName.getOrDefault(name, MissingNode.INSTANCE);
            if (now.isMissingNode()) {
                containers.forbidden("existing ephemeral containers \"" + name + "\" may not be removed\n");
            } else if (!SameValue.same(now, kept)) {
                containers.forbidden("existing ephemeral containers \"" + name + "\" may not be changed\n"
                        + UnifiedDiff.of(
                                InternalTypes.ephemeralContainer(kept), InternalTypes.ephemeralContainer(now)));
            }
        }
    }
}
