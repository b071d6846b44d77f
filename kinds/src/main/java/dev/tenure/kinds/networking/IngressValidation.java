package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.kinds.podspec.PortValidation;
import java.util.List;
import java.util.Set;

/// What is valid as the spec of an ingress. Pure.
final class IngressValidation {
    private static final List<String> FORBIDDEN_PARTS = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> FORBIDDEN_ENDS = List.of("/..", "/.");

    private IngressValidation() {}

    static void spec(Field spec) {
        Field rules = spec.at("rules");
        Field usual = spec.at("defaultBackend");
        if (rules.isEmpty() && !usual.isSet()) {
            spec.invalid(rules.given(), "either `defaultBackend` or `rules` must be specified");
        }
        if (usual.isSet()) {
            backend(usual);
        }
        rules.items().forEach(IngressValidation::rule);
        spec.at("tls").items().forEach(IngressValidation::certificate);
        if (spec.at("ingressClassName").isSet()) {
            spec.at("ingressClassName").mustBe(Names::dnsSubdomain);
        }
    }

    private static void rule(Field rule) {
        Field host = rule.at("host");
        if (!host.isEmpty()) {
            notAnAddress(host);
            host(host);
        }
        Field http = rule.at("http");
        if (!http.isSet()) {
            return;
        }
        if (http.at("paths").isEmpty()) {
            http.at("paths").required();
        }
        http.at("paths").items().forEach(IngressValidation::path);
    }

    private static void notAnAddress(Field host) {
        if (Addresses.parse(host.text()).isPresent()) {
            host.invalidText("must be a DNS name, not an IP address");
        }
    }

    private static void host(Field host) {
        if (host.text().contains("*")) {
            host.mustBe(Names::wildcardSubdomain);
        } else {
            host.mustBe(Names::dnsSubdomain);
        }
    }

    private static void path(Field path) {
        if (!path.at("pathType").isSet()) {
            path.at("pathType").required("pathType must be specified");
            return;
        }
        Field text = path.at("path");
        switch (path.at("pathType").text()) {
            case "Exact", "Prefix" -> {
                absolute(text);
                FORBIDDEN_PARTS.stream()
                        .filter(text.text()::contains)
                        .forEach(part -> text.invalidText("must not contain '" + part + "'"));
                FORBIDDEN_ENDS.stream()
                        .filter(text.text()::endsWith)
                        .forEach(end -> text.invalidText("cannot end with '" + end + "'"));
            }
            case "ImplementationSpecific" -> {
                if (!text.isEmpty()) {
                    absolute(text);
                }
            }
            default -> path.at("pathType").unsupported("Exact", "ImplementationSpecific", "Prefix");
        }
        backend(path.at("backend"));
    }

    private static void absolute(Field path) {
        if (!path.text().startsWith("/")) {
            path.invalidText("must be an absolute path");
        }
    }

    private static void backend(Field backend) {
        Field resource = backend.at("resource");
        Field service = backend.at("service");
        if (resource.isSet() && service.isSet()) {
            backend.invalid("", "cannot set both resource and service backends");
        } else if (resource.isSet()) {
            reference(resource);
        } else if (service.isSet()) {
            service.at("name").mustBeGivenAndBe(Names::dnsLabel);
            port(backend, service.at("port"));
        } else {
            backend.invalid("", "resource or service backend is required");
        }
    }

    private static void port(Field backend, Field port) {
        boolean named = !port.at("name").isEmpty();
        boolean numbered = port.at("number").number() != 0;
        if (named && numbered) {
            backend.invalid("", "cannot set both port name & port number");
        } else if (named) {
            port.at("name").mustBe(Texts::portName);
        } else if (numbered) {
            PortValidation.number(port.at("number"));
        } else {
            backend.required("port name or number is required");
        }
    }

    /// A reference to an object by group, kind and name.
    static void reference(Field reference) {
        if (reference.at("apiGroup").isSet()) {
            reference.at("apiGroup").mustBe(Names::dnsSubdomain);
        }
        segment(reference.at("kind"));
        segment(reference.at("name"));
    }

    /// A text that must be there, and fit into a path.
    static void segment(Field text) {
        text.mustBeGivenAndBe(Names::pathSegment);
    }

    private static void certificate(Field certificate) {
        certificate.at("hosts").items().forEach(IngressValidation::host);
        if (!certificate.at("secretName").isEmpty()) {
            certificate.at("secretName").mustBe(Names::dnsSubdomain);
        }
    }

    /// @param known addresses that stood in the status before, which are not judged again
    static void status(Field entries, Set<String> known) {
        for (Field entry : entries.items()) {
            Field address = entry.at("ip");
            if (!address.isEmpty() && !known.contains(address.text())) {
                address.mustBe(Addresses::ip);
            }
            Field host = entry.at("hostname");
            if (!host.isEmpty()) {
                host.mustBe(Names::dnsSubdomain);
                notAnAddress(host);
            }
        }
    }
}
