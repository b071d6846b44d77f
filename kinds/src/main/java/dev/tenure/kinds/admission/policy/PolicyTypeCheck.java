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
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// What does not fit in the expressions of a validating policy, for the kinds that it names. Pure. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/typechecking.go.
public final class PolicyTypeCheck {
    private static final int KINDS_MAX = 10;
    private static final Comparator<ResourceType> ORDER = Comparator.comparing(ResourceType::group)
            .thenComparing(ResourceType::version)
            .thenComparing(ResourceType::kind);

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
        KindTable kinds = builtIn.with(CustomKinds.of(definitions, (_, _) -> {}));
        return new PolicyTypeCheck(kinds, spec).run();
    }

    private ArrayNode run() {
        ArrayNode warnings = Json.array();
        List<ResourceType> types = types();
        JsonNode validations = spec.path("validations");
        for (int i = 0; i < validations.size(); i++) {
            for (String field : new String[] {"expression", "messageExpression"}) {
                String expression = validations.path(i).path(field).asText("");
                String warning = expression.isEmpty() ? "" : warning(types, expression);
                if (!warning.isEmpty()) {
                    warnings.addObject()
                            .put("fieldRef", "spec.validations[%d].%s".formatted(i, field))
                            .put("warning", warning);
                }
            }
        }
        return warnings;
    }

    private String warning(List<ResourceType> types, String expression) {
        List<String> lines = new ArrayList<>();
        for (ResourceType type : types) {
            Optional<Structural> schema = schema(type);
            if (schema.isPresent()) {
                String faults = check(new Kind(type.kind(), schema.get())).faults(expression);
                if (!faults.isEmpty()) {
                    lines.add("%s/%s, Kind=%s: %s\n".formatted(type.group(), type.version(), type.kind(), faults));
                }
            }
        }
        return String.join("\n", lines);
    }

    private RequestTypeCheck check(Kind object) {
        JsonNode paramKind = spec.path("paramKind");
        Optional<Kind> params = kinds.ofKind(
                        paramKind.path("apiVersion").asText(""),
                        paramKind.path("kind").asText(""))
                .map(KindEntry::type)
                .flatMap(type -> schema(type).map(schema -> new Kind("params." + type.kind(), schema)));
        var check = new RequestTypeCheck(object, paramKind.isObject(), params);
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
            for (String[] one : named(rule)) {
                for (ResourceType type : types(one[0], one[1], one[2])) {
                    found.add(type);
                    count++;
                    if (count == KINDS_MAX) {
                        return List.copyOf(found);
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    /// Upstream's mapper takes a name without a group for one of any group.
    private List<ResourceType> types(String group, String version, String resource) {
        return kinds.entries().stream()
                .map(KindEntry::type)
                .filter(type -> type.resource().equals(resource)
                        && type.version().equals(version)
                        && (group.isEmpty() || type.group().equals(group)))
                .toList();
    }

    /// Group, version and resource, in order; nothing of a rule with a wildcard for a group or version.
    private static List<String[]> named(JsonNode rule) {
        List<String[]> named = new ArrayList<>();
        for (String group : sorted(rule.path("apiGroups"))) {
            for (String version : sorted(rule.path("apiVersions"))) {
                for (String resource : sorted(rule.path("resources"))) {
                    if (!group.contains("*")
                            && !version.contains("*")
                            && !resource.contains("*")
                            && !resource.contains("/")) {
                        named.add(new String[] {group, version, resource});
                    }
                }
            }
        }
        return named;
    }

    private static List<String> sorted(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        texts.sort(Comparator.naturalOrder());
        return texts;
    }
}
