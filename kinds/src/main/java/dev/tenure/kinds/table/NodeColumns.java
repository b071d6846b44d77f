package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.TreeSet;

/// The table of nodes. Upstream: printers/internalversion (printNode).
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";

    static final List<Column> ALL = List.of(
            CellText.name(),
            CellText.text("Status", NodeColumns::status),
            CellText.text("Roles", NodeColumns::roles),
            CellText.age(),
            CellText.text("Version", node -> info(node, "kubeletVersion")),
            CellText.wide("Internal-IP", node -> address(node, "InternalIP")),
            CellText.wide("External-IP", node -> address(node, "ExternalIP")),
            CellText.wide("OS-Image", node -> CellText.or(info(node, "osImage"), CellText.UNKNOWN)),
            CellText.wide("Kernel-Version", NodeColumns::kernel),
            CellText.wide(
                    "Container-Runtime", node -> CellText.or(info(node, "containerRuntimeVersion"), CellText.UNKNOWN)));

    private NodeColumns() {}

    private static String status(ObjectNode node) {
        String status = "Unknown";
        for (JsonNode condition : Cells.at(node, "status", "conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                status = condition.path("status").asText().equals("True") ? "Ready" : "NotReady";
            }
        }
        return Cells.at(node, "spec", "unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String roles(ObjectNode node) {
        var roles = new TreeSet<String>();
        Cells.at(node, "metadata", "labels").properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE_PREFIX)) {
                String role = label.getKey().substring(ROLE_PREFIX.length());
                if (!role.isEmpty()) {
                    roles.add(role);
                }
            } else if (label.getKey().equals(ROLE) && !label.getValue().asText().isEmpty()) {
                roles.add(label.getValue().asText());
            }
        });
        return CellText.or(String.join(",", roles), CellText.NONE);
    }

    /// The kernel's version, and for which processors it was made.
    private static String kernel(ObjectNode node) {
        String version = CellText.or(info(node, "kernelVersion"), CellText.UNKNOWN);
        String architecture = info(node, "architecture");
        return architecture.isEmpty() ? version : version + " (" + architecture + ")";
    }

    private static String info(ObjectNode node, String field) {
        return Cells.at(node, "status", "nodeInfo", field).asText("");
    }

    private static String address(ObjectNode node, String type) {
        for (JsonNode address : Cells.at(node, "status", "addresses")) {
            if (address.path("type").asText().equals(type)) {
                return address.path("address").asText();
            }
        }
        return CellText.NONE;
    }
}
