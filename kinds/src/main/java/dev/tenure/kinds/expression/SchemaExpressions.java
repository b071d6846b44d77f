package dev.tenure.kinds.expression;

import dev.cel.common.types.SimpleType;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.Budget.Outcome;
import dev.tenure.kinds.expression.ExpressionLanguage.Compiled;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.cost.Span;
import dev.tenure.kinds.value.ListKeys;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.model.meta.Quoted;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The expressions of a schema and of all schemas below it, those of each compiled when they are first asked
/// for: a value need not reach all of them. Immutable; safe for use by any thread.
public final class SchemaExpressions {
    private static final String NO_FIELD = "<nil>";
    private static final String NO_MORE = ", no further validation rules will be run";
    private static final int MESSAGE_BYTES_MAX = 5 * 1024;

    private final Structural schema;
    private final boolean resource;
    private final boolean speaks;
    private final MadeOnce<Compilation> own;
    private final SortedMap<String, SchemaExpressions> properties;
    private final Optional<SchemaExpressions> items;
    private final Optional<SchemaExpressions> additional;

    /// One of `x-kubernetes-validations`.
    ///
    /// @param stated as it stands in the schema
    private record Validation(JsonNode stated, Compiled compiled, Optional<Compiled> message) {
        String rule() {
            return GoSpace.trimmed(stated.path("rule").asText(""));
        }

        /// What stands for the rule in messages.
        String shown() {
            String message = GoSpace.trimmed(stated.path("message").asText(""));
            return message.isEmpty() ? rule() : message;
        }

        boolean optionalOld() {
            return stated.path("optionalOldSelf").asBoolean(false);
        }
    }

    /// A schema's own expressions.
    private record Compilation(List<Validation> validations, long cardinalityMax) {
        static final Compilation NONE = new Compilation(List.of(), 0);

        Compilation {
            validations = List.copyOf(validations);
        }
    }

    private SchemaExpressions(Structural schema, boolean resource) {
        this.schema = schema;
        this.resource = resource;
        this.speaks = !schema.source().path("x-kubernetes-validations").isEmpty();
        this.own = new MadeOnce<>(() -> compiled(schema, resource));
        var below = new TreeMap<String, SchemaExpressions>();
        schema.properties()
                .forEach((name, property) -> of(property, property.embedded()).ifPresent(one -> below.put(name, one)));
        this.properties = Collections.unmodifiableSortedMap(below);
        this.items = schema.items().flatMap(items -> of(items, items.embedded()));
        this.additional = schema.additional().flatMap(values -> of(values, values.embedded()));
    }

    /// @param resource whether it is the schema of whole objects
    /// @return empty when there is no expression in it
    public static Optional<SchemaExpressions> of(Structural schema, boolean resource) {
        var all = new SchemaExpressions(schema, resource);
        boolean silent = !all.speaks && all.properties.isEmpty() && all.items.isEmpty() && all.additional.isEmpty();
        return silent ? Optional.empty() : Optional.of(all);
    }

    private List<Validation> validations() {
        return speaks ? own.get().validations() : List.of();
    }

    /// Of how many schemas the expressions have been compiled.
    int compiled() {
        int below = Stream.of(properties.values().stream(), items.stream(), additional.stream())
                .flatMap(parts -> parts)
                .mapToInt(SchemaExpressions::compiled)
                .sum();
        return own.known().isPresent() ? below + 1 : below;
    }

    private static Compilation compiled(Structural schema, boolean resource) {
        JsonNode stated = schema.source().path("x-kubernetes-validations");
        if (stated.isEmpty()) {
            return Compilation.NONE;
        }
        var types = new ExpressionTypes(schema, resource);
        if (types.self().isEmpty()) {
            return Compilation.NONE;
        }
        Map<Boolean, ExpressionLanguage> languages = new HashMap<>();
        List<Validation> validations = new ArrayList<>();
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
        return new Compilation(validations, types.cardinalityMax());
    }

    /// One expression, as definitions are judged by it.
    ///
    /// @param place of the schema: `properties[spec].items`
    /// @param stated as it stands in the schema
    /// @param part `rule` or `messageExpression`
    /// @param uncorrelatable the outermost schema around it for which nobody can tell which of its parts was
    ///     which before; empty when there is none
    /// @param fault why it cannot be compiled; empty when it can
    /// @param usesOld whether the rule compares with what was before
    /// @param costMax what all its runs on one object can cost
    public record Judged(
            Path place,
            int index,
            JsonNode stated,
            String part,
            Optional<Path> uncorrelatable,
            String fault,
            boolean usesOld,
            long costMax) {}

