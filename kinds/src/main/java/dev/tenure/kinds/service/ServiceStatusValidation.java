package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;

/// What is valid as the addresses of a load balancer. Upstream: ValidateLoadBalancerStatus in
/// pkg/apis/core/validation/validation.go.
final class ServiceStatusValidation {
    private ServiceStatusValidation() {}

    static void check(Field status, JsonNode spec) {
        Field list = status.at("ingress");
        if (!list.isEmpty() && !Services.isBalanced(spec)) {
            list.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
            return;
        }
        list.items().forEach(ServiceStatusValidation::ingress);
    }

    private static void ingress(Field ingress) {
        Field address = ingress.at("ip");
        Field mode = ingress.at("ipMode");
        boolean given = !address.text().isEmpty();
        if (given) {
            Addresses.ip(address.text()).forEach(address::invalidText);
        }
        if (!mode.isSet()) {
            if (given) {
                mode.required("must be specified when `ip` is set");
            }
        } else if (!given) {
            mode.forbidden("may not be specified when `ip` is not set");
        } else {
            mode.mustBeOneOf("Proxy", "VIP");
        }
        Field name = ingress.at("hostname");
        if (!name.text().isEmpty()) {
            name.mustBe(Names::dnsSubdomain);
            if (Addresses.parse(name.text()).isPresent()) {
                name.invalidText("must be a DNS name, not an IP address");
            }
        }
    }
}
