package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.Recorded.Step;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedPatchTest {
    /// Refusals that only the whole server can give (the kind's validation, names) count as passed by.
    @ParameterizedTest
    @CsvSource({"patch/json, 4, 3", "patch/merge, 10, 1", "patch/strategic, 20, 4", "patch/strategic-meta, 16, 0"})
    void recordedPatchesGiveTheRecordedObjectsAndRefusals(String scenario, int objectCount, int refusalCount) {
        int objects = 0;
        int refusals = 0;
        for (Step step : Recorded.patches(scenario)) {
            ObjectNode before = step.before().object();
            if (before.isEmpty()) {
                continue;
            }
            try {
                ObjectNode made = patch(step, before);
                if (step.answer().status() < 300) {
                    Recorded.assertMade(
                            step.place(), before, made, step.answer().body());
                    objects++;
                }
            } catch (PatchException e) {
                assertRefused(step, e.status());
                refusals++;
            }
        }
        assertThat(List.of(objects, refusals)).as("objects, refusals").isEqualTo(List.of(objectCount, refusalCount));
    }

    private static ObjectNode patch(Step step, ObjectNode before) {
        return switch (step.mediaType()) {
            case "application/json-patch+json" -> JsonPatch.apply(before, step.patch());
            case "application/merge-patch+json" -> MergePatch.apply(before, step.patch());
            case "application/strategic-merge-patch+json" ->
                StrategicMergePatch.apply(before, step.patch(), Recorded.type(before));
            default -> throw new AssertionError(step.mediaType());
        };
    }

    private static void assertRefused(Step step, Status status) {
        JsonNode body = step.answer().body();
        assertThat(status.code()).as(step.place()).isEqualTo(body.path("code").asInt());
        // The recordings mask a whole patch that a message shows.
        String message = status.message().replaceAll("\"map\\[.*\\]\"", "<object>");
        assertThat(message).as(step.place()).isEqualTo(body.path("message").asText());
        assertThat(status.reason())
                .as(step.place())
                .isEqualTo(body.path("reason").asText());
        assertThat(status.details().isPresent()).as(step.place()).isEqualTo(body.has("details"));
    }
}
