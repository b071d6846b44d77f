package dev.tenure.checks.golden.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimelineComparisonTest {
    private static final String SMALL = """
            {"alike": {"n*": ["n1", "n2"]}, "ignore": ["noise"], "order": [["first", "second"]], "timeline": [
              {"t": 1.0, "early": 0.5, "late": 1.0, "object": "node/n*", "what": "first"},
              {"t": 2.0, "early": 0.5, "late": 1.0, "object": "node/n*", "what": "first"},
              {"t": 3.0, "early": 0.5, "late": 1.0, "object": "pod/p", "what": "second"},
              {"t": 4.0, "early": 0.5, "late": 1.0, "object": "pod/p", "what": "third", "optional": true}]}
            """;

    @Test
    void everyRecordedTimelineEqualsItself() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("golden", "timelines"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".json")).toList()) {
                JsonNode document = Json.read(Files.readAllBytes(file));
                var found = new ArrayList<ObjectNode>();
                document.path("timeline").forEach(entry -> {
                    ObjectNode copy = (ObjectNode) entry.deepCopy();
                    copy.remove(List.of("early", "late", "optional"));
                    found.add(copy);
                });
                assertThat(new TimelineComparison(document).problems(found))
                        .as(file.toString())
                        .isEmpty();
            }
        }
    }

    @Test
    void namesThatAreAlikeStandForOneAnother() {
        assertThat(problems(seen(1.4, "node/n2", "first"), seen(2.1, "node/n1", "first"), seen(3, "pod/p", "second")))
                .isEmpty();
    }

    @Test
    void whatIsMissingLateUnexpectedOrOutOfOrderIsReported() {
        assertThat(problems(seen(1, "node/n1", "first"), seen(3, "pod/p", "second")))
                .containsExactly("missing at   2.00: {\"object\": \"node/n*\", \"what\": \"first\"}");
        assertThat(problems(seen(1, "node/n1", "first"), seen(3.25, "node/n1", "first"), seen(3.5, "pod/p", "second")))
                .containsExactly(
                        "at 3.25 instead of 2.00 (-0.50 +1.00): {\"object\": \"node/n*\", \"what\": \"first\"}");
        assertThat(problems(
                        seen(1, "node/n1", "first"),
                        seen(2, "node/n2", "first"),
                        seen(3, "pod/p", "second"),
                        seen(3, "pod/q", "second"),
                        seen(3, "pod/q", "noise")))
                .containsExactly("unexpected at   3.00: {\"object\": \"pod/q\", \"what\": \"second\"}");
        assertThat(problems(seen(2.5, "pod/p", "second"), seen(2.6, "node/n1", "first"), seen(2.7, "node/n2", "first")))
                .anyMatch(problem -> problem.equals("order: /first/ came after /second/"));
    }

    private static List<String> problems(ObjectNode... found) {
        JsonNode document = Json.read(SMALL.getBytes(StandardCharsets.UTF_8));
        return new TimelineComparison(document).problems(List.of(found));
    }

    private static ObjectNode seen(double t, String object, String what) {
        return Json.object().put("t", t).put("object", object).put("what", what);
    }
}
