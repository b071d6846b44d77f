package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Tables of bindings of roles, revisions, webhooks and requests for certificates. Upstream:
/// printers/internalversion.
final class AccessColumns {
    static final List<Column> BINDINGS = List.of(
            CellText.name(),
            CellText.text(
                    "Role",
                    binding -> Cells.text(binding, "roleRef", "kind") + "/" + Cells.text(binding, "roleRef", "name")),
            CellText.age(),
            CellText.wide("Users", binding -> subjects(binding, "User")),
            CellText.wide("Groups", binding -> subjects(binding, "Group")),
            CellText.wide("ServiceAccounts", binding -> subjects(binding, "ServiceAccount")));

    static final List<Column> REVISIONS = List.of(
            CellText.name(),
            CellText.text("Controller", AccessColumns::controller),
            new Column(
                    "Revision", "string", "", 0, (object, _) -> NumberNode.valueOf(Cells.number(object, "revision"))),
            CellText.age());

    static final List<Column> WEBHOOKS = List.of(
            CellText.name(),
            new Column(
                    "Webhooks",
                    "integer",
                    "",
                    0,
                    (object, _) -> NumberNode.valueOf(object.path("webhooks").size())),
            CellText.age());

    static final List<Column> SIGNING_REQUESTS = List.of(
            CellText.name(),
            CellText.age(),
            CellText.text(
                    "SignerName", request -> CellText.or(Cells.text(request, "spec", "signerName"), CellText.NONE)),
            CellText.text("Requestor", request -> Cells.text(request, "spec", "username")),
            CellText.text("RequestedDuration", AccessColumns::requestedDuration),
            CellText.text("Condition", AccessColumns::decision));

    private AccessColumns() {}

    private static String requestedDuration(ObjectNode request) {
        JsonNode seconds = request.path("spec").path("expirationSeconds");
        return seconds.isNumber() ? Cells.age(Duration.ofSeconds(seconds.asLong())) : CellText.NONE;
    }

    /// What was decided of a request for a certificate. Upstream: extractCSRStatus.
    private static String decision(ObjectNode request) {
        var types = new ArrayList<String>();
        request.path("status")
                .path("conditions")
                .forEach(condition -> types.add(condition.path("type").asText()));
        String decided = types.contains("Denied") ? "Denied" : types.contains("Approved") ? "Approved" : "Pending";
        return decided
                + (types.contains("Failed") ? ",Failed" : "")
                + (Cells.text(request, "status", "certificate").isEmpty() ? "" : ",Issued");
    }

    private static String subjects(ObjectNode binding, String kind) {
        var names = new ArrayList<String>();
        for (JsonNode subject : binding.path("subjects")) {
            if (Cells.text(subject, "kind").equals(kind)) {
                String name = Cells.text(subject, "name");
                names.add(kind.equals("ServiceAccount") ? Cells.text(subject, "namespace") + "/" + name : name);
            }
        }
        return String.join(", ", names);
    }

    private static String controller(ObjectNode revision) {
        for (JsonNode owner : revision.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                String apiVersion = Cells.text(owner, "apiVersion");
                String kind = Cells.text(owner, "kind").toLowerCase(Locale.ROOT);
                int slash = apiVersion.indexOf('/');
                String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
                return kind + group + "/" + Cells.text(owner, "name");
            }
        }
        return CellText.NONE;
    }
}
