package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid where requests are selected by operation, resource and labels. Pure. Upstream:
/// pkg/apis/admissionregistration/validation.
final class RequestValidation {
    private static final List<String> MUTABLE = List.of("*", "CONNECT", "CREATE", "UPDATE");

    private RequestValidation() {}

    static void failurePolicy(Field policy) {
        if (policy.isSet()) {
            policy.mustBeOneOf("Fail", "Ignore");
        }
    }

    static void matchPolicy(Field policy) {
        if (policy.isSet()) {
            policy.mustBeOneOf("Equivalent", "Exact");
        }
    }

    /// Checks operations and resources together.
    static void rule(Field rule) {
        Field operations = rule.at("operations");
        if (operations.isEmpty()) {
            operations.required();
        }
        if (operations.size() > 1 && operations.texts().contains("*")) {
            operations.invalid("if '*' is present, must not specify other operations");
        }
        operations.items().forEach(operation -> operation.mustBeOneOf("*", "CONNECT", "CREATE", "DELETE", "UPDATE"));
        names(rule.at("apiGroups"), "API groups");
        names(rule.at("apiVersions"), "API versions");
        for (Field version : rule.at("apiVersions").items()) {
            if (version.isEmpty()) {
                version.required();
            }
        }
        resources(rule.at("resources"));
        if (rule.at("scope").isSet()) {
            rule.at("scope").mustBeOneOf("*", "Cluster", "Namespaced");
        }
    }

    private static void names(Field names, String what) {
        if (names.isEmpty()) {
            names.required();
        }
        if (names.size() > 1 && names.texts().contains("*")) {
            names.invalid("if '*' is present, must not specify other " + what);
        }
    }

    private static void resources(Field resources) {
        if (resources.isEmpty()) {
            resources.required();
        }
        Set<String> wholes = new HashSet<>();
        Set<String> everywhere = new HashSet<>();
        boolean plain = false;
        for (Field resource : resources.items()) {
            String text = resource.text();
            int slash = text.indexOf('/');
            if (text.isEmpty()) {
                resource.required();
            } else if (slash < 0) {
                // Upstream looks at the last of them only.
                plain = !text.equals("*");
            } else {
                subresource(resource, wholes, everywhere);
            }
        }
        List<String> all = resources.texts();
        if (all.size() > 1 && all.contains("*/*")) {
            resources.invalid("if '*/*' is present, must not specify other resources");
        }
        if (all.contains("*") && plain) {
            resources.invalid("if '*' is present, must not specify other resources without subresources");
        }
    }

    private static void subresource(Field resource, Set<String> wholes, Set<String> everywhere) {
        String text = resource.text();
        String of = text.substring(0, text.indexOf('/'));
        String name = text.substring(text.indexOf('/') + 1);
        if (wholes.contains(of)) {
            resource.invalidText("if '%s/*' is present, must not specify %s".formatted(of, text));
        }
        if (everywhere.contains(name)) {
            resource.invalidText("if '*/%s' is present, must not specify %s".formatted(name, text));
        }
        if (name.equals("*")) {
            wholes.add(of);
        }
        if (of.equals("*")) {
            everywhere.add(name);
        }
    }

    /// Checks `matchConstraints` of a policy or `matchResources` of a binding; absent ones are good.
    static void match(Field match) {
        if (!match.isSet()) {
            return;
        }
        if (match.at("matchPolicy").isSet()) {
            matchPolicy(match.at("matchPolicy"));
        } else {
            match.at("matchPolicy").required();
        }
        for (String selector : List.of("namespaceSelector", "objectSelector")) {
            if (match.at(selector).isSet()) {
                SelectorValidation.selector(match.at(selector));
            } else {
                match.at(selector).required();
            }
        }
        match.at("resourceRules").items().forEach(RequestValidation::named);
        match.at("excludeResourceRules").items().forEach(RequestValidation::named);
    }

    private static void named(Field rule) {
        Set<String> names = new HashSet<>();
        for (Field name : rule.at("resourceNames").items()) {
            name.mustBe(Names::pathSegment);
            if (!names.add(name.text())) {
                name.duplicate();
            }
        }
        rule(rule);
    }

    /// Requests that change nothing cannot be changed. Upstream tells no index.
    static void changeable(Field match) {
        for (Field rule : match.at("resourceRules").items()) {
            Field place = match.at("resourceRules").at("operations");
            for (String operation : rule.at("operations").texts()) {
                if (!MUTABLE.contains(operation)) {
                    match.errors().notSupported(place.path().text(), operation, MUTABLE);
                }
            }
        }
    }
}
