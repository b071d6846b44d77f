package dev.tenure.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RevisionHistoryTest {
    @Test
    void aRevisionHoldsTheTemplateInAlphabeticalOrderToTheDepth() {
        var template = Json.read("""
                {"spec":{"nodeName":"","containers":[{"name":"c","image":"i"}]},
                 "metadata":{"labels":{"b":"1","a":"2"}}}""".getBytes(StandardCharsets.UTF_8));

        assertThat(RevisionHistory.data(template)).hasToString("""
                {"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"2","b":"1"}},\
                "spec":{"containers":[{"image":"i","name":"c"}],"nodeName":""}}}}""");
    }

    /// Upstream's controllers compare revisions byte by byte: where one has followed the other, sets would
    /// roll.
    @Test
    void aRevisionIsWrittenAsGoWritesIt() {
        var template = Json.read("""
                {"spec":{"containers":[{"args":["a<b>&\u2028é\\n"],"name":"c"}]}}""".getBytes(StandardCharsets.UTF_8));

        assertThat(RevisionHistory.data(template)).hasToString("""
                {"spec":{"template":{"$patch":"replace",\
                "spec":{"containers":[{"args":["a\\u003cb\\u003e\\u0026\\u2028é\\n"],"name":"c"}]}}}}""");
    }
}
