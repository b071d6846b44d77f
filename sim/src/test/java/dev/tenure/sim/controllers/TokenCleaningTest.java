package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.bootstrap.TokenCleaningLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The tokens by which machines join go when they are over, and not before.
final class TokenCleaningTest {
    private static final String SYSTEM = "kube-system";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);

    @BeforeEach
    void start() {
        var loop = stage.cluster().world().loop(TokenCleaningLoop.NAME);
        loop.post("start", new TokenCleaningLoop(loop, stage.client())::start);
        stage.begin().at(1);
    }

    /// @param data further fields
    private void create(String name, String type, String data) {
        Document secret = Document.of(Json.readObject(
                "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"kube-system\"},\"type\":\"%s\",\"stringData\":{\"token-id\":\"abcdef\",\"token-secret\":\"0123456789abcdef\"%s}}"
                        .formatted(name, type, data)
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(stage.client().create(ResourceTypes.SECRETS, SYSTEM, secret))
                .isNotInstanceOf(ApiReply.Failure.class);
    }

    private void create(String name, Duration lasts) {
        create(
                name,
                "bootstrap.kubernetes.io/token",
                ",\"expiration\":\"%s\""
                        .formatted(stage.cluster().world().wall().plus(lasts)));
    }

    private boolean isThere(String name) {
        return !(stage.client().get(ResourceTypes.SECRETS, SYSTEM, name) instanceof ApiReply.Failure);
    }

    @Test
    void aTokenGoesWhenItIsOver() {
        create("bootstrap-token-abcdef", Duration.ofSeconds(30));
        stage.at(30);
        assertThat(isThere("bootstrap-token-abcdef")).isTrue();
        stage.at(32);
        assertThat(isThere("bootstrap-token-abcdef")).isFalse();
    }

    @Test
    void oneThatIsOverWhenItIsMadeGoesAtOnce() {
        create("bootstrap-token-abcdef", Duration.ofHours(-1));
        stage.at(2);
        assertThat(isThere("bootstrap-token-abcdef")).isFalse();
    }

    @Test
    void oneThatLastsForEverAndWhatIsNoTokenStay() {
        create("bootstrap-token-abcdef", "bootstrap.kubernetes.io/token", "");
        create("bootstrap-token-ghijkl", Duration.ofDays(400 * 365));
        create("other", "Opaque", ",\"expiration\":\"2001-01-01T00:00:00Z\"");
        stage.at(7_300);
        assertThat(isThere("bootstrap-token-abcdef")).isTrue();
        assertThat(isThere("bootstrap-token-ghijkl")).isTrue();
        assertThat(isThere("other")).isTrue();
    }
}
