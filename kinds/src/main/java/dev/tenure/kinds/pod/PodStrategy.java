package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Findings;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Pods.
public final class PodStrategy implements PlainKind {
    private static final String OBSERVED = "observedGeneration";
    private static final List<String> STATUSES =
            List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

    private final boolean comparisonOperators;
    private final PodOptions fresh;
    private final Findings<Boolean> valid = new Findings<>("valid pod specs");
    private final Findings<Boolean> withoutWarnings = new Findings<>("pod specs without warnings");

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public PodStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
        this.fresh = PodOptions.fresh(comparisonOperators).ofPod();
    }

    @Override
    public void setDefaults(ObjectNode pod) {
        ObjectNode spec = Trees.object(pod, "spec");
        PodSpecDefaults.pod(spec);
        if (spec.path("terminationGracePeriodSeconds").asLong() < 0) {
            spec.put("terminationGracePeriodSeconds", 1);
        }
        setStatusDefaults(pod);
    }

    @Override
    public void setStatusDefaults(ObjectNode pod) {
        PodSpecDefaults.dropOldInitContainers(pod);
        Trees.within(pod, "status", status -> {
            oneAddressIsTheList(status);
            amounts(status);
            STATUSES.forEach(list -> Trees.objects(status.path(list)).forEach(PodStrategy::amounts));
        });
    }

    /// Admission may have changed what containers ask for. Upstream fills in defaults whenever it reads what
    /// is stored; were they not stored here, the next write would seem to change them.
    @Override
    public void beforeStoring(ObjectNode pod) {
        Trees.within(pod, "spec", PodSpecDefaults::podResources);
    }

    /// Rounds what a pod or a container of it has.
    private static void amounts(ObjectNode status) {
        Trees.within(status, "allocatedResources", PodSpecDefaults::amounts);
        Trees.within(status, "resources", PodSpecDefaults::resources);
    }

    /// The address and the list of addresses say the same; where they differ, the single one is meant.
    private static void oneAddressIsTheList(ObjectNode status) {
        String single = status.path("podIP").asText("");
        JsonNode list = status.path("podIPs");
        String first = list.path(0).path("ip").asText("");
        if (!single.isEmpty() && !single.equals(first)) {
            status.putArray("podIPs").addObject().put("ip", single);
        } else if (single.isEmpty() && !first.isEmpty()) {
            status.put("podIP", first);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode pod) {
        PodPreparation.prepare(pod);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        switch (subresource) {
            case "" -> KindStrategy.keep(next, old, "status");
            case "status" -> prepareStatus(next, old);
            case "ephemeralcontainers" -> prepareEphemeral(next, old);
            case "resize" -> PodResize.prepare(next, old);
            default -> {}
        }
        Trees.within(next, "spec", spec -> DisabledFields.drop(spec, old.path("spec")));
    }

    /// Those who resize a pod or add containers for debugging come to own whatever they apply, as upstream.
    @Override
    public List<String> resetFields(String subresource) {
        return switch (subresource) {
            case "" -> List.of("status");
            case "status" -> List.of("spec", "metadata.deletionTimestamp", "metadata.ownerReferences");
            default -> List.of();
        };
    }

    private static void prepareStatus(ObjectNode next, ObjectNode old) {
        KindStrategy.keepAllBut(next, old, "status");
        ObjectNode metadata = Trees.object(next, "metadata");
        PodValidation.copy(metadata, old.path("metadata"), "ownerReferences");
        PodValidation.copy(metadata, old.path("metadata"), "deletionTimestamp");
        ObjectNode status = Trees.object(next, "status");
        JsonNode oldStatus = old.path("status");
        if (Trees.blank(status, "qosClass")) {
            PodValidation.copy(status, oldStatus, "qosClass");
        }
        if (status.path(OBSERVED).asLong() == 0) {
            PodValidation.copy(status, oldStatus, OBSERVED);
        }
        keepObserved(status, oldStatus);
        DisabledFields.dropInStatus(status, oldStatus);
    }

    /// Conditions that do not say which generation they are about keep what the one before said. Upstream:
    /// registry/core/pod/strategy.go (preserveOldObservedGeneration).
    static void keepObserved(ObjectNode status, JsonNode oldStatus) {
        JsonNode before = oldStatus.path("conditions");
        if (!(status.get("conditions") instanceof ArrayNode conditions) || conditions.equals(before)) {
            return;
        }
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i) instanceof ObjectNode condition
                    && condition.path(OBSERVED).asLong() == 0) {
                String type = condition.path("type").asText();
                int namesakes = 0;
                for (int earlier = 0; earlier < i; earlier++) {
                    namesakes += conditions.get(earlier).path("type").asText().equals(type) ? 1 : 0;
                }
                JsonNode old = ofType(before, type, namesakes);
                if (old.has(OBSERVED) || condition.has(OBSERVED)) {
                    ObjectNode changed = Json.object().setAll(condition);
                    PodValidation.copy(changed, old, OBSERVED);
                    conditions.set(i, changed);
                }
            }
        }
    }

    /// The condition of a type after so many others of it; absent when there are not as many.
    private static JsonNode ofType(JsonNode conditions, String type, int skipped) {
        int left = skipped;
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(type) && left-- == 0) {
                return condition;
            }
        }
        return MissingNode.INSTANCE;
    }

    private static void prepareEphemeral(ObjectNode next, ObjectNode old) {
        JsonNode added = next.path("spec").path("ephemeralContainers").deepCopy();
        KindStrategy.keepAllBut(next, old, "");
        PodResize.keepMetadata(next, old);
        ObjectNode spec = Trees.object(next, "spec");
        if (added.isArray()) {
            spec.set("ephemeralContainers", added);
        } else {
            spec.remove("ephemeralContainers");
        }
    }

    private PodOptions options(ObjectNode old) {
        return PodOptions.of(comparisonOperators, old.path("spec"), old.path("metadata"))
                .ofPod();
    }

    private PodOptions statusOptions(ObjectNode old) {
        return PodOptions.ofStatus(comparisonOperators, old.path("spec"), old.path("metadata"));
    }

    @Override
    public void validate(ObjectNode pod, FieldErrors errors) {
        JsonNode spec = pod.path("spec");
        Findings.Key key = Findings.key(spec, TokenVolumeName.in(spec));
        boolean known = valid.get(key).isPresent();
        if (PodValidation.create(pod, fresh, known, errors) && !known && spec.isObject()) {
            valid.put(key, true);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        switch (subresource) {
            case "status" -> PodStatusValidation.update(next, old, statusOptions(old), errors);
            case "ephemeralcontainers" -> PodValidation.ephemeral(next, old, options(old), errors);
            case "resize" -> PodResize.check(next, old, options(old), errors);
            default -> PodValidation.update(next, old, options(old), errors);
        }
    }

    @Override
    public List<String> warnings(ObjectNode pod, Optional<ObjectNode> old) {
        if (old.isPresent()) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        List<String> complaints =
                Names.dnsLabel(pod.path("metadata").path("name").asText());
        if (!complaints.isEmpty()) {
            warnings.add("metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a"
                    + " DNS label is recommended: [" + String.join(" ", complaints) + "]");
        }
        warnings.addAll(ofContent(pod));
        return warnings;
    }

    private List<String> ofContent(ObjectNode pod) {
        if (hasOldAnnotations(pod) || !(pod.get("spec") instanceof ObjectNode spec)) {
            return PodWarnings.ofPod(pod);
        }
        Findings.Key key = Findings.key(spec, TokenVolumeName.in(spec));
        if (withoutWarnings.get(key).isPresent()) {
            return List.of();
        }
        List<String> warnings = PodWarnings.ofPod(pod);
        if (warnings.isEmpty()) {
            withoutWarnings.put(key, true);
        }
        return warnings;
    }

    /// Whether an annotation may have a say in the warnings: all that do are from the time before their
    /// field.
    private static boolean hasOldAnnotations(ObjectNode pod) {
        for (var annotation : pod.path("metadata").path("annotations").properties()) {
            if (annotation.getKey().contains(".kubernetes.io/")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<String> warningsBeforeCreate(ObjectNode pod) {
        return PodPreparation.usedAnnotations(pod).stream()
                .map(annotation -> "metadata.annotations[" + annotation
                        + "]: deprecated since v1.30; use the \"appArmorProfile\" field instead")
                .toList();
    }

    @Override
    public List<String> statusWarnings(ObjectNode pod) {
        List<String> warnings = new ArrayList<>();
        for (String list : List.of("podIPs", "hostIPs")) {
            JsonNode addresses = pod.path("status").path(list);
            for (int i = 0; i < addresses.size(); i++) {
                String path = "status." + list + "[" + i + "].ip";
                warnings.addAll(
                        Addresses.ipWarnings(path, addresses.get(i).path("ip").asText()));
            }
        }
        return warnings;
    }

    /// A pod that no node runs, or that ended, goes at once.
    @Override
    public long gracePeriodSeconds(ObjectNode pod, OptionalLong asked) {
        String phase = pod.path("status").path("phase").asText("");
        boolean atOnce = pod.path("spec").path("nodeName").asText("").isEmpty()
                || phase.equals("Failed")
                || phase.equals("Succeeded");
        if (atOnce) {
            return 0;
        }
        long period = asked.orElse(
                pod.path("spec").path("terminationGracePeriodSeconds").asLong(0));
        return period < 0 ? 1 : period;
    }
}
