package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.common.types.SimpleType;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.ExpressionLanguage.Compiled;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.kinds.expression.RequestRun.Result;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Random expressions, and what upstream's libraries made of them: whether they
/// compile, what they come to, why they fail and what they cost.
/// `checks/upstream/expressions.sh` makes others and has this test compare them.
class ComparedExpressionsTest {
    private static final int SHOWN_MAX = 40;
    /// Names a file for those that are alike.
    private static final String KEPT = "tenure.expressions.alike";
    /// Names the file of other answers.
    private static final String OTHERS = "tenure.expressions";

    private static final long COST_MAX = 1_000_000_000_000L;
    private static final Pattern OVERLOAD = Pattern.compile("no such overload: [^']*(?='|$)");
    /// Upstream counts no step that finds nothing.
    private static final Pattern OPTIONAL = Pattern.compile("\\.\\?|\\[\\?|opt|first|last");
    /// What upstream finds out when it works out constants, Tenure finds out when it runs them.
    private static final Pattern PREPARED = Pattern.compile("^program instantiation failed");
    /// Differences that docs/decisions/apiserver.md names.
    private static final List<Pattern> KNOWN = List.of(
            // presence in what has no parts, and steps into it
            Pattern.compile("has\\((dyn|self\\.port|\\(dyn|params\\.allowed)"),
            // a step into what has no parts, or beyond what a list can hold
            Pattern.compile(
                    "dyn\\((null|1|1\\.5|'x'|2u|true|1e10|\\[1,'a'\\]|[a-z]+\\(.*|[0-9]+u)\\)[.\\[]|self\\.port[.\\[]"),
            Pattern.compile(
                    "(self\\.list|object\\.spec\\.\\w+|'a\\.b/c'\\]|oldObject\\.spec\\.s|params\\.allowed|request\\.options)\\)?(\\.\\??a|\\[)|2147483648|9223372036854775807"),
            Pattern.compile("-9223372036854775808"),
            // structures held against something else
            Pattern.compile("self\\.deep|dyn\\(self|self\\.list\\[0\\]"),
            // which type a macro goes over, and where one is at fault twice
            Pattern.compile("\\.(map|filter)\\(x, x|self\\.\\?gone"),
            Pattern.compile("(distinct|flatten|sort)\\(.*\\)"),
            Pattern.compile("\\(\\[\\]\\)|self\\.maps\\[k\\]|xff|\\{1\\.0:|\\{\\(\\{"),
            Pattern.compile("get\\w+\\(''\\)|get\\w+\\(string"),
            // upstream cannot compare a sum of quantities, and goes over maps in any order
            Pattern.compile("\\.(add|sub)\\("),
            Pattern.compile("'b':2\\}\\)\\.|groups\\.transformMap\\("),
            // moments are shown in UTC, and large quantities are whole
            Pattern.compile("04\\+02:00"),
            Pattern.compile("isInteger|asInteger|asApproximateFloat"));

    private static final ObjectNode REQUEST = Json.readObject("""
            {"uid": "", "kind": {"group": "", "version": "", "kind": ""},
             "resource": {"group": "", "version": "", "resource": ""}, "name": "web", "namespace": "shop",
             "operation": "UPDATE", "userInfo": {"username": "ann", "groups": ["staff", "system:authenticated"]},
             "object": null, "oldObject": null, "options": null}\
            """.getBytes(StandardCharsets.UTF_8));

    /// What is known of an expression, as upstream's answer is written.
    private record Answer(String fault, String value, String error, long cost, long costMax, boolean usesOld) {
        static Answer of(JsonNode recorded) {
            return new Answer(
                    recorded.path("fault").asText(""),
                    recorded.path("value").asText(""),
                    recorded.path("error").asText(""),
                    recorded.path("cost").asLong(),
                    recorded.path("costMax").asLong(),
                    recorded.path("usesOld").asBoolean(false));
        }

        /// Upstream adds to some faults which types it met; what it says of panics of its own is nobody's
        /// concern; and costs count where they decide, which they do of expressions that come to something.
        boolean isThatOf(Answer found, String expression) {
            boolean outside = PREPARED.matcher(fault).find()
                    || error.contains("interface conversion")
                    || KNOWN.stream()
                            .anyMatch(known -> known.matcher(expression).find());
            return outside || comesToThatOf(found, OPTIONAL.matcher(expression).find());
        }

        private boolean comesToThatOf(Answer found, boolean optional) {
            return fault.equals(found.fault)
                    && value.equals(found.value)
                    && plain(error).equals(plain(found.error))
                    && usesOld == found.usesOld
                    && (value.isEmpty() || optional || cost == found.cost)
                    && (optional || bounded(costMax) == bounded(found.costMax));
        }

        private static String plain(String error) {
            return OVERLOAD.matcher(error).replaceAll("no such overload");
        }

        /// Upstream counts further than a number with a sign can; nothing that dear is accepted.
        private static long bounded(long cost) {
            return cost < 0 ? COST_MAX : Math.min(cost, COST_MAX);
        }

        static Answer faulty(String fault) {
            return new Answer(fault, "", "", 0, 0, false);
        }
    }