    /// Tells of every expression what is wrong with it, and what it can cost.
    ///
    /// @param at where the schema stands
    /// @param wanted places whose expressions are told of
    public void judge(Path at, Predicate<Path> wanted, Consumer<Judged> heard) {
        judge(new Place(at, Optional.of(1L), Optional.empty()), wanted, heard);
    }

    /// Where a schema stands in the schema of whole objects.
    ///
    /// @param times how often the schema's values can stand in one object; empty when there is no bound
    /// @param uncorrelatable as for [Judged]
    private record Place(Path at, Optional<Long> times, Optional<Path> uncorrelatable) {
        Place part(Path part, Optional<Long> often, boolean correlatable) {
            return new Place(part, often, correlatable ? uncorrelatable : uncorrelatable.or(() -> Optional.of(at)));
        }
    }

    private void judge(Place place, Predicate<Path> wanted, Consumer<Judged> heard) {
        Path at = place.at();
        Optional<Long> below =
                place.times().flatMap(known -> elementsMax().map(elements -> Span.product(known, elements)));
        additional.ifPresent(
                value -> value.judge(place.part(at.child("additionalProperties"), below, true), wanted, heard));
        properties.forEach((name, property) ->
                property.judge(place.part(at.child("properties").key(name), below, true), wanted, heard));
        boolean keyed = schema.listType().equals("map");
        items.ifPresent(item -> item.judge(place.part(at.child("items"), below, keyed), wanted, heard));
        if (speaks && wanted.test(at)) {
            own(place, heard);
        }
    }

    private void own(Place place, Consumer<Judged> heard) {
        List<Validation> validations = validations();
        for (int i = 0; i < validations.size(); i++) {
            Validation validation = validations.get(i);
            Compiled compiled = validation.compiled();
            String fault = wrong(compiled);
            long cost = fault.isEmpty()
                    ? Span.product(
                            compiled.costMax(), place.times().orElse(own.get().cardinalityMax()))
                    : 0;
            heard.accept(judged(place, i, "rule", fault, cost));
            if (fault.isEmpty() && validation.message().isPresent()) { // upstream looks at no other's message
                Compiled message = validation.message().get();
                String wrong = wrong(message, message.type().equals(SimpleType.STRING));
                heard.accept(judged(place, i, "messageExpression", wrong, wrong.isEmpty() ? message.costMax() : 0));
            }
        }
    }

    private Judged judged(Place place, int index, String part, String fault, long cost) {
        Validation validation = validations().get(index);
        boolean usesOld = part.equals("rule") && validation.compiled().usesOld();
        return new Judged(place.at(), index, validation.stated(), part, place.uncorrelatable(), fault, usesOld, cost);
    }

    /// Why a rule cannot be run; empty when it can.
    private static String wrong(Compiled rule) {
        boolean decides = rule.type().equals(SimpleType.BOOL) || (!rule.fault().isEmpty() && rule.prepared());
        return decides ? rule.fault() : "cel expression must evaluate to a bool";
    }

    /// Why an expression cannot tell what is wrong; empty when it can. Upstream asks for its type before it
    /// prepares it, and has a shorter word for that than of a rule.
    private static String wrong(Compiled message, boolean text) {
        if (!message.fault().isEmpty() && (message.prepared() || text)) {
            String fault = message.fault();
            return "messageExpression " + (message.prepared() ? fault : fault.substring("program ".length()));
        }
        return text ? "" : "messageExpression must evaluate to a string";
    }

    /// How often one value holds another; empty when there is no bound.
    private Optional<Long> elementsMax() {
        String limit = switch (schema.type()) {
            case "array" -> "maxItems";
            case "object" -> schema.allowsAdditional() ? "maxProperties" : "";
            default -> "";
        };
        if (limit.isEmpty()) {
            return Optional.of(1L);
        }
        JsonNode stated = schema.source().path(limit);
        return stated.isNumber() ? Optional.of(Math.max(0, stated.asLong())) : Optional.empty();
    }

    /// Reports which expressions do not hold for a new value.
    ///
    /// @param at where the value stands; empty for a whole object
    public void validate(JsonNode value, Path at, FieldErrors errors) {
        validate(value, Past.NONE, at, new Run(new Budget(), errors));
    }

