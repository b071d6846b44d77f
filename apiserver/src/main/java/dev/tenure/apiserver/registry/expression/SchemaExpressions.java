package dev.tenure.apiserver.registry.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.expression.ExpressionLanguage.Compiled;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.schema.Structural;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The expressions of a schema and of all schemas below it, compiled. Immutable; safe for use by any thread.
public final class SchemaExpressions {
    private static final String NO_FIELD = "<nil>";

    private final Structural schema;
    private final boolean resource;
    private final List<Validation> validations = new ArrayList<>();
    private final Map<String, SchemaExpressions> properties = new TreeMap<>();
    private final Optional<SchemaExpressions> items;
    private final Optional<SchemaExpressions> additional;

    /// One of `x-kubernetes-validations`.
    ///
    /// @param stated as it stands in the schema
    private record Validation(JsonNode stated, Compiled compiled, Optional<Compiled> message) {
        String rule() {
            return stated.path("rule").asText("").strip();
        }

        /// What stands for the rule in messages.
        String shown() {
            String message = stated.path("message").asText("").strip();
            return message.isEmpty() ? rule() : message;
        }

        boolean optionalOld() {
            return stated.path("optionalOldSelf").asBoolean(false);
        }
    }

    private SchemaExpressions(Structural schema, boolean resource) {
        this.schema = schema;
        this.resource = resource;
        compile();
        schema.properties().forEach((name, property) -> {
            if (speaks(property)) {
                properties.put(name, new SchemaExpressions(property, property.embedded()));
            }
        });
        this.items = schema.items().filter(SchemaExpressions::speaks).map(s -> new SchemaExpressions(s, s.embedded()));
        this.additional =
                schema.additional().filter(SchemaExpressions::speaks).map(s -> new SchemaExpressions(s, s.embedded()));
    }

    /// @param resource whether it is the schema of whole objects
    /// @return empty when there is no expression in it
    public static Optional<SchemaExpressions> of(Structural schema, boolean resource) {
        return speaks(schema) ? Optional.of(new SchemaExpressions(schema, resource)) : Optional.empty();
    }

    private static boolean speaks(Structural schema) {
        return !schema.source().path("x-kubernetes-validations").isEmpty()
                || schema.properties().values().stream().anyMatch(SchemaExpressions::speaks)
                || schema.items().filter(SchemaExpressions::speaks).isPresent()
                || schema.additional().filter(SchemaExpressions::speaks).isPresent();
    }

    private void compile() {
        JsonNode stated = schema.source().path("x-kubernetes-validations");
        if (stated.isEmpty()) {
            return;
        }
        var types = new ExpressionTypes(schema, resource);
        if (types.self().isEmpty()) {
            return;
        }
        Map<Boolean, ExpressionLanguage> languages = new HashMap<>();
        for (JsonNode one : stated) {
            boolean optional = one.path("optionalOldSelf").asBoolean(false);
            ExpressionLanguage language = languages.computeIfAbsent(
                    optional, o -> new ExpressionLanguage(types, types.self().get(), o));
            String message = one.path("messageExpression").asText("");
            validations.add(new Validation(
                    one,
                    language.compile(one.path("rule").asText("")),
                    message.isEmpty() ? Optional.empty() : Optional.of(language.compile(message))));
        }
    }

    /// Hears of a validation that cannot be compiled.
    public interface Faults {
        /// @param place of the schema: `properties[spec].items`
        /// @param part `rule` or `messageExpression`
        /// @param usesOld whether the rule compares with what was before; then `fault` may be empty
        void found(Path place, int index, String part, String fault, boolean usesOld);
    }

    /// Tells what is wrong with the expressions themselves.
    ///
    /// @param at where the schema stands
    public void faults(Path at, Faults heard) {
        for (int i = 0; i < validations.size(); i++) {
            Validation validation = validations.get(i);
            Compiled compiled = validation.compiled();
            String fault = compiled.fault();
            if (fault.isEmpty() && !compiled.type().equals(SimpleType.BOOL)) {
                fault = "cel expression must evaluate to a bool";
            }
            heard.found(at, i, "rule", fault, compiled.usesOld());
            if (validation.message().isPresent()) {
                Compiled message = validation.message().get();
                boolean text = message.type().equals(SimpleType.STRING);
                String wrong = message.fault().isEmpty()
                        ? (text ? "" : "messageExpression must evaluate to a string")
                        : "messageExpression " + message.fault();
                heard.found(at, i, "messageExpression", wrong, false);
            }
        }
        properties.forEach((name, below) -> below.faults(at.child("properties").key(name), heard));
        items.ifPresent(below -> below.faults(at.child("items"), heard));
        additional.ifPresent(below -> below.faults(at.child("additionalProperties"), heard));
    }

