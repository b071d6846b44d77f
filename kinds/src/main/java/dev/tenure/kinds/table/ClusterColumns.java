package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// The tables of everything that is neither pod, node nor workload. Upstream: printers/internalversion.
final class ClusterColumns {
    static final List<Column> NAMESPACES = List.of(
            CellText.name(),
            CellText.text("Status", ns -> Cells.at(ns, "status", "phase").asText("")),
            CellText.age());

    static final List<Column> CONFIG_MAPS = List.of(
            CellText.name(),
            new Column(
                    "Data",
                    "string",
                    "",
                    0,
                    (map, _) -> NumberNode.valueOf(
                            map.path("data").size() + map.path("binaryData").size())),
            CellText.age());

    static final List<Column> SECRETS = List.of(
            CellText.name(),
            CellText.text("Type", secret -> secret.path("type").asText("")),
            new Column(
                    "Data",
                    "string",
                    "",
                    0,
                    (secret, _) -> NumberNode.valueOf(secret.path("data").size())),
            CellText.age());

    static final List<Column> SERVICE_ACCOUNTS = List.of(CellText.name(), CellText.age());

    static final List<Column> LEASES = List.of(
            CellText.name(),
            CellText.text(
                    "Holder", lease -> Cells.at(lease, "spec", "holderIdentity").asText("")),
            CellText.age());

    static final List<Column> PRIORITY_CLASSES = List.of(
            CellText.name(),
            new Column(
                    "Value",
                    "integer",
                    "",
                    0,
                    (o, _) -> NumberNode.valueOf(o.path("value").asLong())),
            WorkloadColumns.flag("Global-Default", "globalDefault"),
            CellText.age(),
            CellText.text("PreemptionPolicy", o -> o.path("preemptionPolicy").asText("")));

    static final List<Column> DISRUPTION_BUDGETS = List.of(
            CellText.name(),
            CellText.text(
                    "Min Available",
                    o -> CellText.or(Cells.at(o, "spec", "minAvailable").asText(""), "N/A")),
            CellText.text(
                    "Max Unavailable",
                    o -> CellText.or(Cells.at(o, "spec", "maxUnavailable").asText(""), "N/A")),
            CellText.number("Allowed Disruptions", "status", "disruptionsAllowed"),
            CellText.age());

    static final List<Column> RUNTIME_CLASSES = List.of(
            CellText.name(), CellText.text("Handler", o -> o.path("handler").asText("")), CellText.age());

    static final List<Column> RESOURCE_QUOTAS = List.of(
            CellText.name(),
            CellText.text("Request", quota -> amounts(quota, false)),
            CellText.text("Limit", quota -> amounts(quota, true)),
            CellText.age());

    static final List<Column> SERVICES = List.of(
            CellText.name(),
            CellText.text("Type", service -> Cells.at(service, "spec", "type").asText("")),
            CellText.text("Cluster-IP", ClusterColumns::clusterIp),
            CellText.text("External-IP", ClusterColumns::externalIp),
            CellText.text("Port(s)", ClusterColumns::ports),
            CellText.age(),
            CellText.wide("Selector", service -> CellText.labels(Cells.at(service, "spec", "selector"))));

    static final List<Column> EVENTS = List.of(
            new Column("Last Seen", "string", "", 0, (event, now) -> TextNode.valueOf(lastSeen(event, now))),
            CellText.text("Type", event -> event.path("type").asText("")),
            CellText.text("Reason", event -> event.path("reason").asText("")),
            CellText.text("Object", ClusterColumns::eventObject),
            CellText.wide(
                    "Subobject",
                    event -> Cells.at(event, "involvedObject", "fieldPath").asText("")),
            CellText.wide("Source", ClusterColumns::eventSource),
            CellText.text("Message", event -> event.path("message").asText("").strip()),
            new Column("First Seen", "string", "", 1, (event, now) -> TextNode.valueOf(firstSeen(event, now))),
            new Column("Count", "string", "", 1, (event, _) -> NumberNode.valueOf(eventCount(event))),
            new Column(
                    "Name",
                    "string",
                    "name",
                    1,
                    (event, _) ->
                            TextNode.valueOf(Cells.at(event, "metadata", "name").asText())));

    private ClusterColumns() {}

    private static String clusterIp(ObjectNode service) {
        return CellText.or(Cells.at(service, "spec", "clusterIPs").path(0).asText(""), CellText.NONE);
    }

    private static String externalIp(ObjectNode service) {
        String type = Cells.at(service, "spec", "type").asText("");
        if (type.equals("ExternalName")) {
            return Cells.at(service, "spec", "externalName").asText("");
        }
        if (type.isEmpty()) {
            return CellText.UNKNOWN;
        }
        var addresses = new ArrayList<String>();
        if (type.equals("LoadBalancer")) {
            addresses.addAll(NetworkColumns.balancers(service));
        }
        Cells.at(service, "spec", "externalIPs").forEach(ip -> addresses.add(ip.asText()));
        if (!addresses.isEmpty()) {
            return String.join(",", addresses);
        }
        return type.equals("LoadBalancer") ? "<pending>" : CellText.NONE;
    }

    private static String ports(ObjectNode service) {
        var ports = new ArrayList<String>();
        for (JsonNode port : Cells.at(service, "spec", "ports")) {
            String node = port.path("nodePort").asInt(0) > 0
                    ? ":" + port.path("nodePort").asInt()
                    : "";
            ports.add(port.path("port").asInt() + node + "/"
                    + port.path("protocol").asText("TCP"));
        }
        return CellText.or(String.join(",", ports), CellText.NONE);
    }

    private static String amounts(ObjectNode quota, boolean limits) {
        var texts = new ArrayList<String>();
        var hard = new TreeMap<String, String>();
        Cells.at(quota, "status", "hard")
                .properties()
                .forEach(e -> hard.put(e.getKey(), e.getValue().asText()));
        hard.forEach((name, amount) -> {
            if (name.startsWith("limits") == limits) {
                String used = Cells.at(quota, "status", "used", name).asText("0");
                texts.add(name + ": " + used + "/" + amount);
            }
        });
        return String.join(", ", texts);
    }

    private static String first(ObjectNode event) {
        return CellText.or(
                event.path("firstTimestamp").asText(""), event.path("eventTime").asText(""));
    }

    private static String firstSeen(ObjectNode event, Instant now) {
        return Cells.age(first(event), now);
    }

    private static String lastSeen(ObjectNode event, Instant now) {
        String last = CellText.or(event.path("lastTimestamp").asText(""), first(event));
        JsonNode series = event.path("series");
        return Cells.age(series.isObject() ? series.path("lastObservedTime").asText(last) : last, now);
    }

    private static long eventCount(ObjectNode event) {
        JsonNode series = event.path("series");
        if (series.isObject()) {
            return series.path("count").asLong();
        }
        long count = event.path("count").asLong();
        return count == 0 ? 1 : count;
    }

    private static String eventObject(ObjectNode event) {
        JsonNode about = event.path("involvedObject");
        String kind = about.path("kind").asText("").toLowerCase(Locale.ROOT);
        String name = about.path("name").asText("");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String eventSource(ObjectNode event) {
        String component = CellText.or(
                Cells.at(event, "source", "component").asText(""),
                event.path("reportingComponent").asText(""));
        String host = CellText.or(
                Cells.at(event, "source", "host").asText(""),
                event.path("reportingInstance").asText(""));
        return host.isEmpty() ? component : component + ", " + host;
    }
}
