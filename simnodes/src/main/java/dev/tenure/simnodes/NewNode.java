package dev.tenure.simnodes;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// Manifests of nodes that are to be simulated. Stateless.
public final class NewNode {
    private NewNode() {}

    /// A Linux node of the usual capacity.
    public static ObjectNode named(String name) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode meta = node.putObject("metadata").put("name", name);
        meta.putObject("labels")
                .put(WellKnownLabels.HOSTNAME, name)
                .put(WellKnownLabels.OS, "linux")
                .put(WellKnownLabels.ARCH, "amd64");
        mark(meta);
        ObjectNode status = node.putObject("status");
        status.set("capacity", NodeReport.resources());
        status.set("allocatable", NodeReport.resources());
        return node;
    }

    /// Has a node simulated.
    ///
    /// @param meta its `metadata`
    public static void mark(ObjectNode meta) {
        meta.withObject("/annotations").put(ManagedNodeRule.ANNOTATION, ManagedNodeRule.SIMULATED);
    }
}
