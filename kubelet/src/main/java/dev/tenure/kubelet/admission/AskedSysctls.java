package dev.tenure.kubelet.admission;

import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Reads which kernel parameters a pod asks for, as the API states them.
public final class AskedSysctls {
    private AskedSysctls() {}

    /// @param spec of the pod
    public static SysctlRule.Asked of(JsonNode spec) {
        List<String> names = spec.path("securityContext")
                .path("sysctls")
                .valueStream()
                .map(sysctl -> sysctl.path("name").asText())
                .toList();
        return new SysctlRule.Asked(
                names,
                spec.path("hostIPC").asBoolean(false),
                spec.path("hostNetwork").asBoolean(false));
    }
}
