package dev.tenure.controllers.bootstrap;

import static dev.tenure.model.meta.ResourceTypes.SECRETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;

final class TokenCleaningLoopTest {
    private final LoopStage stage = new LoopStage(SECRETS);
    private final TokenCleaningLoop loop =
            new TokenCleaningLoop(stage.context().loop(), stage.context().client());

    private void token(String name, String expires) {
        String data = Base64.getEncoder().encodeToString(expires.getBytes(StandardCharsets.UTF_8));
        stage.put(SECRETS, """
                kind: Secret
                metadata: {name: %s, namespace: kube-system}
                type: bootstrap.kubernetes.io/token
                data: {expiration: "%s"}
                """.formatted(name, data));
    }

    @Test
    void aTokenGoesWhenItIsOver() {
        token("over", "2025-12-31T23:59:59Z");
        token("soon", "2026-01-01T00:00:10Z");
        token("late", "2026-01-01T02:30:00Z");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("delete secrets kube-system/over");
        stage.advance(Duration.ofSeconds(9));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly("delete secrets kube-system/soon");
        stage.advance(Duration.ofMinutes(149).plusSeconds(49));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly("delete secrets kube-system/late");
    }

    @Test
    void aTokenWithoutAnEndStays() {
        token("forever", "");
        stage.begin(loop::start);
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void whoseTimeIsMadeLongerStaysSoLong() {
        token("moved", "2026-01-01T00:00:10Z");
        stage.begin(loop::start);
        token("moved", "2026-01-01T00:00:30Z");
        stage.advance(Duration.ofSeconds(29));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly("delete secrets kube-system/moved");
    }

    @Test
    void whatSomebodyElseDeletesIsNotDeletedAgain() {
        token("gone", "2026-01-01T00:00:10Z");
        stage.begin(loop::start);
        stage.remove(SECRETS, "kube-system", "gone");
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedDeletionIsTriedAgain() {
        token("over", "2025-12-31T23:59:59Z");
        stage.refuseWrites(SECRETS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(SECRETS)).isEmpty();
    }
}
