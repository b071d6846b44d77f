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
}
