package dev.tenure.controllers.certificates;

import static dev.tenure.controllers.certificates.CertificateSigningLoop.REQUESTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RequestCleaningLoopTest {
    private final LoopStage stage = new LoopStage(REQUESTS);
    private final RequestCleaningLoop loop = new RequestCleaningLoop(stage.context());

    private void unanswered(String name, String since) {
        stage.put(REQUESTS, """
                kind: CertificateSigningRequest
                metadata: {name: %s, creationTimestamp: "%s"}
                """.formatted(name, since));
    }

    @Test
    void whatIsOverGoesAtTheStartAndThenByTheHour() {
        unanswered("old", "2025-12-30T00:00:00Z");
        unanswered("soon", "2025-12-31T00:30:00Z");
        unanswered("new", "2025-12-31T23:00:00Z");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("delete certificatesigningrequests old");
        stage.advance(Duration.ofMinutes(59));
        assertThat(stage.writes())
                .as("over for half an hour, not looked at yet")
                .isEmpty();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).containsExactly("delete certificatesigningrequests soon");
        stage.advance(Duration.ofHours(22));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.writes()).containsExactly("delete certificatesigningrequests new");
    }
}
