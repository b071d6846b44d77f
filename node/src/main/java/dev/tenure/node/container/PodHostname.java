package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.PodPlan;

/// What a pod's containers call their machine. Upstream: kubelet_pods.go (GeneratePodHostNameAndDomain),
/// kubelet/util (GetNodenameForKernel).
///
/// @param domain empty when the pod is in none
record PodHostname(String name, String domain) {
    private static final int NAME_MAX = 63;
    /// What the kernel keeps.
    private static final int FULL_MAX = 64;

    /// @param clusterDomain for example `cluster.local`
    static PodHostname of(PodPlan pod, String clusterDomain) {
        String override = pod.spec().path("hostnameOverride").asText("");
        if (!override.isEmpty()) {
            return new PodHostname(shortened(override), "");
        }
        String hostname = pod.spec().path("hostname").asText("");
        String subdomain = pod.spec().path("subdomain").asText("");
        return new PodHostname(
                shortened(hostname.isEmpty() ? pod.pod().meta().name() : hostname),
                subdomain.isEmpty() ? "" : subdomain + "." + pod.pod().meta().namespace() + ".svc." + clusterDomain);
    }

    private static String shortened(String name) {
        if (name.length() <= NAME_MAX) {
            return name;
        }
        int end = NAME_MAX;
        while (end > 0 && (name.charAt(end - 1) == '-' || name.charAt(end - 1) == '.')) {
            end--;
        }
        return name.substring(0, end);
    }

    /// With its domain, if it has one.
    String full() {
        return domain.isEmpty() ? name : name + "." + domain;
    }

    /// What the kernel is told.
    ///
    /// @throws ConfigException when the pod wants its full name there and that is too long
    String ofKernel(PodPlan pod) {
        boolean whole = pod.spec().path("setHostnameAsFQDN").asBoolean(false);
        if (!whole || domain.isEmpty()) {
            return name;
        }
        if (full().length() > FULL_MAX) {
            throw new ConfigException(
                    "failed to construct FQDN from pod hostname and cluster domain, FQDN %s is too long (%d characters is the max, %d characters requested)"
                            .formatted(full(), FULL_MAX, full().length()));
        }
        return full();
    }
}
