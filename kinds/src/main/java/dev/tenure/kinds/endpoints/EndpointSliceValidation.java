package dev.tenure.kinds.endpoints;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Addresses.Ip;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// What is valid in an endpoint slice. Pure.
final class EndpointSliceValidation {
    private static final int ENDPOINTS_MAX = 1000;
    private static final int ADDRESSES_MAX = 100;
    private static final int PORTS_MAX = 20_000;
    private static final int TOPOLOGY_MAX = 16;
    private static final int HINTS_MAX = 8;

    private EndpointSliceValidation() {}

    /// Checks everything but metadata.
    ///
    /// @param endpoints whether the endpoints are looked at too
    static void slice(Field slice, boolean endpoints) {
        slice.at("addressType").mustBeGivenAndOneOf("FQDN", "IPv4", "IPv6");
        ports(slice.at("ports"));
        if (endpoints) {
            endpoints(slice.at("endpoints"), slice.at("addressType").text());
        }
    }

    private static void ports(Field ports) {
        if (ports.size() > PORTS_MAX) {
            ports.tooMany(PORTS_MAX);
            return;
        }
        Set<String> names = new HashSet<>();
        for (Field port : ports.items()) {
            Field name = port.at("name");
            if (!name.isEmpty()) {
                name.mustBe(Names::dnsLabel);
            }
            if (!names.add(name.text())) {
                name.duplicate();
            }
            if (port.at("protocol").isSet()) {
                port.at("protocol").mustBeOneOf("SCTP", "TCP", "UDP");
            } else {
                port.at("protocol").required();
            }
            if (port.at("appProtocol").isSet()) {
                port.at("appProtocol").mustBe(Names::qualified);
            }
        }
    }

    private static void endpoints(Field endpoints, String type) {
        if (endpoints.size() > ENDPOINTS_MAX) {
            endpoints.tooMany(ENDPOINTS_MAX);
            return;
        }
        endpoints.items().forEach(endpoint -> endpoint(endpoint, type));
    }

    private static void endpoint(Field endpoint, String type) {
        Field addresses = endpoint.at("addresses");
        if (addresses.isEmpty()) {
            addresses.required("must contain at least 1 address");
        } else if (addresses.size() > ADDRESSES_MAX) {
            addresses.tooMany(ADDRESSES_MAX);
        }
        addresses.items().forEach(address -> address(address, addresses, type));
        if (endpoint.at("nodeName").isSet()) {
            endpoint.at("nodeName").mustBe(Names::dnsSubdomain);
        }
        Field topology = endpoint.at("deprecatedTopology");
        if (topology.size() > TOPOLOGY_MAX) {
            topology.tooMany(TOPOLOGY_MAX);
        }
        ObjectMetaValidation.labels(topology);
        if (endpoint.at("hostname").isSet()) {
            endpoint.at("hostname").mustBe(Names::dnsLabel);
        }
        Field hints = endpoint.at("hints");
        if (hints.isSet() && hints(hints.at("forZones"), Names::labelValue)) {
            hints(hints.at("forNodes"), Names::dnsSubdomain);
        }
    }

    private static void address(Field address, Field all, String type) {
        switch (type) {
            case "IPv4", "IPv6" -> {
                boolean six = type.equals("IPv6");
                List<String> complaints = six ? Addresses.canonicalIp(address.text()) : Addresses.ip(address.text());
                complaints.forEach(address::invalidText);
                if (complaints.isEmpty()) {
                    Ip ip = Addresses.parse(address.text()).orElseThrow();
                    if (ip.isV6() != six) {
                        all.invalid(address.text(), "must be an " + type + " address");
                    }
                    ip.unfitForEndpoints(address.text()).forEach(address::invalidText);
                }
            }
            case "FQDN" -> domain(address);
            default -> {
                // Slices of other types are refused already; what they hold is not looked at.
            }
        }
    }

    private static void domain(Field address) {
        if (address.isEmpty()) {
            address.required();
            return;
        }
        String text = address.text();
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        List<String> complaints = Names.dnsSubdomain(name);
        if (!complaints.isEmpty()) {
            address.invalid(name, String.join(",", complaints));
            return;
        }
        String[] labels = name.split("\\.", -1);
        if (labels.length < 2) {
            address.invalid(name, "should be a domain with at least two segments separated by dots");
            return;
        }
        for (String label : labels) {
            List<String> wrong = Names.dnsLabel(label);
            if (!wrong.isEmpty()) {
                address.invalid(label, String.join(",", wrong));
                return;
            }
        }
    }

    /// @return whether there are no more of them than there may be
    private static boolean hints(Field hints, Function<String, List<String>> rule) {
        if (hints.size() > HINTS_MAX) {
            hints.tooMany(HINTS_MAX);
            return false;
        }
        Set<String> seen = new HashSet<>();
        for (Field hint : hints.items()) {
            Field name = hint.at("name");
            if (!seen.add(name.text())) {
                name.duplicate();
            }
            name.mustBe(rule);
        }
        return true;
    }

    /// Whether the endpoints of a slice are kept up by a controller, which writes good addresses only.
    static boolean isManaged(ObjectNode slice) {
        String manager = slice.path("metadata")
                .path("labels")
                .path("endpointslice.kubernetes.io/managed-by")
                .asText("");
        return manager.equals("endpointslice-controller.k8s.io")
                || manager.equals("endpointslicemirroring-controller.k8s.io");
    }
}
