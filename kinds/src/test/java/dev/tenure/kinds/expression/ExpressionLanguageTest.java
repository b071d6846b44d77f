package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How much is made for the expressions of a schema.
class ExpressionLanguageTest {
    private static Structural schema(String json) {
        return Structural.of(Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    /// To make a checker takes as long as hundreds of expressions do.
    @Test
    void expressionsThatCallTheSameShareACheckerHoweverManyThereAre() {
        var types = new ExpressionTypes(schema("{'type': 'integer'}"), false);
        var language = new ExpressionLanguage(types, types.self().orElseThrow(), false);
        IntStream.range(0, 500)
                .forEach(i -> assertThat(language.compile("self > " + i + " && oldSelf != self")
                                .fault())
                        .isEmpty());
        assertThat(language.checkers()).isEqualTo(1);
        assertThat(language.compile("self in [1]").fault()).isEmpty();
        assertThat(language.checkers()).isEqualTo(2);
    }

    /// A default deep inside is held against the expressions that it reaches, and each of its neighbours
    /// against theirs: together they would be all expressions as often as there are defaults.
    @Test
    void expressionsThatAValueDoesNotReachAreNotCompiled() {
        var expressions = SchemaExpressions.of(schema("""
                        {'type': 'object', 'properties': {
                          'a': {'type': 'integer', 'x-kubernetes-validations': [{'rule': 'self > 0'}]},
                          'b': {'type': 'object', 'properties': {
                            'c': {'type': 'integer', 'x-kubernetes-validations': [{'rule': 'self > 0'}]}}}},
                         'x-kubernetes-validations': [{'rule': 'has(self.a)'}]}
                        """), false).orElseThrow();
        assertThat(expressions.compiled()).isZero();
        var errors = new FieldErrors();
        expressions.validate(Json.readObject("{\"a\":1,\"b\":{}}".getBytes(StandardCharsets.UTF_8)), Path.ROOT, errors);
        assertThat(errors.list()).isEmpty();
        assertThat(expressions.compiled()).isEqualTo(2);
    }
}
