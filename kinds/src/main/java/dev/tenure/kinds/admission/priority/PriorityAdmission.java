package dev.tenure.kinds.admission.priority;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.scheduling.PriorityClass;
import dev.tenure.rules.priority.PriorityRule;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Turns the name of a priority class into the numbers that decisions read, and keeps the classes of the
/// system.
public final class PriorityAdmission implements AdmissionPlugin {
    private static final String POLICY = "preemptionPolicy";

    @Override
    public String name() {
        return "Priority";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.operation() == Operation.DELETE
                && request.about(ResourceTypes.PRIORITY_CLASSES)
                && PriorityRule.SYSTEM_CLASSES.containsKey(request.name())) {
            throw request.forbidden("this is a system priority class and cannot be deleted");
        }
        if (!request.writes(ResourceTypes.PODS)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        if (request.operation() == Operation.UPDATE) {
            JsonNode old = request.old().orElseThrow().path("spec");
            keep(spec, old, "priority");
            keep(spec, old, POLICY);
            return;
        }
        Optional<PriorityClass> named =
                byName(request, cluster, spec.path("priorityClassName").asText(""));
        named.ifPresent(c -> spec.put("priorityClassName", c.meta().name()));
        priority(request, spec, named.map(PriorityClass::value).orElse(0));
        policy(
                request,
                spec,
                word(named.map(PriorityClass::preemptionPolicy).orElse(PreemptionPolicy.PREEMPT_LOWER_PRIORITY)));
    }

    private static void keep(ObjectNode spec, JsonNode old, String field) {
        if (Trees.blank(spec, field) && old.has(field)) {
            spec.set(field, old.path(field));
        }
    }

    /// The class of this name, or the default one for the empty name.
    private static Optional<PriorityClass> byName(AdmissionRequest request, ClusterAccess cluster, String name) {
        if (name.isEmpty()) {
            return defaultClass(cluster);
        }
        return Optional.of(cluster.get(ResourceTypes.PRIORITY_CLASSES, "", name)
                .map(stored -> stored.view(PriorityClass.class))
                .orElseThrow(() -> request.forbidden("no PriorityClass with name " + name + " was found")));
    }

    private static Optional<PriorityClass> defaultClass(ClusterAccess cluster) {
        return cluster.list(ResourceTypes.PRIORITY_CLASSES, "").stream()
                .map(stored -> stored.view(PriorityClass.class))
                .filter(PriorityClass::globalDefault)
                .min(Comparator.comparingInt(PriorityClass::value));
    }

    private static void priority(AdmissionRequest request, ObjectNode spec, int computed) {
        if (!Trees.blank(spec, "priority") && spec.path("priority").asLong() != computed) {
            throw request.forbidden(("the integer value of priority (%s) must not be provided in pod spec; priority"
                            + " admission controller computed %d from the given PriorityClass name")
                    .formatted(spec.path("priority").asText(), computed));
        }
        spec.put("priority", computed);
    }

    private static void policy(AdmissionRequest request, ObjectNode spec, String computed) {
        if (spec.hasNonNull(POLICY) && !spec.path(POLICY).asText().equals(computed)) {
            throw request.forbidden(
                    ("the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority"
                                    + " admission controller computed %s from the given PriorityClass name")
                            .formatted(spec.path(POLICY).asText(), computed));
        }
        spec.put(POLICY, computed);
    }

    private static String word(PreemptionPolicy policy) {
        return policy == PreemptionPolicy.NEVER ? "Never" : "PreemptLowerPriority";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        boolean wantsDefault = request.writes(ResourceTypes.PRIORITY_CLASSES)
                && request.object().path("globalDefault").asBoolean();
        if (!wantsDefault) {
            return;
        }
        List<String> there =
                defaultClass(cluster).stream().map(c -> c.meta().name()).toList();
        String own = request.object().path("metadata").path("name").asText();
        for (String name : there) {
            if (request.operation() == Operation.CREATE || !name.equals(own)) {
                throw request.forbidden(
                        "PriorityClass %s is already marked as default. Only one default can exist".formatted(name));
            }
        }
    }
}
