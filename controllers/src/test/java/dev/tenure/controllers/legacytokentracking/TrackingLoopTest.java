package dev.tenure.controllers.legacytokentracking;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TrackingLoopTest {
    private static final String NAME = "kube-apiserver-legacy-service-account-token-tracking";
    private static final String MAKE = "create configmaps kube-system";

    private final LoopStage stage = new LoopStage(CONFIG_MAPS);
    private final TrackingLoop loop =
            new TrackingLoop(stage.context().loop(), stage.context().client());

    private String since() {
        return stage.the(CONFIG_MAPS, "kube-system", NAME).at("/data/since").asText();
    }

    private void map(String data) {
        stage.put(CONFIG_MAPS, """
                kind: ConfigMap
                metadata: {name: %s, namespace: kube-system}
                data: {%s}
                """.formatted(NAME, data));
    }

    @Test
    void theDayIsNotedAtTheStart() {
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(MAKE);
        assertThat(since()).isEqualTo("2026-01-01");
    }

    @Test
    void aDayThatIsNotedStays() {
        map("since: \"2024-02-29\"");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        assertThat(since()).isEqualTo("2024-02-29");
    }

    @Test
    void whatIsNoDayIsPutRight() {
        map("since: yesterday, other: stays");
        stage.begin(loop::start);
        assertThat(since()).isEqualTo("2026-01-01");
        assertThat(stage.the(CONFIG_MAPS, "kube-system", NAME).at("/data/other").asText())
                .isEqualTo("stays");
        map("");
        assertThat(since()).isEqualTo("2026-01-01");
    }

    @Test
    void whatSomebodyDeletesIsMadeAgainHalfAnHourAfterItWasMade() {
        stage.begin(loop::start);
        stage.writes();
        stage.advance(Duration.ofMinutes(10));
        stage.remove(CONFIG_MAPS, "kube-system", NAME);
        stage.advance(Duration.ofMinutes(20).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly(MAKE);
    }

    @Test
    void aRefusedWriteIsTriedAgain() {
        stage.refuseWrites(CONFIG_MAPS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(since()).isEqualTo("2026-01-01");
    }
}
