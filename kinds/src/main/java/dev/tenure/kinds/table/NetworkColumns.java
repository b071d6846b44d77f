package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/// Tables of endpoints, policies, and ingresses. Upstream: printers/internalversion.
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
            CellText.text("Address", ingress -> String.join(",", balancers(ingress))),
            CellText.text("Ports", ingress -> Cells.at(ingress, "spec", "tls").isEmpty() ? "80" : "80, 443"),
            CellText.age());

    static final List<Column> INGRESS_CLASSES = List.of(
            CellText.name(),
            CellText.text("Controller", object -> Cells.text(object, "spec", "controller")),
            CellText.text("Parameters", NetworkColumns::parameters),
            CellText.age());

    private NetworkColumns() {}

    private static String endpoints(ObjectNode object) {
        var first = new ArrayList<String>();
        long all = 0;
        for (JsonNode subset : object.path("subsets")) {
            JsonNode addresses = subset.path("addresses");
            for (JsonNode port : subset.path("ports")) {
                all += addresses.size();
                shown(addresses, first)
                        .forEach(address -> first.add(joined(Cells.text(address, "ip"), Cells.text(port, "port"))));
            }
            if (subset.path("ports").isEmpty()) {
                all += addresses.size();
                shown(addresses, first).forEach(address -> first.add(Cells.text(address, "ip")));
            }
        }
        return some(first, all, CellText.NONE);
    }

    /// Those for which there is room behind others: each port with each address may be more than a memory
    /// holds.
    private static List<JsonNode> shown(JsonNode addresses, List<String> others) {
        return addresses.valueStream().limit(SHOWN_MAX - others.size()).toList();
    }

    private static String joined(String address, String port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    /// The first few, and how many there are beyond them.
    private static String some(List<String> all, String none) {
        return some(all.subList(0, Math.min(SHOWN_MAX, all.size())), all.size(), none);
    }

    /// @param shown the first few
    /// @param all how many there are
    private static String some(List<String> shown, long all, String none) {
        String first = String.join(",", shown);
        if (first.isEmpty()) {
            return none;
        }
        return all > SHOWN_MAX ? first + " + " + (all - SHOWN_MAX) + " more..." : first;
    }

    private static List<String> texts(JsonNode list, Function<JsonNode, String> text) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(text.apply(item)));
        return texts;
    }

    private static String port(JsonNode port) {
        String otherwise = port.has("name") ? Cells.text(port, "name") : "*";
        return CellText.or(Cells.text(port, "port"), otherwise);
    }

    private static List<String> addresses(ObjectNode slice) {
        var all = new ArrayList<String>();
        for (JsonNode endpoint : slice.path("endpoints")) {
            endpoint.path("addresses").forEach(address -> all.add(address.asText()));
        }
        return all;
    }

    /// Upstream counts the rules beyond the third, whether or not they name a host.
    private static String hosts(ObjectNode ingress) {
        JsonNode rules = Cells.at(ingress, "spec", "rules");
        var hosts = new ArrayList<String>();
        boolean more = false;
        for (JsonNode rule : rules) {
            more |= hosts.size() == SHOWN_MAX;
            if (!more && !Cells.text(rule, "host").isEmpty()) {
                hosts.add(Cells.text(rule, "host"));
            }
        }
        if (hosts.isEmpty()) {
            return "*";
        }
        String shown = String.join(",", hosts);
        return more ? shown + " + " + (rules.size() - SHOWN_MAX) + " more..." : shown;
    }

    /// Where load balancers answer for a Service or an Ingress, in the order of letters and each once.
    static SortedSet<String> balancers(ObjectNode object) {
        var all = new TreeSet<>(texts(
                Cells.at(object, "status", "loadBalancer", "ingress"),
                one -> CellText.or(Cells.text(one, "ip"), Cells.text(one, "hostname"))));
        all.remove("");
        return all;
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
}
