package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// What is valid as the annotations of a service that stand for fields: two names of one thing, and the
/// ranges that a load balancer lets in. Upstream: validateService.
final class ServiceAnnotations {
    private static final String HINTS = "service.kubernetes.io/topology-aware-hints";
    private static final String MODE = "service.kubernetes.io/topology-mode";
    private static final String SOURCES = "service.beta.kubernetes.io/load-balancer-source-ranges";

    private ServiceAnnotations() {}

    /// Checks that a service is not told two ways to route.
    static void topology(Field service) {
        Field annotations = service.at("metadata", "annotations");
        Field mode = entry(annotations, MODE);
        Field hints = entry(annotations, HINTS);
        if (mode.isSet() && hints.isSet() && !mode.is(hints.text())) {
            mode.invalidText("must match annotations[" + HINTS + "] when both are specified");
        }
    }

    /// Checks the ranges in the annotation, which counts where the field is empty. Those that were there
    /// before are let pass.
    static void sources(Field service, JsonNode old) {
        Field ranges = entry(service.at("metadata", "annotations"), SOURCES);
        if (!ranges.isSet() || !service.at("spec", "loadBalancerSourceRanges").isEmpty()) {
            return;
        }
        if (!Services.isBalanced(service.at("spec").node())) {
            ranges.forbidden("may only be used when `type` is 'LoadBalancer'");
        }
        JsonNode before = old.path("metadata").path("annotations").path(SOURCES);
        String text = GoSpace.trimmed(ranges.text());
        if (text.isEmpty() || before.equals(ranges.node())) {
            return;
        }
        for (String range : text.split(",", -1)) {
            String stripped = GoSpace.trimmed(range);
            Addresses.range(stripped).forEach(complaint -> ranges.invalid(stripped, complaint));
        }
    }

    /// What is said to those who still use the older name.
    static Optional<String> warning(JsonNode service) {
        return service.path("metadata").path("annotations").has(HINTS)
                ? Optional.of("annotation " + HINTS + " is deprecated, please use " + MODE + " instead")
                : Optional.empty();
    }

    private static Field entry(Field map, String key) {
        return Field.of(map.path().key(key), map.node().path(key), map.errors());
    }
}
