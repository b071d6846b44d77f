package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;

/// What is valid as a pod's way to resolve names, and as its own names.
final class DnsValidation {
    private static final int SERVERS_MAX = 3;
    private static final int SEARCHES_MAX = 32;
    private static final int SEARCH_LENGTH_MAX = 2048;
    private static final int HOST_LENGTH_MAX = 64;

    private DnsValidation() {}

    static void policy(Field policy) {
        policy.mustBeGivenAndOneOf("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    }

    static void config(Field spec) {
        Field config = spec.at("dnsConfig");
        Field servers = config.at("nameservers");
        if (spec.at("dnsPolicy").is("None")) {
            if (!config.isSet()) {
                config.required("must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (servers.isEmpty()) {
                servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (servers.size() > SERVERS_MAX) {
            servers.invalid("must not have more than " + SERVERS_MAX + " nameservers");
        }
        servers.items().forEach(server -> server.mustBe(Addresses::ip));
        searches(config.at("searches"));
        for (Field option : config.at("options").items()) {
            if (option.at("name").isEmpty()) {
                option.required("must not be empty");
            }
        }
    }

    private static void searches(Field searches) {
        if (searches.size() > SEARCHES_MAX) {
            searches.invalid("must not have more than " + SEARCHES_MAX + " search paths");
        }
        if (FieldError.byteLength(String.join(" ", searches.texts())) > SEARCH_LENGTH_MAX) {
            searches.invalid("must not have more than " + SEARCH_LENGTH_MAX
                    + " characters (including spaces) in the search list");
        }
        for (Field search : searches.items()) {
            String path = search.text();
            if (!path.equals(".")) {
                String plain = path.endsWith(".") ? path.substring(0, path.length() - 1) : path;
                Names.dnsSubdomainWithUnderscores(plain).forEach(complaint -> search.invalid(plain, complaint));
            }
        }
    }

    static void hostAliases(Field aliases) {
        for (Field alias : aliases.items()) {
            alias.at("ip").mustBe(Addresses::ip);
            alias.at("hostnames").items().forEach(name -> name.mustBe(Names::dnsSubdomain));
        }
    }

    static void hostnameOverride(Field spec) {
        Field override = spec.at("hostnameOverride");
        if (!override.isSet()) {
            return;
        }
        if (spec.at("setHostnameAsFQDN").flag()) {
            override.forbidden("may not be specified when setHostnameAsFQDN is true");
        }
        if (spec.at("hostNetwork").flag()) {
            override.forbidden("may not be specified when hostNetwork is true");
        }
        if (override.isLongerThan(HOST_LENGTH_MAX)) {
            override.tooLong(HOST_LENGTH_MAX);
        }
        override.mustBe(Names::dnsSubdomain);
    }
}
