package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// What a new pod gets that its creator did not write: its first status, and what older ways of saying things
/// mean.
final class PodPreparation {
    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final List<String> TERMS = List.of(
            "preferredDuringSchedulingIgnoredDuringExecution", "requiredDuringSchedulingIgnoredDuringExecution");

    private PodPreparation() {}

    static void prepare(ObjectNode pod) {
        ObjectNode spec = Trees.object(pod, "spec");
        String qosClass = PodQos.stated(pod); // what was sent stays, as upstream
        ObjectNode status = pod.putObject("status");
        status.put("phase", "Pending");
        if (!spec.path("schedulingGates").isEmpty()) {
            gated(status.putArray("conditions"), pod.path("metadata").path("creationTimestamp"));
        }
        status.put("qosClass", qosClass);
        DisabledFields.drop(spec, MissingNode.INSTANCE);
        JsonNode labels = pod.path("metadata").path("labels");
        borrowedKeys(spec, labels);
        appArmor(pod.path("metadata").path("annotations"), spec);
    }

    private static void gated(ArrayNode conditions, JsonNode now) {
        ObjectNode condition = conditions.addObject();
        condition.put("type", "PodScheduled");
        condition.put("status", "False");
        condition.putNull("lastProbeTime");
        condition.set("lastTransitionTime", now.isMissingNode() ? NullNode.INSTANCE : now);
        condition.put("reason", "SchedulingGated");
        condition.put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }

    private static void borrowedKeys(ObjectNode spec, JsonNode labels) {
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            JsonNode affinity = spec.path("affinity").path(kind);
            for (String terms : TERMS) {
                for (ObjectNode term : Trees.objects(affinity.path(terms))) {
                    borrow(term.get("podAffinityTerm") instanceof ObjectNode inner ? inner : term, labels);
                }
            }
        }
        Trees.objects(spec.path("topologySpreadConstraints")).forEach(constraint -> borrow(constraint, labels));
    }

    private static void borrow(ObjectNode term, JsonNode labels) {
        if (!(term.get("labelSelector") instanceof ObjectNode selector)) {
            return;
        }
        require(selector, term.path("matchLabelKeys"), "In", labels);
        require(selector, term.path("mismatchLabelKeys"), "NotIn", labels);
    }

    private static void require(ObjectNode selector, JsonNode keys, String operator, JsonNode labels) {
        for (JsonNode key : keys) {
            JsonNode value = labels.path(key.asText());
            if (!value.isMissingNode()) {
                ObjectNode requirement =
                        Trees.list(selector, "matchExpressions").addObject();
                requirement.put("key", key.asText());
                requirement.put("operator", operator);
                requirement.putArray("values").add(value.asText());
            }
        }
    }

    /// The annotations that still say which profile a container has: it has no field of its own, and its
    /// pod's field says something else.
    static List<String> usedAnnotations(ObjectNode pod) {
        List<String> used = new ArrayList<>();
        byAnnotation(pod.path("metadata").path("annotations"), pod.path("spec"))
                .forEach(
                        container -> used.add(APP_ARMOR + container.path("name").asText()));
        return used;
    }

    private static List<ObjectNode> byAnnotation(JsonNode annotations, JsonNode spec) {
        List<ObjectNode> containers = new ArrayList<>();
        if (spec.path("os").path("name").asText().equals("windows")) {
            return containers;
        }
        JsonNode ofPod = spec.path("securityContext").path("appArmorProfile");
        for (String list : CONTAINER_LISTS) {
            for (ObjectNode container : Trees.objects(spec.path(list))) {
                JsonNode annotation =
                        annotations.path(APP_ARMOR + container.path("name").asText());
                boolean own = container.path("securityContext").has("appArmorProfile");
                if (annotation.isTextual()
                        && !own
                        && !profile(annotation.asText()).equals(ofPod)) {
                    containers.add(container);
                }
            }
        }
        return containers;
    }

    private static void appArmor(JsonNode annotations, ObjectNode spec) {
        for (ObjectNode container : byAnnotation(annotations, spec)) {
            ObjectNode profile = profile(annotations
                    .path(APP_ARMOR + container.path("name").asText())
                    .asText());
            if (!profile.isEmpty()) {
                Trees.object(container, "securityContext").set("appArmorProfile", profile);
            }
        }
    }

    /// The profile that an annotation of an older release means; empty when it means none.
    static ObjectNode profile(String annotation) {
        ObjectNode profile = Json.object();
        if (annotation.equals("unconfined")) {
            profile.put("type", "Unconfined");
        } else if (annotation.equals("runtime/default")) {
            profile.put("type", "RuntimeDefault");
        } else if (annotation.startsWith("localhost/") && annotation.length() > "localhost/".length()) {
            profile.put("type", "Localhost");
            profile.put("localhostProfile", annotation.substring("localhost/".length()));
        }
        return profile;
    }
}
