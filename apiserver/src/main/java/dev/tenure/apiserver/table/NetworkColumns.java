package dev.tenure.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Tables of endpoints, policies, ingresses and autoscalers. Upstream: printers/internalversion.
final class NetworkColumns {
    private static final int SHOWN_MAX = 3;

    static final List<Column> ENDPOINTS =
            List.of(CellText.name(), CellText.text("Endpoints", NetworkColumns::endpoints), CellText.age());

    static final List<Column> SLICES = List.of(
            CellText.name(),
            CellText.text("AddressType", slice -> Cells.text(slice, "addressType")),
            CellText.text("Ports", slice -> some(texts(slice.path("ports"), NetworkColumns::port), CellText.UNSET)),
            CellText.text("Endpoints", slice -> some(addresses(slice), CellText.UNSET)),
            CellText.age());

    static final List<Column> POLICIES = List.of(
            CellText.name(),
            CellText.text("Pod-Selector", policy -> CellText.selector(Cells.at(policy, "spec", "podSelector"))),
            CellText.age());

    static final List<Column> INGRESSES = List.of(
            CellText.name(),
            CellText.text(
                    "Class", ingress -> CellText.or(Cells.text(ingress, "spec", "ingressClassName"), CellText.NONE)),
            CellText.text("Hosts", NetworkColumns::hosts),
            CellText.text("Address", NetworkColumns::balancers),
            CellText.text("Ports", ingress -> Cells.at(ingress, "spec", "tls").isEmpty() ? "80" : "80, 443"),
            CellText.age());

    static final List<Column> INGRESS_CLASSES = List.of(
            CellText.name(),
            CellText.text("Controller", object -> Cells.text(object, "spec", "controller")),
            CellText.text("Parameters", NetworkColumns::parameters),
            CellText.age());

    static final List<Column> AUTOSCALERS = List.of(
            CellText.name(),
            CellText.text(
                    "Reference",
                    scaler -> Cells.text(scaler, "spec", "scaleTargetRef", "kind")
                            + "/"
                            + Cells.text(scaler, "spec", "scaleTargetRef", "name")),
            CellText.text("Targets", NetworkColumns::targets),
            CellText.text("MinPods", scaler -> CellText.or(Cells.text(scaler, "spec", "minReplicas"), CellText.UNSET)),
            CellText.number("MaxPods", "spec", "maxReplicas"),
            CellText.number("Replicas", "status", "currentReplicas"),
            CellText.age());

    private NetworkColumns() {}

    private static String endpoints(ObjectNode object) {
        var all = new ArrayList<String>();
        for (JsonNode subset : object.path("subsets")) {
            for (JsonNode port : subset.path("ports")) {
                for (JsonNode address : subset.path("addresses")) {
                    all.add(joined(Cells.text(address, "ip"), Cells.text(port, "port")));
                }
            }
            if (subset.path("ports").isEmpty()) {
                subset.path("addresses").forEach(address -> all.add(Cells.text(address, "ip")));
            }
        }
        return some(all, CellText.NONE);
    }

    private static String joined(String address, String port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    /// The first few, and how many there are beyond them.
    private static String some(List<String> all, String none) {
        if (all.isEmpty()) {
            return none;
        }
        String first = String.join(",", all.subList(0, Math.min(SHOWN_MAX, all.size())));
        return all.size() > SHOWN_MAX ? first + " + " + (all.size() - SHOWN_MAX) + " more..." : first;
    }

    private static List<String> texts(JsonNode list, Function<JsonNode, String> text) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(text.apply(item)));
        return texts;
    }

    private static String port(JsonNode port) {
        String name = Cells.text(port, "name");
        return CellText.or(CellText.or(Cells.text(port, "port"), name), "*");
    }

    private static List<String> addresses(ObjectNode slice) {
        var all = new ArrayList<String>();
        for (JsonNode endpoint : slice.path("endpoints")) {
            endpoint.path("addresses").forEach(address -> all.add(address.asText()));
        }
        return all;
    }

    private static String hosts(ObjectNode ingress) {
        List<String> hosts = texts(Cells.at(ingress, "spec", "rules"), rule -> Cells.text(rule, "host"));
        hosts.removeIf(String::isEmpty);
        return some(hosts, "*");
    }

    private static String balancers(ObjectNode ingress) {
        List<String> all = texts(
                Cells.at(ingress, "status", "loadBalancer", "ingress"),
                one -> CellText.or(Cells.text(one, "ip"), Cells.text(one, "hostname")));
        return String.join(",", all);
    }

    private static String parameters(ObjectNode object) {
        JsonNode parameters = Cells.at(object, "spec", "parameters");
        if (!parameters.isObject()) {
            return CellText.NONE;
        }
        String group = Cells.text(parameters, "apiGroup");
        String kind = Cells.text(parameters, "kind");
        return (group.isEmpty() ? kind : kind + "." + group) + "/" + Cells.text(parameters, "name");
    }

    private static String targets(ObjectNode scaler) {
        JsonNode current = Cells.at(scaler, "status", "currentMetrics");
        var all = new ArrayList<String>();
        JsonNode metrics = Cells.at(scaler, "spec", "metrics");
        for (int i = 0; i < metrics.size(); i++) {
            all.add(target(metrics.path(i), current.path(i)));
        }
        if (all.isEmpty()) {
            return CellText.NONE;
        }
        String first = String.join(", ", all.subList(0, Math.min(2, all.size())));
        return all.size() > 2 ? first + " + " + (all.size() - 2) + " more..." : first;
    }

    private static String target(JsonNode metric, JsonNode current) {
        boolean ofContainer = Cells.text(metric, "type").equals("ContainerResource");
        String field = ofContainer ? "containerResource" : "resource";
        if (!metric.has(field)) {
            return CellText.UNKNOWN + "/" + CellText.or(value(metric.findPath("target")), "<auto>");
        }
        JsonNode wanted = metric.path(field);
        String now = value(Cells.at(current, field, "current"));
        return "%s: %s/%s"
                .formatted(
                        Cells.text(wanted, "name"),
                        CellText.or(now, CellText.UNKNOWN),
                        CellText.or(value(wanted.path("target")), "<auto>"));
    }

    private static String value(JsonNode numbers) {
        if (numbers.has("averageValue")) {
            return Cells.text(numbers, "averageValue");
        }
        return numbers.has("averageUtilization")
                ? Cells.text(numbers, "averageUtilization") + "%"
                : Cells.text(numbers, "value");
    }
}
