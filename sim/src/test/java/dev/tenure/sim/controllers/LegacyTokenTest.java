package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenLoop;
import dev.tenure.controllers.legacytokentracking.TrackingLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Since when uses of tokens are noted stands in a ConfigMap, and tokens that nobody uses go.
final class LegacyTokenTest {
    private static final String SYSTEM = "kube-system";
    private static final String TRACKING = "kube-apiserver-legacy-service-account-token-tracking";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";
    private static final double DAY = 86_400;
    private static final double MINUTE = 60;

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);
    private final Instant begun = stage.cluster().world().wall();

    private String day(int days) {
        return LocalDate.ofInstant(begun, ZoneOffset.UTC).plusDays(days).toString();
    }

    private void track() {
        var loop = stage.cluster().world().loop(TrackingLoop.NAME);
        loop.post("start", new TrackingLoop(loop, stage.client())::start);
    }

    private void clean(Duration period) {
        var loop = stage.cluster().world().loop(LegacyTokenLoop.NAME + "-here");
        var cleaner = new LegacyTokenLoop(ControllerContext.alone(loop, stage.client()), period);
        loop.post("start", cleaner::start);
    }

    private Optional<ObjectNode> found(ResourceType type, String namespace, String name) {
        return stage.client().get(type, namespace, name) instanceof ApiReply.One(var _, StoredObject object, var _)
                ? Optional.of(Document.of(object.content()).tree())
                : Optional.empty();
    }

    private Optional<String> since() {
        return found(ResourceTypes.CONFIG_MAPS, SYSTEM, TRACKING)
                .map(map -> map.path("data").path("since").asText(""));
    }

    private void deleteTracking() {
        stage.client().delete(ResourceTypes.CONFIG_MAPS, SYSTEM, TRACKING, Document.of(Json.object()));
    }

    private void secret(String name, String account) {
        stage.create(ResourceTypes.SECRETS, StageManifests.json("""
            {'metadata': {'name': '%s', 'annotations': {'kubernetes.io/service-account.name': '%s'}},
             'type': 'kubernetes.io/service-account-token'}\
            """.formatted(name, account)));
    }

    private void label(String name, String label, String value) {
        stage.patch(ResourceTypes.SECRETS, name, "{'metadata': {'labels': {'%s': '%s'}}}".formatted(label, value));
    }

    private Optional<String> invalidSince(String name) {
        return found(ResourceTypes.SECRETS, "default", name)
                .map(secret -> secret.path("metadata")
                        .path("labels")
                        .path(INVALID_SINCE)
                        .asText(""));
    }

    @Test
    void theDayIsToldAndToldAgainHalfAnHourAfterItWasToldLast() {
        track();
        stage.begin().at(1);
        assertThat(since()).contains(day(0));

        stage.at(10 * MINUTE);
        deleteTracking();
        stage.at(29 * MINUTE);
        assertThat(since()).isEmpty();
        stage.at(31 * MINUTE);
        assertThat(since()).contains(day(0));

        ObjectNode broken = StageManifests.json(
                "{'metadata': {'name': '%s'}, 'data': {'since': 'x', 'a': 'b'}}".formatted(TRACKING));
        stage.client().update(ResourceTypes.CONFIG_MAPS, SYSTEM, TRACKING, Document.of(broken));
        stage.at(32 * MINUTE);
        assertThat(found(ResourceTypes.CONFIG_MAPS, SYSTEM, TRACKING)
                        .orElseThrow()
                        .path("data"))
                .isEqualTo(StageManifests.json("{'since': '%s', 'a': 'b'}".formatted(day(0))));
    }

    @Test
    void aTokenThatNobodyUsesIsMarkedAndLaterDeleted() {
        track();
        stage.begin().at(1);
        stage.create(ResourceTypes.SERVICE_ACCOUNTS, StageManifests.json("""
            {'metadata': {'name': 'robot'},
             'secrets': [{'name': 'unused'}, {'name': 'used'}, {'name': 'mounted'}, {'name': 'new'}]}\
            """));
        for (String name : new String[] {"unused", "used", "mounted", "by-hand"}) {
            secret(name, "robot");
        }
        secret("nobodys", "nobody");
        stage.create(ResourceTypes.PODS, StageManifests.json("""
            {'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}],
             'imagePullSecrets': [{'name': 'mounted'}]}}\
            """));
        stage.at(2);
        clean(Duration.ofDays(2));
        stage.at(2.5 * DAY);
        label("used", "kubernetes.io/legacy-token-last-used", day(2));
        secret("new", "robot");
        stage.at(2.9 * DAY);
        assertThat(invalidSince("unused"))
                .as("tracked for two whole days only on the fourth")
                .contains("");

        stage.at(3.5 * DAY);
        assertThat(invalidSince("unused")).contains(day(3));
        for (String name : new String[] {"used", "mounted", "by-hand", "nobodys", "new"}) {
            assertThat(invalidSince(name)).as(name).contains("");
        }

        stage.at(5.5 * DAY);
        assertThat(invalidSince("unused")).contains(day(3));
        stage.at(6.5 * DAY);
        assertThat(invalidSince("unused")).isEmpty();
        assertThat(invalidSince("mounted")).contains("");
    }

    @Test
    void whereNobodyNotesUsesNoTokenIsTakenForUnused() {
        stage.begin().at(1);
        stage.create(ResourceTypes.SERVICE_ACCOUNTS, StageManifests.json("""
            {'metadata': {'name': 'robot'}, 'secrets': [{'name': 'unused'}]}\
            """));
        secret("unused", "robot");
        clean(Duration.ofDays(1));
        stage.at(4 * DAY);
        assertThat(invalidSince("unused")).contains("");
    }
}