    /// Reports which expressions do not hold.
    ///
    /// @param old absent when there was no such value before, or it cannot be told which it was
    /// @param at where the value stands; empty for a whole object
    public void validate(JsonNode value, Optional<JsonNode> old, Path at, FieldErrors errors) {
        if (value.isNull() || value.isMissingNode()) {
            return;
        }
        validations.forEach(validation -> one(validation, value, old, at, errors));
        if (value.isArray() && items.isPresent()) {
            for (int i = 0; i < value.size(); i++) {
                JsonNode item = value.get(i);
                items.get().validate(item, old.flatMap(was -> counterpart(item, was)), at.index(i), errors);
            }
        }
        if (value.isObject()) {
            value.properties().forEach(entry -> {
                String name = entry.getKey();
                Optional<JsonNode> before = old.filter(was -> was.has(name)).map(was -> was.path(name));
                SchemaExpressions declared = properties.get(name);
                if (declared != null) {
                    declared.validate(entry.getValue(), before, at.child(name), errors);
                } else if (additional.isPresent() && !schema.properties().containsKey(name)) {
                    additional.get().validate(entry.getValue(), before, at.key(name), errors);
                }
            });
        }
    }

    private Optional<JsonNode> counterpart(JsonNode item, JsonNode old) {
        if (!schema.listType().equals("map")) {
            return Optional.empty();
        }
        for (JsonNode before : old) {
            boolean same =
                    schema.listMapKeys().stream().allMatch(key -> SameValue.same(before.path(key), item.path(key)));
            if (same) {
                return Optional.of(before);
            }
        }
        return Optional.empty();
    }

    private void one(Validation validation, JsonNode value, Optional<JsonNode> old, Path at, FieldErrors errors) {
        Compiled compiled = validation.compiled();
        boolean skipped = compiled.usesOld() && old.isEmpty() && !validation.optionalOld();
        boolean unchanged = !compiled.usesOld()
                && old.filter(was -> SameValue.same(was, value)).isPresent();
        if (compiled.program().isEmpty() || skipped || unchanged) {
            return;
        }
        String place = at.text().isEmpty() ? NO_FIELD : at.text();
        Map<String, Object> variables = variables(validation, value, old);
        try {
            Object holds = compiled.program().get().eval(variables);
            if (!Boolean.TRUE.equals(holds)) {
                report(validation, at, message(validation, variables), errors);
            }
        } catch (CelEvaluationException e) {
            errors.invalid(
                    place,
                    TextNode.valueOf(schema.type()),
                    ExpressionLanguage.goWords(e) + " evaluating rule: " + validation.shown());
        }
    }

    private Map<String, Object> variables(Validation validation, JsonNode value, Optional<JsonNode> old) {
        Map<String, Object> variables = new HashMap<>();
        variables.put("self", ExpressionValues.of(value, schema, resource));
        Optional<Object> before = old.map(was -> ExpressionValues.of(was, schema, resource));
        if (validation.optionalOld()) {
            variables.put("oldSelf", before);
        } else {
            before.ifPresent(was -> variables.put("oldSelf", was));
        }
        return variables;
    }

    private static String message(Validation validation, Map<String, Object> variables) {
        if (validation.message().flatMap(Compiled::program).isPresent()) {
            try {
                Object text = validation.message().get().program().get().eval(variables);
                String shown = String.valueOf(text).strip();
                if (text instanceof String && !shown.isEmpty() && !shown.contains("\n")) {
                    return shown;
                }
            } catch (CelEvaluationException _) {
                // then the plain message is told
            }
        }
        String plain = validation.stated().path("message").asText("").strip();
        return plain.isEmpty() ? "failed rule: " + validation.rule() : plain;
    }

    private static void report(Validation validation, Path at, String detail, FieldErrors errors) {
        String below = validation.stated().path("fieldPath").asText("");
        Path path = below.isEmpty() ? at : at.child(below.startsWith(".") ? below.substring(1) : below);
        String place = path.text().isEmpty() ? NO_FIELD : path.text();
        FieldError.Type type = switch (validation.stated().path("reason").asText("")) {
            case "FieldValueForbidden" -> FieldError.Type.FORBIDDEN;
            case "FieldValueRequired" -> FieldError.Type.REQUIRED;
            case "FieldValueDuplicate" -> FieldError.Type.DUPLICATE;
            default -> FieldError.Type.INVALID;
        };
        errors.add(type, place, Optional.empty(), detail);
    }
}
