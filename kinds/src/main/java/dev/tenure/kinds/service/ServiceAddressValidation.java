package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import java.util.HashSet;
import java.util.Set;

/// What is valid as the addresses of a service in the cluster, and as their families.
final class ServiceAddressValidation {
    private static final int MOST = 2;

    private ServiceAddressValidation() {}

    static void check(Field spec) {
        Field list = spec.at("clusterIPs");
        String single = spec.at("clusterIP").text();
        if (single.isEmpty()) {
            if (!list.isEmpty()) {
                list.invalid("must be empty when `clusterIP` is not specified");
            }
        } else if (list.isEmpty()) {
            list.required();
        } else if (!list.items().getFirst().is(single)) {
            list.invalid("first value must match `clusterIP`");
        }
        families(spec);
        if (addresses(list)) {
            fit(spec, list);
        }
    }

    private static void families(Field spec) {
        Set<String> seen = new HashSet<>();
        for (Field family : spec.at("ipFamilies").items()) {
            family.mustBeOneOf("IPv4", "IPv6");
            if (!seen.add(family.text())) {
                family.duplicate();
            }
        }
        if (spec.at("ipFamilyPolicy").isSet()) {
            spec.at("ipFamilyPolicy").mustBeOneOf("PreferDualStack", "RequireDualStack", "SingleStack");
        }
    }

    private static boolean addresses(Field list) {
        boolean valid = true;
        boolean first = true;
        for (Field address : list.items()) {
            if (first && address.is("None")) {
                if (list.size() > 1) {
                    valid = false;
                    list.invalid("'None' must be the first and only value");
                }
            } else {
                var complaints = Addresses.ip(address.text());
                complaints.forEach(address::invalidText);
                valid &= complaints.isEmpty();
            }
            first = false;
        }
        if (list.size() > MOST) {
            list.invalid("may only hold up to 2 values");
        }
        return valid;
    }

    private static void fit(Field spec, Field list) {
        if (Services.isHeadless(spec.node())) {
            return;
        }
        Set<Boolean> six = new HashSet<>();
        list.items().forEach(address -> six.add(address.text().contains(":")));
        if (list.size() > 1 && six.size() < MOST) {
            list.invalid("may specify no more than one IP for each IP family");
        }
        var families = spec.at("ipFamilies").items();
        var addresses = list.items();
        for (int i = 0; i < Math.min(addresses.size(), families.size()); i++) {
            boolean v6 = addresses.get(i).text().contains(":");
            if (families.get(i).is("IPv4") && v6) {
                addresses.get(i).invalidText("expected an IPv4 value as indicated by `ipFamilies[%d]`".formatted(i));
            }
            if (families.get(i).is("IPv6") && !v6) {
                addresses.get(i).invalidText("expected an IPv6 value as indicated by `ipFamilies[%d]`".formatted(i));
            }
        }
    }
}
