package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// What is valid in a service.
final class ServiceValidation {
    private static final int AFFINITY_SECONDS_MAX = 86400;
    private static final long PORT_MAX = 65535;

    private ServiceValidation() {}

    /// @param old the service that it follows, or nothing
    static void check(Field service, JsonNode old) {
        ServiceAnnotations.topology(service);
        Field spec = service.at("spec");
        JsonNode node = spec.node();
        boolean headless = Services.isHeadless(node);
        boolean external = spec.at("type").is("ExternalName");
        if (spec.at("ports").isEmpty() && !headless && !external) {
            spec.at("ports").required();
        }
        type(spec, headless);
        ServicePortValidation.ports(spec);
        if (!spec.at("selector").isEmpty()) {
            ObjectMetaValidation.labels(spec.at("selector"));
        }
        affinity(spec);
        if (!external) {
            ServiceAddressValidation.check(spec);
        }
        externalAddresses(spec.at("externalIPs"));
        spec.at("type").mustBeGivenAndOneOf("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
        ServicePortValidation.nodePorts(spec);
        ServicePortValidation.distinct(spec);
        sources(spec);
        ServiceAnnotations.sources(service, old);
        allocation(spec);
        balancerClass(spec);
        external(spec);
        traffic(spec);
    }

    private static void type(Field spec, boolean headless) {
        switch (spec.at("type").text()) {
            case "NodePort", "LoadBalancer" -> {
                if (headless) {
                    spec.at("clusterIPs")
                            .under(spec.at("clusterIPs").path().index(0))
                            .invalid(
                                    "None",
                                    "may not be set to 'None' for "
                                            + spec.at("type").text() + " services");
                }
            }
            case "ExternalName" -> {
                for (String name : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
                    if (!spec.at(name).isEmpty()) {
                        spec.at(name).forbidden("may not be set for ExternalName services");
                    }
                }
                outerName(spec.at("externalName"));
            }
            default -> {
                // Nothing more to say.
            }
        }
    }

    /// A name may end in a dot, which tells that nothing is to be added.
    private static void outerName(Field given) {
        String text = given.text();
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        if (name.isEmpty()) {
            given.required();
        } else {
            Names.dnsSubdomain(name).forEach(complaint -> given.invalid(name, complaint));
        }
    }

    private static void affinity(Field spec) {
        Field affinity = spec.at("sessionAffinity");
        affinity.mustBeGivenAndOneOf("ClientIP", "None");
        Field config = spec.at("sessionAffinityConfig");
        if (affinity.is("ClientIP")) {
            Field seconds = config.at("clientIP", "timeoutSeconds");
            if (seconds.number() <= 0 || seconds.number() > AFFINITY_SECONDS_MAX) {
                seconds.invalidNumber("must be greater than 0 and less than " + AFFINITY_SECONDS_MAX);
            }
        } else if (affinity.is("None") && config.isSet()) {
            config.forbidden("must not be set when session affinity is None");
        }
    }

    private static void externalAddresses(Field addresses) {
        for (Field address : addresses.items()) {
            var complaints = Addresses.ip(address.text());
            complaints.forEach(address::invalidText);
            if (complaints.isEmpty()) {
                Addresses.parse(address.text())
                        .orElseThrow()
                        .unfitForEndpoints(address.text())
                        .forEach(address::invalidText);
            }
        }
    }

    private static void sources(Field spec) {
        Field given = spec.at("loadBalancerSourceRanges");
        if (given.isEmpty()) {
            return;
        }
        // As upstream, whose messages spell it so.
        Field ranges = given.under(spec.path().child("LoadBalancerSourceRanges"));
        if (!Services.isBalanced(spec.node())) {
            ranges.forbidden("may only be used when `type` is 'LoadBalancer'");
        }
        ranges.items()
                .forEach(range -> Addresses.range(GoSpace.trimmed(range.text())).forEach(range::invalidText));
    }

    private static void allocation(Field spec) {
        Field allocate = spec.at("allocateLoadBalancerNodePorts");
        boolean balanced = Services.isBalanced(spec.node());
        if (balanced && !allocate.isSet()) {
            allocate.required();
        }
        if (!balanced && allocate.isSet()) {
            allocate.forbidden("may only be used when `type` is 'LoadBalancer'");
        }
    }

    static void balancerClass(Field spec) {
        Field name = spec.at("loadBalancerClass");
        if (!name.isSet()) {
            return;
        }
        if (Services.isBalanced(spec.node())) {
            name.mustBe(Names::qualified);
        } else {
            name.forbidden("may only be used when `type` is 'LoadBalancer'");
        }
    }

    private static void external(Field spec) {
        Field policy = spec.at("externalTrafficPolicy");
        if (Services.isReachableFromOutside(spec.node())) {
            policy.mustBeGivenAndOneOf("Cluster", "Local");
        } else if (!policy.text().isEmpty()) {
            policy.invalidText("may only be set for externally-accessible services");
        }
        Field health = spec.at("healthCheckNodePort");
        boolean wanted = Services.hasHealthCheck(spec.node());
        if (!wanted && health.number() != 0) {
            health.invalidNumber(
                    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
        } else if (wanted) {
            if (health.number() == 0) {
                health.required();
            } else {
                health.mustBeBetween(1, PORT_MAX);
            }
        }
    }

    private static void traffic(Field spec) {
        Field internal = spec.at("internalTrafficPolicy");
        if (!internal.isSet() && Services.hasClusterAddress(spec.node())) {
            internal.required();
        } else if (internal.isSet()) {
            internal.mustBeOneOf("Cluster", "Local");
        }
        Field distribution = spec.at("trafficDistribution");
        if (distribution.isSet()) {
            distribution.mustBeOneOf("PreferClose", "PreferSameZone", "PreferSameNode");
        }
    }
}
