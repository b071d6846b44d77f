package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.device.PodClaimRule;
import dev.tenure.rules.device.PodClaimRule.Meant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which pods want which claims, and claims of which templates. Confined to one loop.
final class ClaimUsersState {
    private final Map<ObjectKey, Set<ObjectKey>> pods = new HashMap<>();

    void put(StoredObject pod) {
        wanted(pod)
                .forEach(key ->
                        pods.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(pod.key()));
    }

    void remove(StoredObject pod) {
        wanted(pod)
                .forEach(key -> pods.computeIfPresent(key, (_, users) -> {
                    users.remove(pod.key());
                    return users.isEmpty() ? null : users;
                }));
    }

    /// The pods that want a claim, or claims of a template.
    List<ObjectKey> of(ObjectKey claimOrTemplate) {
        return List.copyOf(pods.getOrDefault(claimOrTemplate, Set.of()));
    }

    private static Set<ObjectKey> wanted(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        if (pod.spec().resourceClaims().isEmpty()) {
            return Set.of();
        }
        String namespace = stored.key().namespace();
        Set<ObjectKey> wanted = new LinkedHashSet<>();
        for (PodSpec.ResourceClaim each : pod.spec().resourceClaims()) {
            if (PodClaimRule.of(pod, each) instanceof Meant.Claim(String name, boolean _)) {
                wanted.add(ResourceTypes.RESOURCE_CLAIMS.key(namespace, name));
            }
            if (!each.templateName().isEmpty()) {
                wanted.add(ResourceTypes.RESOURCE_CLAIM_TEMPLATES.key(namespace, each.templateName()));
            }
        }
        return wanted;
    }
}
