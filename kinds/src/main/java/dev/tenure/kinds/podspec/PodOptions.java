package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.util.function.Consumer;

/// What a pod spec may say beyond the rules, because a feature is on or because the old object said so before
/// a rule came.
///
/// @param isPod whether it is a pod's own spec, not a template's
/// @param comparisonOperators tolerations may use Lt and Gt
/// @param anyDeletionCost the deletion cost may be no number
/// @param anyHugePages amounts of huge pages need not be whole pages
/// @param anySelectorValues values in selectors of pod affinity need not be label values
/// @param anyNodeAffinityValues values in required node affinity need not be label values
/// @param anySpreadSelector selectors of spread constraints need not be valid
/// @param looseSpreadKeys keys of spread constraints are checked by the older rule
/// @param anyTokenPath the path of a token may lead upwards
/// @param hostSysctls sysctls of a namespace shared with the host are let pass
/// @param devicesWithUserNamespace block devices go with a user namespace
/// @param mountedSelinuxChange labels of volumes may be changed by mount options, as in a pod that had that
///     before
/// @param anyInitResizePolicy plain init containers may ask for a restart on resize
public record PodOptions(
        boolean isPod,
        boolean comparisonOperators,
        boolean anyDeletionCost,
        boolean anyHugePages,
        boolean anySelectorValues,
        boolean anyNodeAffinityValues,
        boolean anySpreadSelector,
        boolean looseSpreadKeys,
        boolean anyTokenPath,
        boolean hostSysctls,
        boolean devicesWithUserNamespace,
        boolean mountedSelinuxChange,
        boolean anyInitResizePolicy) {
    /// For a new object.
    public static PodOptions fresh(boolean comparisonOperators) {
        return of(comparisonOperators, MissingNode.INSTANCE, MissingNode.INSTANCE);
    }

    /// For a changed one.
    ///
    /// @param comparisonOperators whether the feature is on
    /// @param oldSpec the old pod spec
    /// @param oldMetadata the metadata beside it
    public static PodOptions of(boolean comparisonOperators, JsonNode oldSpec, JsonNode oldMetadata) {
        return new PodOptions(
                false,
                comparisonOperators || hasComparison(oldSpec),
                !PodAnnotationsValidation.deletionCostIsNumber(oldMetadata.path("annotations")),
                ContainerVisits.all(oldSpec).stream().anyMatch(visit -> hasBrokenPages(visit.container()))
                        || QuantityValidation.hasBrokenPages(oldSpec.path("overhead")),
                hasBrokenAffinity(oldSpec),
                hasBrokenNodeAffinity(oldSpec),
                complains(
                        oldSpec,
                        spec -> spec.at("topologySpreadConstraints")
                                .items()
                                .forEach(constraint -> SelectorValidation.selector(constraint.at("labelSelector")))),
                complains(
                        oldSpec,
                        spec -> spec.at("topologySpreadConstraints").items().forEach(SpreadValidation::keys)),
                complains(oldSpec, ProjectedVolumeValidation::tokenPaths),
                complains(oldSpec, PodSecurityValidation::sysctlsOfHost),
                hasDevicesWithUserNamespace(oldSpec),
                hasMountedSelinuxChange(oldSpec),
                hasInitRestartOnResize(oldSpec));
    }

    /// For a change of a pod's status: what only its spec is held to is left out.
    public static PodOptions ofStatus(boolean comparisonOperators, JsonNode oldSpec, JsonNode oldMetadata) {
        return new PodOptions(
                true,
                comparisonOperators || hasComparison(oldSpec),
                !PodAnnotationsValidation.deletionCostIsNumber(oldMetadata.path("annotations")),
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false);
    }

    /// The same for a pod's own spec.
    public PodOptions ofPod() {
        return new PodOptions(
                true,
                comparisonOperators,
                anyDeletionCost,
                anyHugePages,
                anySelectorValues,
                anyNodeAffinityValues,
                anySpreadSelector,
                looseSpreadKeys,
                anyTokenPath,
                hostSysctls,
                devicesWithUserNamespace,
                mountedSelinuxChange,
                anyInitResizePolicy);
    }

    private static boolean complains(JsonNode spec, Consumer<Field> rule) {
        FieldErrors errors = new FieldErrors();
        rule.accept(Field.of(Path.ROOT, spec, errors));
        return !errors.isEmpty();
    }

    private static boolean hasComparison(JsonNode spec) {
        for (JsonNode toleration : spec.path("tolerations")) {
            String operator = toleration.path("operator").asText();
            if (operator.equals("Lt") || operator.equals("Gt")) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasBrokenPages(JsonNode container) {
        return QuantityValidation.hasBrokenPages(container.path("resources").path("limits"))
                || QuantityValidation.hasBrokenPages(container.path("resources").path("requests"));
    }

    private static boolean hasBrokenAffinity(JsonNode spec) {
        FieldErrors errors = new FieldErrors();
        Field affinity = Field.of(Path.ROOT, spec.path("affinity"), errors);
        for (Field term : AffinityValidation.podTerms(affinity)) {
            for (String selector : new String[] {"labelSelector", "namespaceSelector"}) {
                term.at(selector, "matchExpressions").items().forEach(AffinityValidation::labelValues);
            }
        }
        return !errors.isEmpty();
    }

    private static boolean hasBrokenNodeAffinity(JsonNode spec) {
        FieldErrors errors = new FieldErrors();
        Field.of(Path.ROOT, spec, errors)
                .at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
                .items()
                .forEach(term -> term.at("matchExpressions").items().forEach(AffinityValidation::labelValues));
        return !errors.isEmpty();
    }

    private static boolean hasDevicesWithUserNamespace(JsonNode spec) {
        boolean userNamespace = spec.has("hostUsers") && !spec.path("hostUsers").asBoolean();
        return userNamespace
                && ContainerVisits.all(spec).stream()
                        .anyMatch(visit ->
                                !visit.container().path("volumeDevices").isEmpty());
    }

    /// Upstream: useOnlyRecursiveSELinuxChangePolicy, of which the feature SELinuxMount is off.
    private static boolean hasMountedSelinuxChange(JsonNode spec) {
        String policy = spec.path("securityContext").path("seLinuxChangePolicy").asText("Recursive");
        return !policy.equals("Recursive");
    }

    private static boolean hasInitRestartOnResize(JsonNode spec) {
        for (JsonNode container : spec.path("initContainers")) {
            boolean sidecar = container.path("restartPolicy").asText().equals("Always");
            for (JsonNode policy : container.path("resizePolicy")) {
                if (!sidecar && policy.path("restartPolicy").asText().equals("RestartContainer")) {
                    return true;
                }
            }
        }
        return false;
    }
}