    @Test
    void expressionsComeToWhatUpstreamSays() throws IOException {
        List<String> differences = new ArrayList<>();
        List<String> alike = new ArrayList<>();
        int count = 0;
        try (BufferedReader groups = recorded()) {
            for (String line = groups.readLine(); line != null; line = groups.readLine()) {
                ObjectNode group = Json.readObject(line.getBytes(StandardCharsets.UTF_8));
                count += compare(group, differences);
                alike.add(new String(Json.write(group), StandardCharsets.UTF_8));
            }
        }
        if (System.getProperty(KEPT) != null) {
            Files.write(java.nio.file.Path.of(System.getProperty(KEPT)), alike);
        }
        assertThat(count).isPositive();
        assertThat(differences)
                .as(
                        "%d of %d expressions differ%n%s",
                        differences.size(),
                        count,
                        String.join("\n", differences.subList(0, Math.min(SHOWN_MAX, differences.size()))))
                .isEmpty();
    }

    private static BufferedReader recorded() throws IOException {
        String others = System.getProperty(OTHERS);
        InputStream file = others == null
                ? new GZIPInputStream(ComparedExpressionsTest.class.getResourceAsStream("expressions.jsonl.gz"))
                : Files.newInputStream(java.nio.file.Path.of(others));
        return new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
    }

    /// Leaves in the group what is alike.
    ///
    /// @return how many expressions there were
    static int compare(ObjectNode group, List<String> differences) {
        Function<String, Answer> ask = group.has("schema") ? ofSchema(group) : ofRequest(group);
        ArrayNode expressions = (ArrayNode) group.path("expressions");
        ArrayNode alike = Json.array();
        ArrayNode answers = Json.array();
        for (int i = 0; i < expressions.size(); i++) {
            String expression = expressions.get(i).asText();
            Answer expected = Answer.of(group.path("answers").get(i));
            Answer found = ask.apply(expression);
            if (!expected.isThatOf(found, expression)) {
                differences.add("%s%n  upstream %s%n  here     %s".formatted(expression, expected, found));
            } else {
                alike.add(expressions.get(i));
                answers.add(group.path("answers").get(i));
            }
        }
        group.set("expressions", alike);
        group.set("answers", answers);
        return expressions.size();
    }

    private static Function<String, Answer> ofRequest(JsonNode group) {
        var language = new RequestExpressions(false);
        RequestValues values = new RequestValues(REQUEST, part(group, "object"), part(group, "oldObject"))
                .given(part(group, "params"));
        var given = new Given(true, false, false);
        return expression -> {
            RequestProgram program = language.program(expression, given, Outcome.ANYTHING);
            if (program.rule().isEmpty()) {
                return Answer.faulty(program.fault());
            }
            var run = new RequestRun(Map.of(), values, RequestRun.BUDGET);
            Result result = run.run(program);
            long cost = RequestRun.BUDGET - run.left();
            return switch (result) {
                case Result.Value(Object value) -> new Answer("", ShownValue.of(value), "", cost, 0, false);
                case Result.Failed(String why) -> new Answer("", "", why, cost, 0, false);
                case Result.Spent(String why) -> new Answer("", "", why, cost, 0, false);
            };
        };
    }

    private static Optional<JsonNode> part(JsonNode group, String name) {
        return Optional.of(group.path(name)).filter(JsonNode::isObject);
    }

    private static Function<String, Answer> ofSchema(JsonNode group) {
        Structural schema = Structural.of(group.path("schema"));
        var types = new ExpressionTypes(schema, false);
        var language = new ExpressionLanguage(types, types.self().orElseThrow(), false);
        return expression -> {
            Compiled compiled = language.compile(expression);
            if (!compiled.fault().isEmpty()) {
                return Answer.faulty(compiled.fault());
            }
            return compiled.type().equals(SimpleType.BOOL)
                    ? ran(group, compiled, schema, verdict(group, expression))
                    : Answer.faulty("cel expression must evaluate to a bool");
        };
    }

    /// What is wrong with the value by a rule; empty when nothing is.
    private static String verdict(JsonNode group, String rule) {
        ObjectNode stated = (ObjectNode) Json.read(Json.write(group.path("schema")));
        stated.putArray("x-kubernetes-validations")
                .addObject()
                .put("rule", rule)
                .put("message", "no");
        var errors = new FieldErrors();
        SchemaExpressions.of(Structural.of(stated), false)
                .orElseThrow()
                .validateUpdate(group.path("object"), group.path("oldObject"), new Path(""), errors);
        return errors.list().isEmpty() ? "" : errors.list().getFirst().detail();
    }

    private static Answer ran(JsonNode group, Compiled compiled, Structural schema, String verdict) {
        var budget = new Budget();
        Object self = ExpressionValues.of(group.path("object"), schema, false);
        Object old = ExpressionValues.of(group.path("oldObject"), schema, false);
        budget.run(compiled.rule().orElseThrow(), Map.of("self", self, "oldSelf", old));
        String value = verdict.isEmpty() ? "true" : verdict.equals("no") ? "false" : "";
        return new Answer(
                "", value, value.isEmpty() ? verdict : "", budget.spent(), compiled.costMax(), compiled.usesOld());
    }
}
