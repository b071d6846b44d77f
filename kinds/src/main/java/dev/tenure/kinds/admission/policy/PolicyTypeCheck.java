package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.custom.CustomKinds;
import dev.tenure.kinds.expression.RequestTypeCheck;
import dev.tenure.kinds.expression.RequestTypeCheck.Kind;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What does not fit in the expressions of a validating policy, for the kinds that it names. Pure. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/typechecking.go.
public final class PolicyTypeCheck {
    private static final int KINDS_MAX = 10;
    private static final Comparator<ResourceType> ORDER = Comparator.comparing(ResourceType::group)
            .thenComparing(ResourceType::version)
            .thenComparing(ResourceType::kind);
    private static final Comparator<Named> BY_NAMES = Comparator.comparing(Named::group)
            .thenComparing(named -> named.type().version())
            .thenComparing(named -> named.type().resource());

    private final KindTable kinds;
    private final JsonNode spec;

    private PolicyTypeCheck(KindTable kinds, JsonNode spec) {
        this.kinds = kinds;
        this.spec = spec;
    }

    /// The `expressionWarnings` of a policy.
    ///
    /// @param builtIn the kinds that are always there
    /// @param spec of the policy
    /// @param definitions all CustomResourceDefinitions; those that cannot be served are left out
    public static ArrayNode warnings(KindTable builtIn, JsonNode spec, List<? extends JsonNode> definitions) {
        KindTable kinds = builtIn.with(CustomKinds.of(named(spec, definitions), (_, _) -> {}));
        return new PolicyTypeCheck(kinds, spec).run();
    }

    /// The definitions of which a policy may name a kind: to make the kinds of all of them takes long.
    private static List<JsonNode> named(JsonNode spec, List<? extends JsonNode> definitions) {
        Set<String> resources = new HashSet<>();
        spec.path("matchConstraints")
                .path("resourceRules")
                .forEach(rule -> resources.addAll(texts(rule.path("resources"))));
        String params = spec.path("paramKind").path("kind").asText("");
        List<JsonNode> named = new ArrayList<>();
        for (JsonNode definition : definitions) {
            JsonNode names = definition.path("status").path("acceptedNames");
            if (resources.contains(names.path("plural").asText(""))
                    || params.equals(names.path("kind").asText(""))) {
                named.add(definition);
            }
        }
        return named;
    }

    private ArrayNode run() {
        ArrayNode warnings = Json.array();
        List<Checked> checks = checks();
        JsonNode validations = spec.path("validations");
        for (int i = 0; i < validations.size(); i++) {
            for (String field : new String[] {"expression", "messageExpression"}) {
                String expression = validations.path(i).path(field).asText("");
                String warning = expression.isEmpty() ? "" : warning(checks, expression);
                if (!warning.isEmpty()) {
                    warnings.addObject()
                            .put("fieldRef", "spec.validations[%d].%s".formatted(i, field))
                            .put("warning", warning);
                }
            }
        }
        return warnings;
    }

    /// How expressions are held against one kind; its variables are known.
    private record Checked(ResourceType type, RequestTypeCheck check) {}

    /// Once for all expressions: there may be very many, and a kind has hundreds of fields.
    private List<Checked> checks() {
        Optional<Kind> params = params();
        return types().stream()
                .flatMap(type -> schema(type).stream()
                        .map(schema -> new Checked(type, check(new Kind(type.kind(), schema), params))))
                .toList();
    }

    private static String warning(List<Checked> checks, String expression) {
        List<String> lines = new ArrayList<>();
        for (Checked checked : checks) {
            String faults = checked.check().faults(expression);
            if (!faults.isEmpty()) {
                ResourceType type = checked.type();
                lines.add("%s/%s, Kind=%s: %s\n".formatted(type.group(), type.version(), type.kind(), faults));
            }
        }
        return String.join("\n", lines);
    }

    private Optional<Kind> params() {
        JsonNode paramKind = spec.path("paramKind");
        return kinds.ofKind(
                        paramKind.path("apiVersion").asText(""),
                        paramKind.path("kind").asText(""))
                .map(KindEntry::type)
                .flatMap(type -> schema(type).map(schema -> new Kind("params." + type.kind(), schema)));
    }

    private RequestTypeCheck check(Kind object, Optional<Kind> params) {
        var check = new RequestTypeCheck(object, spec.path("paramKind").isObject(), params);
        for (JsonNode variable : spec.path("variables")) {
            check.define(
                    variable.path("name").asText(""),
                    variable.path("expression").asText(""));
        }
        return check;
    }

    private Optional<Structural> schema(ResourceType type) {
        Optional<CustomKind> custom =
                kinds.ofKind(type.apiVersion(), type.kind()).flatMap(KindEntry::custom);
        return custom.isPresent()
                ? custom.flatMap(CustomKind::schema)
                : Schema.builtIn().kind(type.apiVersion(), type.kind()).flatMap(RequestTypeCheck::schema);
    }

    /// The kinds that rules name, not more than a few.
    private List<ResourceType> types() {
        TreeSet<ResourceType> found = new TreeSet<>(ORDER);
        for (JsonNode rule : spec.path("matchConstraints").path("resourceRules")) {
            int count = 0;
            for (Named named : named(rule)) {
                found.add(named.type());
                count++;
                if (count == KINDS_MAX) {
                    return List.copyOf(found);
                }
            }
        }
        return List.copyOf(found);
    }

    /// A kind that a rule names.
    ///
    /// @param group by which it is named: upstream's mapper takes a name without a group for one of any group
    private record Named(String group, ResourceType type) {}

    /// The kinds that a rule names, in the order of the names; none of a rule with a wildcard for a group or
    /// version. Looked for among the kinds that there are, for the names of a rule may go together in very
    /// many ways.
    private List<Named> named(JsonNode rule) {
        Set<String> groups = texts(rule.path("apiGroups"));
        Set<String> versions = texts(rule.path("apiVersions"));
        Set<String> resources = texts(rule.path("resources"));
        List<Named> all = new ArrayList<>();
        if (hasWildcard(groups) || hasWildcard(versions)) {
            return all;
        }
        for (KindEntry entry : kinds.entries()) {
            ResourceType type = entry.type();
            if (versions.contains(type.version()) && resources.contains(type.resource())) {
                Stream.of("", type.group())
                        .distinct()
                        .filter(groups::contains)
                        .forEach(group -> all.add(new Named(group, type)));
            }
        }
        all.sort(BY_NAMES);
        return all;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    private static boolean hasWildcard(Set<String> names) {
        return names.stream().anyMatch(name -> name.contains("*"));
    }
}
