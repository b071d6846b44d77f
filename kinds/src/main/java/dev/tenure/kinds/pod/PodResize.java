package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.PodAnnotationsValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The subresource by which the amounts of a running pod's containers change.
final class PodResize {
    private static final String AMOUNTS_ONLY = "only cpu and memory resources are mutable";
    private static final List<String> LISTS = List.of("containers", "initContainers");
    private static final List<String> RESIZABLE = List.of("cpu", "memory");

    private PodResize() {}

    static void keepMetadata(ObjectNode next, ObjectNode old) {
        ObjectNode metadata = Trees.object(next, "metadata");
        for (String name : List.of(
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "selfLink",
                "labels",
                "annotations",
                "finalizers",
                "ownerReferences")) {
            PodValidation.copy(metadata, old.path("metadata"), name);
        }
    }

    static void prepare(ObjectNode next, ObjectNode old) {
        JsonNode asked = next.path("spec").deepCopy();
        JsonNode oldSpec = old.path("spec");
        for (String list : LISTS) {
            if (!sameNames(asked.path(list), oldSpec.path(list))) {
                return;
            }
        }
        KindStrategy.keepAllBut(next, old, "");
        keepMetadata(next, old);
        ObjectNode spec = Trees.object(next, "spec");
        PodValidation.copy(spec, asked, "resources");
        for (String list : LISTS) {
            List<ObjectNode> containers = Trees.objects(spec.path(list));
            for (int i = 0; i < containers.size(); i++) {
                PodValidation.copy(containers.get(i), asked.path(list).path(i), "resources");
                PodValidation.copy(containers.get(i), asked.path(list).path(i), "resizePolicy");
            }
        }
    }

    private static boolean sameNames(JsonNode asked, JsonNode old) {
        if (asked.size() != old.size()) {
            return false;
        }
        for (int i = 0; i < old.size(); i++) {
            if (!asked.get(i).path("name").equals(old.get(i).path("name"))) {
                return false;
            }
        }
        return true;
    }

