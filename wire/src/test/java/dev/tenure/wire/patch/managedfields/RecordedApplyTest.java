package dev.tenure.wire.patch.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.patch.Recorded;
import dev.tenure.wire.patch.Recorded.Step;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedApplyTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    /// Refusals that only the whole server can give (the kind's validation, names, options) count as passed
    /// by.
    @ParameterizedTest
    @CsvSource({"apply/configmaps, 9, 7", "apply/deployments, 6, 6", "apply/nodes-pods, 8, 4"})
    void recordedAppliesGiveTheRecordedManagersAndConflicts(String scenario, int objectCount, int refusalCount) {
        int objects = 0;
        int refusals = 0;
        for (Step step : Recorded.patches(scenario)) {
            if (!step.mediaType().equals("application/apply-patch+yaml")
                    || step.path().contains("/scale")) {
                continue;
            }
            try {
                ApplyOutcome outcome = apply(step);
                if (outcome instanceof ApplyOutcome.Conflicts conflicts
                        && step.answer().status() == 409) {
                    assertRefused(step, conflicts.status());
                    refusals++;
                } else if (outcome instanceof ApplyOutcome.Applied applied
                        && step.answer().status() < 300) {
                    assertApplied(step, applied.object());
                    objects++;
                }
            } catch (PatchException e) {
                assertRefused(step, e.status());
                refusals++;
            }
        }
        assertThat(List.of(objects, refusals)).as("objects, refusals").isEqualTo(List.of(objectCount, refusalCount));
    }

    private static ApplyOutcome apply(Step step) {
        ObjectNode live = step.before().object();
        ObjectNode applied = (ObjectNode) step.patch();
        GroupVersionKind kind = scenarioKind(step);
        ObjectType type = Recorded.type(kind);
        FieldScope scope = step.subresource().equals("status")
                ? FieldScope.of(type, kind, "status", "spec")
                : FieldScope.of(type, kind, "", "status");
        FieldWriter writer = new FieldWriter(parameter(step.query(), "fieldManager"), NOW);
        return live.isEmpty()
                ? ManagedFields.applyNew(scope, applied, writer)
                : ManagedFields.apply(scope, live, applied, writer, step.query().contains("force=true"));
    }

    private static GroupVersionKind scenarioKind(Step step) {
        if (step.path().contains("configmaps")) {
            return new GroupVersionKind("", "v1", "ConfigMap");
        }
        if (step.path().contains("deployments")) {
            return new GroupVersionKind("apps", "v1", "Deployment");
        }
        return new GroupVersionKind("", "v1", step.path().contains("nodes") ? "Node" : "Pod");
    }

    private static String parameter(String query, String name) {
        for (String part : query.split("&")) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return "";
    }

    private static void assertApplied(Step step, ObjectNode made) {
        JsonNode answered = step.answer().body();
        if (!step.path().contains("/pods/")) {
            // Admission adds to the lists of new pods.
            Recorded.assertMade(step.place(), step.before().object(), made, answered);
        }
        assertThat(comparable(ManagerEntries.of(made)))
                .as(step.place())
                .isEqualTo(comparable(ManagerEntries.of((ObjectNode) answered)));
    }

    /// The recordings have masked times and are sorted by name.
    private static List<JsonNode> comparable(JsonNode managers) {
        List<JsonNode> entries = new ArrayList<>();
        for (JsonNode entry : (ArrayNode) managers) {
            ObjectNode copy = ((ObjectNode) entry).deepCopy();
            if (copy.has("time")) {
                copy.put("time", "some");
            }
            entries.add(copy);
        }
        entries.sort(Comparator.comparing(entry -> entry.path("manager").asText()));
        return entries;
    }

    private static void assertRefused(Step step, Status status) {
        JsonNode body = step.answer().body();
        assertThat(status.message())
                .as(step.place())
                .isEqualTo(body.path("message").asText());
        assertThat(status.code()).as(step.place()).isEqualTo(body.path("code").asInt());
        assertThat(status.reason())
                .as(step.place())
                .isEqualTo(body.path("reason").asText());
        List<Status.Cause> causes = new ArrayList<>();
        body.path("details")
                .path("causes")
                .forEach(cause -> causes.add(new Status.Cause(
                        cause.path("reason").asText(),
                        cause.path("message").asText(),
                        cause.path("field").asText())));
        assertThat(status.details().map(Status.Details::causes).orElse(List.of()))
                .as(step.place())
                .isEqualTo(causes);
    }
}
