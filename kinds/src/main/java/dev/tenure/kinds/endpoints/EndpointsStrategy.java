package dev.tenure.kinds.endpoints;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PortValidation;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Endpoints, the predecessors of slices.
public final class EndpointsStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode endpoints) {
        for (ObjectNode subset : Trees.objects(endpoints.path("subsets"))) {
            for (ObjectNode port : Trees.objects(subset.path("ports"))) {
                Trees.fill(port, "protocol", "TCP");
            }
        }
    }

    @Override
    public void validate(ObjectNode endpoints, FieldErrors errors) {
        ObjectMetaValidation.object(endpoints, NameFormat.DNS_SUBDOMAIN, errors);
        for (Field subset : Field.root(endpoints, errors).at("subsets").items()) {
            if (subset.at("addresses").isEmpty()
                    && subset.at("notReadyAddresses").isEmpty()) {
                subset.required("must specify `addresses` or `notReadyAddresses`");
            }
            for (String list : List.of("addresses", "notReadyAddresses")) {
                subset.at(list).items().forEach(EndpointsStrategy::address);
            }
            boolean several = subset.at("ports").size() > 1;
            subset.at("ports").items().forEach(port -> port(port, several));
        }
    }

    private static void address(Field address) {
        Field ip = address.at("ip");
        ip.mustBe(Addresses::ip);
        if (!address.at("hostname").text().isEmpty()) {
            address.at("hostname").mustBe(Names::dnsLabel);
        }
        if (address.at("nodeName").isSet()) {
            address.at("nodeName").mustBe(Names::dnsSubdomain);
        }
        Addresses.parse(ip.text())
                .ifPresentOrElse(
                        parsed -> parsed.unfitForEndpoints(ip.text()).forEach(ip::invalidText),
                        () -> ip.invalidText("must be a valid IP address"));
    }

    private static void port(Field port, boolean named) {
        if (named && port.at("name").text().isEmpty()) {
            port.at("name").required();
        } else if (!port.at("name").text().isEmpty()) {
            port.at("name").mustBe(Names::dnsLabel);
        }
        PortValidation.number(port.at("port"));
        port.at("protocol").mustBeGivenAndOneOf("SCTP", "TCP", "UDP");
        if (port.at("appProtocol").isSet()) {
            port.at("appProtocol").mustBe(Names::qualified);
        }
    }
}
