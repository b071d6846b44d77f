package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is valid as the spec of a flow schema. Pure.
final class FlowValidation {
    private static final int PRECEDENCE_MAX = 10_000;
    private static final String ALL = "*";
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch");
    private static final GoStruct METHOD = new GoStruct().with("Type", "type", Zero.TEXT);

    /// The member that says more of a subject of each kind, in the order in which upstream complains about
    /// them.
    private static final Map<String, List<String>> OTHERS = Map.of(
            "ServiceAccount", List.of("user", "group"),
            "User", List.of("serviceAccount", "group"),
            "Group", List.of("serviceAccount", "user"));

    private FlowValidation() {}

    static void spec(Field spec, String name) {
        Field precedence = spec.at("matchingPrecedence");
        if (precedence.number() <= 0) {
            precedence.invalidNumber("must be a positive value");
        }
        if (precedence.number() > PRECEDENCE_MAX) {
            precedence.invalidNumber("must not be greater than " + PRECEDENCE_MAX);
        }
        if (precedence.number() == 1 && !name.equals("exempt")) {
            precedence.invalidNumber("only the schema named 'exempt' may have matchingPrecedence 1");
        }
        Field method = spec.at("distinguisherMethod");
        if (method.isSet()
                && !Set.of("ByNamespace", "ByUser").contains(method.at("type").text())) {
            unsupported(method.at("type"), METHOD.of(method.given()), "\"ByNamespace\", \"ByUser\"");
        }
        Field level = spec.at("priorityLevelConfiguration", "name");
        if (level.isEmpty()) {
            level.required("must reference a priority level");
        } else {
            level.mustBe(Names::dnsSubdomain);
        }
        spec.at("rules").items().forEach(FlowValidation::rule);
    }

    private static void unsupported(Field field, JsonNode value, String supported) {
        field.errors()
                .add(
                        FieldError.Type.NOT_SUPPORTED,
                        field.path().text(),
                        Optional.of(value),
                        "supported values: " + supported);
    }

    private static void rule(Field rule) {
        if (rule.at("subjects").isEmpty()) {
            rule.at("subjects").required("subjects must contain at least one value");
        }
        rule.at("subjects").items().forEach(FlowValidation::subject);
        Field resources = rule.at("resourceRules");
        Field paths = rule.at("nonResourceRules");
        if (resources.isEmpty() && paths.isEmpty()) {
            rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
        }
        resources.items().forEach(FlowValidation::resources);
        for (Field one : paths.items()) {
            verbs(one.at("verbs"));
            Field urls = one.at("nonResourceURLs");
            if (urls.isEmpty()) {
                urls.required("nonResourceURLs must contain at least one value");
            } else if (all(urls)) {
                alone(urls, "non-resource URLs");
            } else {
                urls.items().forEach(FlowValidation::url);
            }
        }
    }

    private static void subject(Field subject) {
        String kind = subject.at("kind").text();
        List<String> others = OTHERS.get(kind);
        if (others == null) {
            subject.at("kind").unsupported("Group", "ServiceAccount", "User");
            return;
        }
        String own = kind.substring(0, 1).toLowerCase(Locale.ROOT) + kind.substring(1);
        Field about = subject.at(own);
        if (!about.isSet()) {
            about.required(own + " is required when subject kind is '" + kind + "'");
        } else {
            name(about, kind.equals("ServiceAccount"));
        }
        for (String other : others) {
            if (subject.at(other).isSet()) {
                String of = other.substring(0, 1).toUpperCase(Locale.ROOT) + other.substring(1);
                subject.at(other).forbidden(other + " is forbidden when subject kind is not '" + of + "'");
            }
        }
    }

    private static void name(Field about, boolean account) {
        Field name = about.at("name");
        if (name.isEmpty()) {
            name.required();
        } else if (account && !name.is(ALL)) {
            name.mustBe(Names::dnsSubdomain);
        }
        Field namespace = about.at("namespace");
        if (account && namespace.isEmpty()) {
            namespace.required("must specify namespace for service account");
        } else if (account) {
            namespace.mustBe(Names::dnsLabel);
        }
    }

    private static void resources(Field rule) {
        verbs(rule.at("verbs"));
        many(rule.at("apiGroups"), "api group");
        many(rule.at("resources"), "resource");
        Field namespaces = rule.at("namespaces");
        if (namespaces.isEmpty() && !rule.at("clusterScope").flag()) {
            namespaces.required("resource rules that are not cluster scoped must supply at least one namespace");
        } else if (all(namespaces)) {
            alone(namespaces, "namespaces");
        } else {
            for (Field namespace : namespaces.items()) {
                Names.dnsLabel(namespace.text())
                        .forEach(complaint -> namespace.invalidText(
                                "each member of this list must be '*' or a DNS-1123 label; " + complaint));
            }
        }
    }

    private static void verbs(Field verbs) {
        if (verbs.isEmpty()) {
            verbs.required("verbs must contain at least one value");
        } else if (all(verbs)) {
            alone(verbs, "verbs");
        } else if (!VERBS.containsAll(verbs.texts())) {
            String supported = "\"" + String.join("\", \"", VERBS) + "\"";
            unsupported(verbs, verbs.node(), supported);
        }
    }

    private static void many(Field list, String what) {
        if (list.isEmpty()) {
            list.required("resource rules must supply at least one " + what);
        } else if (all(list)) {
            alone(list, what + "s");
        }
    }

    private static boolean all(Field list) {
        return list.texts().contains(ALL);
    }

    private static void alone(Field list, String what) {
        if (list.size() > 1) {
            list.invalid("if '*' is present, must not specify other " + what);
        }
    }

    private static void url(Field url) {
        String text = url.text();
        if (text.isEmpty()) {
            url.invalidText("must not be empty");
        } else if (text.equals("/")) {
            return;
        } else if (!text.startsWith("/")) {
            url.invalidText("must start with slash");
        } else if (text.contains(" ")) {
            url.invalidText("must not contain white-space");
        } else if (text.contains("//")) {
            url.invalidText("must not contain double slash");
        } else if (text.substring(0, text.length() - 1).contains(ALL) || (text.endsWith(ALL) && !text.endsWith("/*"))) {
            url.invalidText("wildcard can only do suffix matching");
        }
    }
}