    /// Reports which expressions do not hold for a value that is there already, as if none had been looked at
    /// before.
    public void validateAgain(JsonNode value, Path at, FieldErrors errors) {
        var past = new Past(Optional.of(value), Optional.empty(), false);
        validate(value, past, at, new Run(new Budget(), errors));
    }

    /// Reports which expressions do not hold for a changed value. What did not change is only warned of.
    public void validateUpdate(JsonNode value, JsonNode old, Path at, FieldErrors errors) {
        var past = new Past(Optional.of(old), Optional.of(old), false);
        validate(value, past, at, new Run(new Budget(), errors));
    }

    /// One object that is looked at.
    private record Run(Budget budget, FieldErrors errors) {}

    /// What is known of a value's past. Upstream: ratchetingOptions.
    ///
    /// @param old what expressions compare it with
    /// @param before what it was, to tell whether it is kept; absent when that cannot be told
    /// @param inside whether the innermost value around it of which that can be told is kept
    private record Past(Optional<JsonNode> old, Optional<JsonNode> before, boolean inside) {
        static final Past NONE = new Past(Optional.empty(), Optional.empty(), false);

        boolean keeps(JsonNode value) {
            return before.map(was -> SameValue.same(was, value)).orElse(inside);
        }
    }

    private void validate(JsonNode value, Past past, Path at, Run run) {
        if (value.isNull() || value.isMissingNode()) {
            return;
        }
        all(value, past, at, run);
        if (value.isArray() && items.isPresent()) {
            ListKeys old = ListKeys.of(past.old(), schema.source());
            ListKeys before = ListKeys.of(past.before(), schema.source());
            boolean kept = past.keeps(value);
            for (int i = 0; i < value.size() && !run.budget().isSpent(); i++) {
                JsonNode item = value.get(i);
                Past part = new Past(old.counterpart(item), before.counterpart(item), kept);
                items.get().validate(item, part, at.index(i), run);
            }
        }
        if (properties.isEmpty() && additional.isEmpty()) {
            return;
        }
        boolean kept = past.keeps(value);
        boolean found =
                !schema.source().path("x-kubernetes-map-type").asText("").equals("atomic");
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (run.budget().isSpent()) {
                return;
            }
            String name = entry.getKey();
            Optional<JsonNode> old = past.old().filter(_ -> found).flatMap(was -> member(was, name));
            Past part = new Past(old, past.before().flatMap(was -> member(was, name)), kept);
            member(name, entry.getValue(), part, at, run);
        }
    }

    private static Optional<JsonNode> member(JsonNode map, String name) {
        return map.has(name) ? Optional.of(map.path(name)) : Optional.empty();
    }

    private void member(String name, JsonNode value, Past past, Path at, Run run) {
        SchemaExpressions declared = properties.get(name);
        if (declared != null) {
            declared.validate(value, past, at.child(name), run);
        } else if (additional.isPresent() && !schema.properties().containsKey(name)) {
            additional.get().validate(value, past, at.key(name), run);
        }
    }

    private void all(JsonNode value, Past past, Path at, Run run) {
        if (validations().isEmpty()) {
            return;
        }
        if (run.budget().isSpent()) {
            spent(at, run);
            return;
        }
        var variables = new Variables(value, past);
        for (Validation validation : validations()) {
            Compiled compiled = validation.compiled();
            String wrong = wrong(compiled);
            if (!wrong.isEmpty()) {
                fault(at, "rule compile error: " + wrong, run);
                continue;
            }
            boolean skipped = compiled.usesOld() && past.old().isEmpty() && !validation.optionalOld();
            if (compiled.rule().isEmpty() || skipped) {
                continue;
            }
            one(validation, compiled.rule().get(), variables, at, run);
            if (run.budget().isSpent()) {
                return;
            }
        }
    }

    private void spent(Path at, Run run) {
        run.budget().end();
        fault(at, "validation failed due to running out of cost budget" + NO_MORE, run);
    }

    private void fault(Path at, String fault, Run run) {
        String place = at.text().isEmpty() ? NO_FIELD : at.text();
        run.errors().invalid(place, TextNode.valueOf(schema.type()), fault);
    }

    private void one(Validation validation, Rule rule, Variables variables, Path at, Run run) {
        Map<String, Object> given = variables.of(validation);
        switch (run.budget().run(rule, given)) {
            case Outcome.Value(Object holds) when Boolean.TRUE.equals(holds) -> {}
            case Outcome.Value _ -> {
                FieldError error = error(validation, at, shown(variables.value), message(validation, given, run));
                if (variables.kept && !validation.compiled().usesOld()) {
                    run.errors().warn(error);
                } else {
                    run.errors().add(error.type(), error.field(), error.value(), error.detail());
                }
            }
            case Outcome.Failed(String why)
            when why.startsWith("no such overload") ->
                fault(
                        at,
                        ("'%s': call arguments did not match a supported operator, function or macro signature for"
                                        + " rule: %s")
                                .formatted(why, validation.shown()),
                        run);
            case Outcome.Failed(String why) -> fault(at, why + " evaluating rule: " + validation.shown(), run);
            case Outcome.TooDear(String why) -> {
                run.budget().end();
                fault(
                        at,
                        "'%s': no further validation rules will be run due to call cost exceeds limit for rule: %s"
                                .formatted(why, validation.shown()),
                        run);
            }
            case Outcome.Spent _ -> spent(at, run);
        }
    }

    /// What the expressions on one value are given.
    private final class Variables {
        private final JsonNode value;
        private final boolean kept;
        private final Object self;
        private final Optional<Object> before;

        Variables(JsonNode value, Past past) {
            this.value = value;
            this.kept = past.keeps(value);
            boolean compared = validations().stream()
                    .anyMatch(validation -> validation.compiled().usesOld());
            this.self = ExpressionValues.of(value, schema, resource);
            this.before =
                    compared ? past.old().map(was -> ExpressionValues.of(was, schema, resource)) : Optional.empty();
        }

        Map<String, Object> of(Validation validation) {
            Map<String, Object> variables = new HashMap<>();
            variables.put("self", self);
            if (validation.optionalOld()) {
                variables.put("oldSelf", before);
            } else {
                before.ifPresent(was -> variables.put("oldSelf", was));
            }
            return variables;
        }
    }

    private static String message(Validation validation, Map<String, Object> variables, Run run) {
        Optional<Rule> rule = validation.message().flatMap(Compiled::rule);
        if (rule.isPresent()) {
            switch (run.budget().run(rule.get(), variables)) {
                case Outcome.Value(String text)
                when isMessage(GoSpace.trimmed(text)) -> {
                    return GoSpace.trimmed(text);
                }
                case Outcome.Spent _ -> {
                    return "messageExpression evaluation failed due to running out of cost budget" + NO_MORE;
                }
                case Outcome.TooDear _ -> {
                    run.budget().end();
                    return "no further validation rules will be run due to call cost exceeds limit for "
                            + "messageExpression: "
                            + Quoted.of(validation
                                    .stated()
                                    .path("messageExpression")
                                    .asText());
                }
                case Outcome.Value _, Outcome.Failed _ -> {
                    // then the plain message is reported
                }
            }
        }
        String plain = GoSpace.trimmed(validation.stated().path("message").asText(""));
        return plain.isEmpty() ? "failed rule: " + validation.rule() : plain;
    }

    private static boolean isMessage(String text) {
        return !text.isEmpty()
                && !text.contains("\n")
                && text.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_BYTES_MAX;
    }

    /// What of the value is told: nothing of objects and lists, which can be large.
    private Optional<JsonNode> shown(JsonNode value) {
        boolean large = schema.type().equals("object") || schema.type().equals("array");
        return large ? Optional.empty() : Optional.of(value);
    }

    private FieldError error(Validation validation, Path at, Optional<JsonNode> value, String detail) {
        String below = validation.stated().path("fieldPath").asText("");
        Path path = SchemaPath.place(below, schema)
                .filter(found -> !found.text().isEmpty())
                .map(found -> at.child(found.text()))
                .orElse(at);
        String place = path.text().isEmpty() ? NO_FIELD : path.text();
        FieldError.Type type = switch (validation.stated().path("reason").asText("")) {
            case "FieldValueForbidden" -> FieldError.Type.FORBIDDEN;
            case "FieldValueRequired" -> FieldError.Type.REQUIRED;
            case "FieldValueDuplicate" -> FieldError.Type.DUPLICATE;
            default -> FieldError.Type.INVALID;
        };
        return new FieldError(type, place, value, type == FieldError.Type.DUPLICATE ? "" : detail);
    }
}
