package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.go.GoSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// Tables of policies of admission, of flow control, of APIServices, of devices, of addresses of services and
/// of components. Upstream: printers/internalversion.
final class PlatformColumns {
    private static final String SPEC = "spec";

    static final List<Column> VALIDATING_POLICIES = policies("Validations", "validations");
    static final List<Column> MUTATING_POLICIES = policies("Mutations", "mutations");

    static final List<Column> POLICY_BINDINGS = List.of(
            CellText.name(),
            CellText.text("PolicyName", binding -> Cells.text(binding, SPEC, "policyName")),
            CellText.text("ParamRef", binding -> parameter(Cells.at(binding, SPEC, "paramRef"))),
            CellText.age());

    static final List<Column> FLOW_SCHEMAS = List.of(
            CellText.name(),
            CellText.text("PriorityLevel", schema -> Cells.text(schema, SPEC, "priorityLevelConfiguration", "name")),
            new Column(
                    "MatchingPrecedence",
                    "string",
                    "",
                    0,
                    (schema, _) -> NumberNode.valueOf(
                            Cells.at(schema, SPEC, "matchingPrecedence").asInt(0))),
            CellText.text(
                    "DistinguisherMethod",
                    schema -> CellText.or(Cells.text(schema, SPEC, "distinguisherMethod", "type"), CellText.NONE)),
            CellText.age(),
            CellText.text("MissingPL", PlatformColumns::dangling));

    static final List<Column> API_SERVICES = List.of(
            CellText.name(),
            CellText.text("Service", service -> {
                JsonNode reference = Cells.at(service, SPEC, "service");
                return reference.isObject()
                        ? Cells.text(reference, "namespace") + "/" + Cells.text(reference, "name")
                        : "Local";
            }),
            CellText.text("Available", PlatformColumns::available),
            CellText.age());

    static final List<Column> PRIORITY_LEVELS = List.of(
            CellText.name(),
            CellText.text("Type", level -> Cells.text(level, SPEC, "type")),
            limit("NominalConcurrencyShares", "nominalConcurrencyShares"),
            limit("Queues", "limitResponse", "queuing", "queues"),
            limit("HandSize", "limitResponse", "queuing", "handSize"),
            limit("QueueLengthLimit", "limitResponse", "queuing", "queueLengthLimit"),
            CellText.age());

    static final List<Column> COMPONENTS = List.of(
            CellText.name(),
            CellText.text(
                    "Status",
                    component -> switch (healthy(component).path("status").asText("")) {
                        case "True" -> "Healthy";
                        case "" -> "Unknown";
                        default -> "Unhealthy";
                    }),
            CellText.text(
                    "Message", component -> healthy(component).path("message").asText("")),
            CellText.text("Error", component -> healthy(component).path("error").asText("")));

    static final List<Column> NAME_AND_AGE = List.of(CellText.name(), CellText.age());

    static final List<Column> DEVICE_CLAIMS =
            List.of(CellText.name(), CellText.text("State", PlatformColumns::claimState), CellText.age());

    static final List<Column> DEVICE_SLICES = List.of(
            CellText.name(),
            CellText.text("Node", slice -> Cells.text(slice, SPEC, "nodeName")),
            CellText.text("Driver", slice -> Cells.text(slice, SPEC, "driver")),
            CellText.text("Pool", slice -> Cells.text(slice, SPEC, "pool", "name")),
            CellText.age());

    static final List<Column> SERVICE_RANGES = List.of(
            CellText.name(),
            CellText.text("CIDRs", range -> {
                var texts = new StringJoiner(",");
                Cells.at(range, SPEC, "cidrs").forEach(cidr -> texts.add(cidr.asText()));
                return texts.toString();
            }),
            CellText.age());

    /// The age of an address has a cell and no column, upstream's mistake which clients have come to know.
    static final List<Column> ADDRESSES = List.of(
            CellText.name(),
            CellText.text("ParentRef", address -> parent(Cells.at(address, SPEC, "parentRef"))),
            new Column("", "string", "", 0, CellText.age().cell()));

    static final List<Column> ATTRIBUTES_CLASSES = List.of(
            CellText.name(), CellText.text("DriverName", object -> Cells.text(object, "driverName")), CellText.age());

    private PlatformColumns() {}

    private static List<Column> policies(String title, String list) {
        return List.of(
                CellText.name(),
                new Column(
                        title,
                        "integer",
                        "",
                        0,
                        (policy, _) ->
                                NumberNode.valueOf(Cells.at(policy, SPEC, list).size())),
                CellText.text("ParamKind", policy -> {
                    JsonNode kind = Cells.at(policy, SPEC, "paramKind");
                    return kind.isObject()
                            ? Cells.text(kind, "apiVersion") + "/" + Cells.text(kind, "kind")
                            : CellText.UNSET;
                }),
                CellText.age());
    }

    private static String available(ObjectNode service) {
        for (JsonNode condition : Cells.at(service, "status", "conditions")) {
            if (Cells.text(condition, "type").equals("Available")) {
                String status = Cells.text(condition, "status");
                String reason = Cells.text(condition, "reason");
                return status.equals("True") || reason.isEmpty() ? status : status + " (" + reason + ")";
            }
        }
        return "Unknown";
    }

    private static String parameter(JsonNode reference) {
        String name = Cells.text(reference, "name");
        if (!name.isEmpty()) {
            return CellText.or(Cells.text(reference, "namespace"), "*") + "/" + name;
        }
        return reference.path("selector").isObject() ? GoSelector.of(reference.path("selector")) : CellText.UNSET;
    }

    private static String dangling(ObjectNode schema) {
        for (JsonNode condition : Cells.at(schema, "status", "conditions")) {
            if (Cells.text(condition, "type").equals("Dangling")) {
                return Cells.text(condition, "status");
            }
        }
        return "?";
    }

    private static Column limit(String title, String... path) {
        return new Column(title, "string", "", 0, (level, _) -> {
            JsonNode limited = Cells.at(level, SPEC, "limited");
            JsonNode number = Cells.at(limited, path);
            boolean queued =
                    path.length == 1 || Cells.at(limited, path[0], path[1]).isObject();
            if (!limited.isObject() || !queued) {
                return TextNode.valueOf(CellText.NONE);
            }
            return number.isMissingNode() ? NumberNode.valueOf(0) : number;
        });
    }

    private static JsonNode healthy(ObjectNode component) {
        for (JsonNode condition : component.path("conditions")) {
            if (condition.path("type").asText("").equals("Healthy")) {
                return condition;
            }
        }
        return MissingNode.INSTANCE;
    }

    private static String claimState(ObjectNode claim) {
        var states = new ArrayList<String>();
        boolean leaving = claim.path("metadata").has("deletionTimestamp");
        if (leaving) {
            states.add("deleted");
        }
        if (Cells.at(claim, "status", "allocation").isObject()) {
            states.add("allocated");
            if (!Cells.at(claim, "status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!leaving) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    private static String parent(JsonNode reference) {
        if (!reference.isObject()) {
            return CellText.NONE;
        }
        String group = Cells.text(reference, "group");
        String resource = Cells.text(reference, "resource") + (group.isEmpty() ? "" : "." + group);
        var text = new StringJoiner("/").add(resource.toLowerCase(Locale.ROOT));
        String namespace = Cells.text(reference, "namespace");
        if (!namespace.isEmpty()) {
            text.add(namespace);
        }
        return text.add(Cells.text(reference, "name")).toString();
    }
}
