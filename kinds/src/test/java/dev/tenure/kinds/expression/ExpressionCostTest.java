package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cel.runtime.CelEvaluationException;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.cost.RuntimeCost;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What expressions can cost and do cost, in upstream's units; and that they are ended. Nothing here is
/// timed.
class ExpressionCostTest {
    private static final String NUMBERS = "{'type': 'array', 'items': {'type': 'number'}%s}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'type':'array','items':{'type':'number'}}                           | self.all(x, true)                 | 4718591
        {'type':'array','maxItems':10,'items':{'type':'number'}}             | self.all(x, true)                 | 32
        {'type':'array','items':{'type':'string'}}                           | self.all(x, true)                 | 3145727
        {'type':'array','items':{'type':'boolean'}}                          | self.all(x, true)                 | 1887437
        {'type':'array','items':{'type':'array','items':{'type':'number'}}}  | self.all(x, true)                 | 3145727
        {'type':'object','additionalProperties':{'type':'number'}}           | self.all(x, true)                 | 1348169
        {'type':'object','additionalProperties':{'type':'string'}}           | self.all(x, true)                 | 1179647
        {'type':'string'}                                                    | self.contains('test')             | 314574
        {'type':'string','maxLength':10}                                     | self.contains('test')             | 5
        {'type':'string'}                                                    | self.startsWith('test')           | 2
        {'type':'string'}                                                    | size(self + 'hello') > size('hello') | 314578
        {'type':'array','items':{'type':'number'}}                           | self[1] == 0.0                    | 2
        {'type':'array','items':{'type':'string'}}                           | self[1] == self[1]                | 314577
        {'type':'array','maxItems':10,'items':{'type':'number'}}             | self.all(x, self.all(y, true))    | 352
        {'type':'array','maxItems':10,'items':{'type':'number'}}             | self.all(x, self.all(y, self.all(z, true))) | 3552
        {'type':'string'}                                                    | self.matches('x')                 | 314574
        {'type':'string','maxLength':50}                                     | self.matches('x')                 | 22
        {'type':'string'}                                                    | ''.matches('(((((((((())))))))))[0-9]') | 7
        {'type':'string'}                                                    | self.matches('')                  | 1
        {'type':'string'}                                                    | self == 'x'                       | 2
        {'type':'array','items':{'type':'number'}}                           | self.all(x, x == 0.0)             | 6291454
        {'type':'array','items':{'x-kubernetes-int-or-string':true}}         | self.all(x, true)                 | 4718591
        {'type':'array','items':{'x-kubernetes-int-or-string':true}}         | self[0] == 5                      | 3
        {'type':'array','items':{'type':'string','format':'duration'}}       | self.all(x, true)                 | 2359295
        {'type':'array','items':{'type':'string','format':'duration'}}       | self[0].getHours() == 2           | 4
        {'type':'array','items':{'type':'string','format':'date'}}           | self.all(x, true)                 | 725936
        {'type':'array','items':{'type':'string','format':'date-time'}}      | self.all(x, true)                 | 428963
        {'type':'object','additionalProperties':{'type':'string','format':'date-time'}} | self.all(x, true)      | 349526
        """)
    void theMostThatARuleCanCostIsWhatUpstreamTakesItFor(String schema, String rule, long cost) {
        List<Long> costs = new ArrayList<>();
        expressions(schema, rule).judge(new Path("schema"), _ -> true, judged -> {
            assertThat(judged.fault()).isEmpty();
            costs.add(judged.costMax());
        });
        assertThat(costs).containsExactly(cost);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'type':'integer'}  | 7              | self == self              | 3
        {'type':'integer'}  | 7              | type(self) == int         | 3
        {'type':'string'}   | 'Rook takes it'| self.startsWith('Rook')   | 3
        {'type':'string'}   | 'Rook takes it'| !self.startsWith('knight')| 4
        {'type':'string'}   | 'Rook takes it'| self.matches('^[^0-9]*$') | 7
        {'type':'string'}   | 'Rook takes it'| size(self) == 13          | 3
        {'type':'string'}   | 'Rook takes it'| self.substring(5) == 'takes it' | 4
        {'type':'array','items':{'type':'integer'}} | [1,2,3] | self.all(x, x > 0) | 17
        {'type':'array','items':{'type':'integer'}} | [1,2,3] | self.sum() == 6    | 5
        """)
    void whatARunCostsIsWhatUpstreamCounts(String schema, String value, String rule, long cost) {
        Structural structural = Structural.of(json(schema));
        Rule compiled = compiled(structural, rule);
        var counted = compiled.newCost(Long.MAX_VALUE);
        assertThat(run(compiled, ExpressionValues.of(json(value), structural, false), counted))
                .isEqualTo(true);
        assertThat(counted.spent()).isEqualTo(cost);
    }

    @Test
    void aRunIsEndedWhenItCostsMoreThanOneMay() {
        FieldErrors errors = validated(NUMBERS.formatted(""), "self.all(x, self.all(y, self.all(z, z >= 0.0)))", 300);
        assertThat(errors.list().stream().map(FieldError::text))
                .singleElement()
                .asString()
                .contains("operation cancelled: actual cost limit exceeded")
                .contains("no further validation rules will be run due to call cost exceeds limit for rule");
    }

    @Test
    @Tag("long")
    void afterTheBudgetOfAnObjectNothingMoreIsRun() {
        String rule = "{'rule': 'self.all(x, self.all(y, y >= 0.0))'}";
        String rules = ", 'x-kubernetes-validations': [" + String.join(",", Collections.nCopies(40, rule)) + "]";
        ObjectNode schema = (ObjectNode) json(NUMBERS.formatted(rules));
        var errors = new FieldErrors();
        SchemaExpressions.of(Structural.of(schema), false)
                .orElseThrow()
                .validate(numbers(250), new Path("spec"), errors);
        assertThat(errors.list().stream().map(FieldError::text))
                .singleElement()
                .asString()
                .contains(
                        "validation failed due to running out of cost budget, no further validation rules will be run");
    }

    @Test
    void whenTheClientLeavesTheRunEnds() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> validated(NUMBERS.formatted(""), "self.all(x, self.all(y, y >= 0.0))", 300))
                .isInstanceOf(CancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aRunTakesAsManyStepsAsTheListIsLong() {
        long small = stepsOf(1_000);
        long large = stepsOf(10_000);
        assertThat(large).isBetween(9 * small, 11 * small);
    }

    /// In n² steps this would take much longer than the test waits.
    @Test
    void collectingALongListTakesNoLongerThanTheListIs() {
        String collecting = "self.map(x, x + 1.0).size() == 50000";
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(validated(NUMBERS.formatted(""), collecting, 50_000)
                                .list())
                        .isEmpty());
    }

    @Test
    void listsThatAreAddedToStayAsTheyAre() {
        String joining =
                "[self.map(x, x)].all(l, (l + [7.0])[3] == 7.0 && (l + [8.0])[3] == 8.0 && (l + l).size() == 6 && l.size() == 3"
                        + " && l + [] == self && dyn(l) + dyn([9.0]) == self + [9.0] && 9.0 in (l + [9.0]))";
        assertThat(validated(NUMBERS.formatted(""), joining, 3).list()).isEmpty();
    }

    private static long stepsOf(int size) {
        Structural structural = Structural.of(json(NUMBERS.formatted("")));
        Rule rule = compiled(structural, "self.map(x, x + 1.0).filter(x, x > 0.0).size() >= 0");
        long[] steps = {0};
        try {
            rule.program()
                    .trace(Map.of("self", ExpressionValues.of(numbers(size), structural, false)), (_, _) -> steps[0]++);
        } catch (CelEvaluationException e) {
            throw new IllegalStateException(e);
        }
        return steps[0];
    }

    private static FieldErrors validated(String schema, String rule, int size) {
        var errors = new FieldErrors();
        expressions(schema, rule).validate(numbers(size), new Path("spec"), errors);
        return errors;
    }

    private static ArrayNode numbers(int size) {
        ArrayNode list = Json.array();
        for (int i = 0; i < size; i++) {
            list.add((double) i);
        }
        return list;
    }

    private static Object run(Rule rule, Object self, RuntimeCost cost) {
        try {
            return rule.program().trace(Map.of("self", self), cost);
        } catch (CelEvaluationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Rule compiled(Structural schema, String rule) {
        var types = new ExpressionTypes(schema, false);
        return new ExpressionLanguage(types, types.self().orElseThrow(), false)
                .compile(rule)
                .rule()
                .orElseThrow();
    }

    private static SchemaExpressions expressions(String schema, String rule) {
        ObjectNode source = (ObjectNode) json(schema);
        source.putArray("x-kubernetes-validations").addObject().put("rule", rule);
        return SchemaExpressions.of(Structural.of(source), false).orElseThrow();
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
