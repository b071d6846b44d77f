package dev.tenure.kinds.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.upkeep.Upkeep.Look;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FlowUpkeepTest {
    private static final Instant NOW = Instant.parse("2026-01-31T10:20:30Z");
    private static final String TIME = "2026-01-31T10:00:00Z";

    private final List<ObjectNode> objects = new ArrayList<>();

    FlowUpkeepTest() {
        for (ObjectNode object : FlowObjects.all()) {
            if (FlowObjects.isSchema(object)) {
                FlowObjects.noteLevel(object, TIME);
            }
            object.withObjectProperty("metadata").put("uid", "u").put("generation", 1);
            objects.add(object);
        }
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    private ObjectNode find(String kind, String name) {
        return objects.stream()
                .filter(each ->
                        each.path("kind").asText().equals(kind) && name(each).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<ApiRequest> writes(boolean round) {
        return new FlowUpkeep()
                .writes(new Look(
                        resource -> objects.stream()
                                .filter(each -> FlowObjects.isSchema(each)
                                        == resource.resource().equals("flowschemas"))
                                .toList(),
                        NOW,
                        round));
    }

    private static String words(ApiRequest request) {
        ObjectNode body = Json.readObject(request.body().bytes());
        String name = request.target().name().isEmpty()
                ? name(body)
                : request.target().name();
        return "%s %s %s%s"
                .formatted(
                        request.verb(),
                        request.target().resource(),
                        name,
                        request.target().subresource().isEmpty()
                                ? ""
                                : "/" + request.target().subresource());
    }

    private List<String> round() {
        return writes(true).stream().map(FlowUpkeepTest::words).toList();
    }

    /// What a round makes of an object that somebody has changed.
    private Optional<ObjectNode> revised(String name, Consumer<ObjectNode> change) {
        ObjectNode object = find(FlowObjects.SCHEMA, name);
        change.accept(object);
        List<ApiRequest> writes = writes(true);
        assertThat(writes).hasSizeLessThan(2).allMatch(write -> write.verb() == Verb.UPDATE);
        return writes.stream()
                .map(write -> Json.readObject(write.body().bytes()))
                .findFirst();
    }

    private static Consumer<ObjectNode> precedence(String annotation, int generation) {
        return schema -> {
            schema.withObjectProperty("spec").put("matchingPrecedence", 7_777);
            ObjectNode metadata = schema.withObjectProperty("metadata");
            metadata.put("generation", generation).remove("annotations");
            if (!annotation.isEmpty()) {
                metadata.putObject("annotations").put(FlowObjects.OWN, annotation);
            }
        };
    }

    @Test
    void aNewClusterIsAsItShouldBe() {
        assertThat(round()).isEmpty();
    }

    @Test
    void whatIsMissingIsMadeInARoundLevelsFirstAndWhatIsMandatoryLast() {
        objects.clear();

        assertThat(writes(false)).isEmpty();
        List<String> made = round();
        assertThat(made).hasSize(FlowObjects.all().size()).allMatch(write -> write.startsWith("CREATE "));
        assertThat(made).startsWith("CREATE prioritylevelconfigurations system");
        assertThat(made.subList(made.size() - 4, made.size()))
                .containsExactly(
                        "CREATE prioritylevelconfigurations exempt",
                        "CREATE prioritylevelconfigurations catch-all",
                        "CREATE flowschemas exempt",
                        "CREATE flowschemas catch-all");
        assertThat(writes(true).getFirst().query()).isEqualTo(Map.of("fieldManager", List.of(FlowObjects.PRODUCER)));
    }

    /// The annotation decides, and where it says nothing the generation does.
    @Test
    void aChangedSpecIsGivenBackUnlessSomebodyMadeItHisOwn() {
        for (String yes : List.of("true", "1", "T")) {
            assertThat(revised("global-default", precedence(yes, 5)))
                    .as(yes)
                    .hasValueSatisfying(next -> assertThat(
                                    next.at("/spec/matchingPrecedence").asInt())
                            .isEqualTo(9_900));
        }
        for (String no : List.of("false", "0", "F")) {
            assertThat(revised("global-default", precedence(no, 5))).as(no).isEmpty();
        }
        assertThat(revised("global-default", precedence("perhaps", 1))).hasValueSatisfying(next -> {
            assertThat(next.at("/spec/matchingPrecedence").asInt()).isEqualTo(9_900);
            assertThat(next.path("metadata")
                            .path("annotations")
                            .path(FlowObjects.OWN)
                            .asText())
                    .isEqualTo("true");
        });
        assertThat(revised("global-default", precedence("", 2))).hasValueSatisfying(next -> {
            assertThat(next.at("/spec/matchingPrecedence").asInt()).isEqualTo(7_777);
            assertThat(next.path("metadata")
                            .path("annotations")
                            .path(FlowObjects.OWN)
                            .asText())
                    .isEqualTo("false");
        });
    }

    @Test
    void whatIsMandatoryIsNobodysOwn() {
        assertThat(revised("catch-all", precedence("false", 5))).hasValueSatisfying(next -> {
            assertThat(next.at("/spec/matchingPrecedence").asInt()).isEqualTo(10_000);
            assertThat(next.path("metadata")
                            .path("annotations")
                            .path(FlowObjects.OWN)
                            .asText())
                    .isEqualTo("true");
        });
    }

    @Test
    void theSharesOfTheExemptLevelAreFree() {
        find(FlowObjects.LEVEL, "exempt")
                .withObjectProperty("spec")
                .withObjectProperty("exempt")
                .put("nominalConcurrencyShares", 3);
        assertThat(round()).isEmpty();
        find(FlowObjects.LEVEL, "exempt").withObjectProperty("spec").remove("exempt");
        assertThat(round()).containsExactly("UPDATE prioritylevelconfigurations exempt");
    }

    @Test
    void whatSaysThatItIsTheServersAndIsNoneOfItsGoes() {
        for (String annotation : List.of("true", "false", "perhaps")) {
            ObjectNode level = FlowObjects.begin(FlowObjects.LEVEL, "says-" + annotation);
            level.withObjectProperty("metadata")
                    .put("uid", annotation)
                    .putObject("annotations")
                    .put(FlowObjects.OWN, annotation);
            objects.add(level);
        }
        objects.add(FlowObjects.begin(FlowObjects.LEVEL, "says-nothing"));

        assertThat(round()).containsExactly("DELETE prioritylevelconfigurations says-true");
    }

    @Test
    void aSchemaSaysAtOnceWhetherItsLevelIsThere() {
        ObjectNode schema = FlowObjects.begin(FlowObjects.SCHEMA, "mine");
        schema.putObject("spec").putObject("priorityLevelConfiguration").put("name", "own");
        objects.add(schema);

        ApiRequest first = writes(false).getFirst();
        assertThat(words(first)).isEqualTo("PATCH flowschemas mine/status");
        assertThat(first.query())
                .containsOnly(
                        Map.entry("fieldManager", List.of(FlowObjects.CONSUMER)), Map.entry("force", List.of("true")));
        JsonNode condition = Json.readObject(first.body().bytes()).at("/status/conditions/0");
        assertThat(condition.toString())
                .isEqualTo("{\"type\":\"Dangling\",\"status\":\"True\",\"lastTransitionTime\":\"2026-01-31T10:20:30Z\","
                        + "\"reason\":\"NotFound\",\"message\":\"This FlowSchema references the"
                        + " PriorityLevelConfiguration object named \\\"own\\\" but there is no such object\"}");

        schema.putObject("status").putArray("conditions").add(condition.deepCopy());
        assertThat(writes(false)).isEmpty();
        objects.add(FlowObjects.begin(FlowObjects.LEVEL, "own"));
        assertThat(writes(false))
                .singleElement()
                .satisfies(write -> assertThat(Json.readObject(write.body().bytes())
                                .at("/status/conditions/0/reason")
                                .asText())
                        .isEqualTo("Found"));
    }

    /// Requests are served on them even when their objects are not there.
    @Test
    void levelsThatAreMandatoryAreNeverMissed() {
        objects.removeIf(each -> name(each).equals("catch-all") && !FlowObjects.isSchema(each));
        assertThat(writes(false)).isEmpty();
    }
}
