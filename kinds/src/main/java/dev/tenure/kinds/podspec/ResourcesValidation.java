package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/// What is valid in the `resources` of a container and of a pod.
public final class ResourcesValidation {
    private static final String MEMORY = "memory";

    private ResourcesValidation() {}

    /// Checks the resources of a container.
    ///
    /// @param claims the names of the pod's resource claims
    public static void container(Field resources, Set<String> claims, PodOptions options) {
        requirements(resources, ResourcesValidation::containerName, options);
        claims(resources.at("claims"), claims);
    }

    /// Checks a list of amounts as if they were the limits of a container; messages name `limits`.
    public static void overhead(Field overhead, PodOptions options) {
        if (overhead.isSet()) {
            limits(overhead.under(overhead.path().child("limits")), ResourcesValidation::containerName, options);
        }
    }

    /// Checks the resources of a whole pod.
    static void pod(Field spec, Set<String> claims, PodOptions options) {
        Field resources = spec.at("resources");
        if (!resources.isSet()) {
            return;
        }
        if (spec.at("os", "name").is("windows")) {
            resources.forbidden("may not be set for a windows pod");
            return;
        }
        if (resources.at("claims").isGiven()) {
            resources.at("claims").forbidden("claims may not be set for Resources at pod-level");
        }
        requirements(resources, ResourcesValidation::podName, options);
        claims(resources.at("claims"), claims);
        PodTotals.check(spec, resources);
    }

    private static void requirements(Field resources, BiConsumer<String, Field> name, PodOptions options) {
        boolean pages = limits(resources.at("limits"), name, options);
        pages |= requests(resources, name, options);
        boolean compute = resources.at("limits", "cpu").isSet()
                || resources.at("limits", MEMORY).isSet()
                || resources.at("requests", "cpu").isSet()
                || resources.at("requests", MEMORY).isSet();
        if (pages && !compute) {
            resources.forbidden("HugePages require cpu or memory");
        }
    }

    private static boolean limits(Field limits, BiConsumer<String, Field> name, PodOptions options) {
        boolean pages = false;
        for (var entry : limits.entries().entrySet()) {
            name.accept(entry.getKey(), entry.getValue());
            QuantityValidation.amount(entry.getKey(), entry.getValue());
            pages |= pages(entry.getKey(), entry.getValue(), options);
        }
        return pages;
    }

    private static boolean requests(Field resources, BiConsumer<String, Field> name, PodOptions options) {
        boolean pages = false;
        for (var entry : resources.at("requests").entries().entrySet()) {
            name.accept(entry.getKey(), entry.getValue());
            QuantityValidation.amount(entry.getKey(), entry.getValue());
            againstLimit(entry.getKey(), entry.getValue(), resources);
            pages |= pages(entry.getKey(), entry.getValue(), options);
        }
        return pages;
    }

    private static boolean pages(String name, Field amount, PodOptions options) {
        if (!ResourceNames.isHugePages(name)) {
            return false;
        }
        if (!options.anyHugePages() && !QuantityValidation.wholePages(name, amount.node())) {
            amount.invalidText(amount.text() + " is not positive integer multiple of " + name);
        }
        return true;
    }

    private static void againstLimit(String name, Field request, Field resources) {
        Field limit = resources.at("limits", name);
        Field requests = resources.at("requests");
        boolean overcommit = ResourceNames.allowsOvercommit(name);
        if (!limit.isSet()) {
            if (!overcommit) {
                resources.at("limits").required("Limit must be set for non overcommitable resources");
            }
            return;
        }
        Quantity asked = QuantityValidation.amount(request.node());
        int order = asked.compareTo(QuantityValidation.amount(limit.node()));
        if (order != 0 && !overcommit) {
            requests.invalid(request.text(), "must be equal to " + name + " limit of " + limit.text());
        } else if (order > 0) {
            requests.invalid(request.text(), "must be less than or equal to " + name + " limit of " + limit.text());
        }
    }

    private static void containerName(String name, Field entry) {
        QuantityValidation.name(name, entry);
        if (!name.contains("/")) {
            if (!ResourceNames.isOfContainers(name)) {
                entry.invalid(name, "must be a standard resource for containers");
            }
        } else if (!ResourceNames.isNative(name) && !ResourceNames.isExtended(name)) {
            entry.invalid(name, "doesn't follow extended resource name standard");
        }
    }

    private static void podName(String name, Field entry) {
        boolean supported = name.equals("cpu") || name.equals(MEMORY) || ResourceNames.isHugePages(name);
        if (QuantityValidation.name(name, entry) && !supported) {
            entry.errors().notSupported(entry.path().text(), name, List.of("cpu", "hugepages-", MEMORY));
        }
    }

    private static void claims(Field claims, Set<String> known) {
        Set<String> seen = new HashSet<>();
        for (Field claim : claims.items()) {
            String name = claim.at("name").text();
            if (name.isEmpty()) {
                claim.required();
                continue;
            }
            if (seen.contains(name)) {
                claim.duplicate(name);
            } else {
                claim(claim, name, seen);
            }
            if (!known.contains(name)) {
                String list = known.isEmpty() ? " which is empty" : ": " + String.join(", ", new TreeSet<>(known));
                claim.errors()
                        .add(
                                FieldError.Type.NOT_FOUND,
                                claim.path().text(),
                                Optional.of(TextNode.valueOf(name)),
                                "must be one of the names in pod.spec.resourceClaims" + list);
            }
        }
    }

    private static void claim(Field claim, String name, Set<String> seen) {
        String key = name;
        Field request = claim.at("request");
        if (!request.isEmpty()) {
            request.mustBe(Names::dnsLabel);
            key = name + "/" + request.text();
        }
        if (seen.contains(key)) {
            claim.duplicate(key);
        } else if (request.isEmpty()) {
            seen.stream().filter(other -> other.startsWith(name + "/")).forEach(other -> claim.duplicate(name));
        }
        seen.add(key);
    }
}
