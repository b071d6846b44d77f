package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SchemaExpressionsTest {
    private static final int MANY = 100_000;
    private static final SchemaExpressions RULES =
            SchemaExpressions.of(Structural.of(read("""
                            {"type": "object", "properties": {
                              "list": {"type": "array", "items": {"type": "object", "properties": {
                                       "a": {"type": "string", "x-kubernetes-validations": [{"rule": "self != 'no'"}]}}}},
                              "map": {"type": "object", "additionalProperties": {"type": "object", "properties": {
                                       "a": {"type": "string", "x-kubernetes-validations": [{"rule": "self != 'no'"}]}}}}
                            }}\
                            """)), true).orElseThrow();

    private static ObjectNode read(String json) {
        return Json.readObject(json.getBytes(StandardCharsets.UTF_8));
    }

    private static FieldErrors updated(ObjectNode next, ObjectNode old) {
        var errors = new FieldErrors();
        RULES.validateUpdate(next, old, Path.ROOT, errors);
        return errors;
    }

    @Test
    void whatStaysAsItWasIsOnlyWarnedOf() {
        ObjectNode old = read("{\"list\": [{\"a\": \"no\"}], \"map\": {\"k\": {\"a\": \"no\"}}}");
        assertThat(updated(old.deepCopy(), old).list()).isEmpty();
        assertThat(updated(old.deepCopy(), old).warnings()).hasSize(2);
    }

    @Test
    void anElementOfAListThatHasChangedIsLookedAtAgain() {
        ObjectNode old = read("{\"list\": [{\"a\": \"no\"}], \"map\": {\"k\": {\"a\": \"no\"}}}");
        ObjectNode next = read("{\"list\": [{\"a\": \"no\"}, {}], \"map\": {\"k\": {\"a\": \"no\"}, \"l\": {}}}");
        assertThat(updated(next, old).list()).extracting(FieldError::field).containsExactly("list[0].a");
        assertThat(updated(next, old).warnings()).singleElement().asString().startsWith("map[k].a: ");
    }

    /// With its whole held against the past for each part, these would keep a processor for minutes.
    @Test
    void largeListsAndMapsAreHeldAgainstTheirPastOnce() {
        ObjectNode old = Json.object();
        var list = old.putArray("list");
        var map = old.putObject("map");
        for (int i = 0; i < MANY; i++) {
            list.addObject();
            map.putObject("k" + i);
        }
        ObjectNode next = old.deepCopy();
        next.withObjectProperty("map").putObject("last").put("a", "no");
        assertThat(updated(next, old).list()).hasSize(1);
    }
}