    static void check(ObjectNode next, ObjectNode old, PodOptions options, FieldErrors errors) {
        if (old.path("metadata").path("annotations").has(PodAnnotationsValidation.MIRROR)) {
            errors.forbidden("", "static pods cannot be resized");
            return;
        }
        if (old.path("spec").path("os").path("name").asText().equals("windows")) {
            errors.forbidden("", "windows pods cannot be resized");
            return;
        }
        Field pod = Field.root(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        PodValidation.object(pod, options);
        Field spec = pod.at("spec");
        if (!PodQos.of(spec.node()).equals(old.path("status").path("qosClass").asText())) {
            spec.invalid(
                    next.path("status").path("qosClass").asText(""),
                    "Pod QOS Class may not change as a result of resizing");
        }
        if (!reportsResources(old.path("status").path("containerStatuses"))) {
            spec.forbidden("Pod running on node without support for resize");
        }
        JsonNode oldSpec = old.path("spec");
        boolean named = names(spec.node()) || names(oldSpec);
        if (named) {
            whole(spec, oldSpec);
        }
        if (ordered(spec, oldSpec)) {
            amounts(spec, oldSpec);
        }
        boolean appeared =
                spec.at("resources").isSet() != oldSpec.path("resources").isObject();
        if (!named && appeared && errors.isEmpty()) {
            spec.forbidden(AMOUNTS_ONLY);
        }
    }

    /// Whether a pod names resources for itself; it may also have them and name none.
    private static boolean names(JsonNode spec) {
        JsonNode resources = spec.path("resources");
        return !resources.path("requests").isEmpty()
                || !resources.path("limits").isEmpty();
    }

    /// Amounts of the pod as a whole.
    private static void whole(Field spec, JsonNode old) {
        JsonNode before = old.path("resources");
        Field resources = spec.at("resources");
        if (before.isObject() && !resources.isSet()) {
            resources.forbidden("pod-level resources cannot be removed");
            return;
        }
        removed(resources, before, "pod-level resource ");
        if (resources.isSet() && !SameValue.same(munged(spec.node(), old).path("resources"), before)) {
            spec.forbidden("only cpu and memory resources are mutable at pod-level");
        }
    }

    /// Whether the first container that runs says what it was given: a kubelet that can resize does.
    private static boolean reportsResources(JsonNode statuses) {
        for (JsonNode status : statuses) {
            if (status.path("state").path("running").isObject()) {
                return status.path("resources").isObject();
            }
        }
        return true;
    }

    private static boolean ordered(Field spec, JsonNode old) {
        boolean ordered = true;
        for (String list : LISTS) {
            Field containers = spec.at(list);
            if (containers.size() != old.path(list).size()) {
                containers.forbidden(list + " may not be added or removed on resize");
                ordered = false;
                continue;
            }
            List<Field> asked = containers.items();
            for (int i = 0; i < asked.size(); i++) {
                Field name = asked.get(i).at("name");
                if (!name.is(old.path(list).get(i).path("name").asText())) {
                    name.forbidden(list + " may not be renamed or reordered on resize");
                    ordered = false;
                }
            }
        }
        return ordered;
    }

    private static void amounts(Field spec, JsonNode old) {
        JsonNode munged = munged(spec.node(), old);
        for (String list : List.of("initContainers", "containers")) {
            List<Field> containers = spec.at(list).items();
            for (int i = 0; i < containers.size(); i++) {
                removed(containers.get(i).at("resources"), old.path(list).get(i).path("resources"), "resource ");
            }
        }
        for (int i = 0; i < old.path("containers").size(); i++) {
            if (!same(munged, old, "containers", i)) {
                spec.forbidden(AMOUNTS_ONLY);
            }
        }
        List<Field> inits = spec.at("initContainers").items();
        for (int i = 0; i < inits.size(); i++) {
            Field init = inits.get(i);
            if (!same(munged, old, "initContainers", i)) {
                init.forbidden("only cpu and memory resources for init or sidecar containers are mutable");
            }
            boolean passes = !init.at("restartPolicy").is("Always")
                    && !SameValue.same(init.node(), old.path("initContainers").get(i));
            for (Field policy : passes ? init.at("resizePolicy").items() : List.<Field>of()) {
                if (policy.at("restartPolicy").is("RestartContainer")) {
                    init.forbidden(
                            "non-sidecar init containers with a resize policy of RestartContainer cannot be resized");
                }
            }
        }
    }

    private static boolean same(JsonNode munged, JsonNode old, String list, int at) {
        return SameValue.same(munged.path(list).get(at), old.path(list).get(at));
    }

    /// @param what of the container or the pod, as messages name it
    private static void removed(Field resources, JsonNode old, String what) {
        for (String kind : List.of("requests", "limits")) {
            boolean gone = old.path(kind).properties().stream()
                    .anyMatch(amount -> !resources.at(kind, amount.getKey()).isSet());
            if (gone) {
                resources.at(kind).forbidden(what + kind + " cannot be removed");
            }
        }
    }

    private static JsonNode munged(JsonNode spec, JsonNode old) {
        ObjectNode munged = (ObjectNode) spec.deepCopy();
        for (String list : LISTS) {
            List<ObjectNode> containers = Trees.objects(munged.path(list));
            for (int i = 0; i < containers.size(); i++) {
                restore(containers.get(i), old.path(list).path(i));
                // upstream forgets the claims of containers here, so that pods with such cannot be resized
                Trees.object(containers.get(i), "resources").remove("claims");
            }
        }
        if (munged.has("resources")) {
            restore(munged, old);
            if (munged.path("resources").isEmpty() && !old.has("resources")) {
                munged.remove("resources");
            }
        }
        return munged;
    }

    /// Puts back the amounts that a resize may change.
    private static void restore(ObjectNode owner, JsonNode before) {
        ObjectNode resources = Trees.object(owner, "resources");
        for (String kind : List.of("requests", "limits")) {
            ObjectNode amounts = Trees.object(resources, kind);
            for (String name : RESIZABLE) {
                PodValidation.copy(amounts, before.path("resources").path(kind), name);
            }
            if (amounts.isEmpty()) {
                resources.remove(kind);
            }
        }
    }
}
