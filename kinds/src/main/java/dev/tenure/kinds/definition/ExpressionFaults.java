package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.SchemaExpressions;
import dev.tenure.kinds.expression.SchemaExpressions.Judged;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Reports expressions that cannot be compiled, cost too much, or compare with what cannot be found again.
/// Upstream: ValidateCustomResourceDefinitionOpenAPISchema.
final class ExpressionFaults {
    /// What one expression may cost on one object, at most.
    private static final long EXPRESSION_COST_MAX = 10_000_000;
    /// What all expressions of a schema may cost together.
    private static final long DEFINITION_COST_MAX = 100_000_000;

    private static final int TOLD_MAX = 4;

    private static final String VALIDATIONS = "x-kubernetes-validations";

    private final Field root;
    private final FieldErrors errors;
    private final boolean unchanged;
    private final List<String> faulty;
    private final List<Judged> dearest = new ArrayList<>();
    private long total;

    private ExpressionFaults(Field root, boolean unchanged, List<String> faulty) {
        this.root = root;
        this.errors = root.errors();
        this.unchanged = unchanged;
        this.faulty = List.copyOf(faulty);
    }

    /// @param root a structural schema with good defaults
    /// @param unchanged whether it was there before: then the cost of a single expression is let pass
    /// @param faulty places where something else is wrong; expressions around them are not looked at
    static void check(Field root, boolean unchanged, List<String> faulty) {
        var faults = new ExpressionFaults(root, unchanged, faulty);
        int before = root.errors().size();
        faults.untyped(Structural.of(root.node()), root.path());
        if (root.errors().size() > before) {
            return;
        }
        SchemaExpressions.of(Structural.of(root.node()), true)
                .ifPresent(found -> found.judge(root.path(), faults::isSound, faults::found));
        faults.together();
    }

    /// Tells of expressions about values that have no type, or are made of such.
    private void untyped(Structural schema, Path path) {
        if (!schema.source().path(VALIDATIONS).isEmpty() && isSound(path) && !hasType(schema)) {
            errors.internal(
                    path.child(VALIDATIONS).text(),
                    "internal error: failed to construct type information for x-kubernetes-validations rules:"
                            + " unable to convert structural schema to CEL declarations");
        }
        schema.properties()
                .forEach((name, of) -> untyped(of, path.child("properties").key(name)));
        schema.items().ifPresent(items -> untyped(items, path.child("items")));
        schema.additional().ifPresent(of -> untyped(of, path.child("additionalProperties")));
    }

    /// Whether nothing else is wrong with the schema at a place, or with those inside it.
    private boolean isSound(Path place) {
        String text = place.text();
        return faulty.stream()
                .noneMatch(fault -> fault.equals(text) || fault.startsWith(text + ".") || fault.startsWith(text + "["));
    }

    /// Upstream: apiserver/pkg/cel/common/schemas.go.
    private static boolean hasType(Structural schema) {
        return schema.intOrString()
                || switch (schema.type()) {
                    case "array" ->
                        schema.items().filter(ExpressionFaults::hasType).isPresent();
                    case "object" ->
                        schema.additional().map(ExpressionFaults::hasType).orElse(true);
                    case "string", "boolean", "number", "integer" -> true;
                    default -> false;
                };
    }

    private void found(Judged judged) {
        Path path = path(judged);
        JsonNode stated = judged.stated();
        cost(judged);
        if (!judged.fault().isEmpty()) {
            errors.invalid(path.text(), shaped(stated), judged.fault());
        }
        if (judged.usesOld() && judged.uncorrelatable().isPresent()) {
            errors.invalid(
                    path.text(),
                    stated.path("rule").asText(),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                            + judged.uncorrelatable().get());
        } else if (judged.part().equals("rule") && !judged.usesOld() && stated.has("optionalOldSelf")) {
            Path option =
                    judged.place().child(VALIDATIONS).index(judged.index()).child("optionalOldSelf");
            errors.invalid(
                    option.text(), stated.path("optionalOldSelf"), "may not be set if oldSelf is not used in rule");
        }
    }

    private static Path path(Judged judged) {
        return judged.place().child(VALIDATIONS).index(judged.index()).child(judged.part());
    }

    private void cost(Judged judged) {
        long cost = judged.costMax();
        if (!unchanged && cost > EXPRESSION_COST_MAX) {
            String what = "estimated " + judged.part() + " cost";
            errors.forbidden(path(judged).text(), tooDear(what, cost, EXPRESSION_COST_MAX));
        }
        total = total > Long.MAX_VALUE - cost ? Long.MAX_VALUE : total + cost;
        if (cost >= DEFINITION_COST_MAX / 100) {
            dearest.add(judged);
            dearest.sort(Comparator.comparingLong(Judged::costMax).reversed());
            dearest.subList(Math.min(TOLD_MAX, dearest.size()), dearest.size()).clear();
        }
    }

    /// What all expressions of the schema cost together.
    private void together() {
        if (total <= DEFINITION_COST_MAX) {
            return;
        }
        for (Judged judged : dearest) {
            errors.forbidden(
                    path(judged).text(),
                    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema");
        }
        errors.forbidden(
                root.path().text(),
                tooDear(
                        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                        total,
                        DEFINITION_COST_MAX));
    }

    private static String tooDear(String what, long cost, long max) {
        double factor = (double) cost / max;
        String shown =
                factor > 100 ? "more than 100x" : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
        return what + " exceeds budget by factor of " + shown + " (try simplifying the rule, or adding maxItems, "
                + "maxProperties, and maxLength where arrays, maps, and strings are declared)";
    }

    private static ObjectNode shaped(JsonNode stated) {
        return PrintedSchema.RULE.of(stated.isObject() ? stated : Json.object());
    }
}
