package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.device.ResourceClaim.Use;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The claims that the scheduler makes for extended resources of pods. One is only imagined until its pod has
/// a node, for on each node it may be another.
final class ExtendedClaims {
    /// No claim can be called so.
    private static final String IMAGINED = "<extended-resources>";

    private ExtendedClaims() {}

    /// @param uid for as long as it is only imagined
    static ResourceClaim imagined(Pod pod, String uid) {
        var owner =
                new OwnerReference("v1", "Pod", pod.meta().name(), pod.meta().uid(), true, false);
        var meta = new ObjectMeta(
                IMAGINED,
                pod.meta().namespace(),
                uid,
                0,
                Instant.EPOCH,
                Optional.empty(),
                Map.of(),
                Map.of(ResourceClaim.EXTENDED, "true"),
                List.of(owner),
                List.of());
        return new ResourceClaim(meta, List.of(), Use.NONE);
    }

    static boolean isImagined(ResourceClaim claim) {
        return claim.meta().name().equals(IMAGINED);
    }

    /// The claim as it is to be made.
    static ObjectNode tree(ResourceClaim claim) {
        ObjectNode tree = Json.object().put("apiVersion", "resource.k8s.io/v1").put("kind", "ResourceClaim");
        OwnerReference pod = claim.meta().controllerOwner().orElseThrow();
        ObjectNode meta = tree.putObject("metadata")
                .put("generateName", pod.name() + "-extended-resources-")
                .put("namespace", claim.meta().namespace());
        claim.meta().annotations().forEach(meta.putObject("annotations")::put);
        meta.putArray("ownerReferences")
                .add(Json.object()
                        .put("apiVersion", pod.apiVersion())
                        .put("kind", pod.kind())
                        .put("name", pod.name())
                        .put("uid", pod.uid())
                        .put("controller", true));
        ObjectNode devices = tree.putObject("spec").putObject("devices");
        if (!claim.requests().isEmpty()) {
            ArrayNode requests = devices.putArray("requests");
            claim.requests().forEach(request -> requests.add(request(request)));
        }
        return tree;
    }

    private static ObjectNode request(Request request) {
        ObjectNode tree = Json.object().put("name", request.name());
        Devices devices = request.alternatives().getFirst();
        ObjectNode exactly = tree.putObject("exactly").put("deviceClassName", devices.className());
        if (devices.amount() instanceof Amount.Exactly(long count)) {
            exactly.put("allocationMode", "ExactCount").put("count", count);
        }
        return tree;
    }

    /// What the status of a pod says of its claim, as a patch.
    static ObjectNode status(String claimName, List<Mapping> mappings) {
        ObjectNode patch = Json.object();
        ObjectNode status = patch.putObject("status").putObject("extendedResourceClaimStatus");
        ArrayNode list = status.putArray("requestMappings");
        for (Mapping mapping : mappings) {
            list.add(Json.object()
                    .put("containerName", mapping.container())
                    .put("resourceName", mapping.resource())
                    .put("requestName", mapping.request()));
        }
        status.put("resourceClaimName", claimName);
        return patch;
    }
}
