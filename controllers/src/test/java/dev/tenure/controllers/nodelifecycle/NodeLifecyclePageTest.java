package dev.tenure.controllers.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealth;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.nodelifecycle.zone.ZonesState.ZoneView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeLifecyclePageTest {
    private static final NodeLifecycleLoop.Configuration CONFIGURATION = new NodeLifecycleLoop.Configuration(
            Duration.ofSeconds(5),
            Duration.ofSeconds(50),
            Duration.ofSeconds(60),
            new ZoneHealthRule.Settings(0.1f, 0.01f, 0.55f, 50),
            false);

    @Test
    void theRateOfAZoneIsWrittenAsItIsSet() {
        var zone = new ZoneView("r:\0:z", ZoneHealth.NORMAL, new ZoneCount(3, 0), 0.1f, 0);
        assertThat(NodeLifecyclePage.of(List.of(zone), CONFIGURATION)
                        .path("zones")
                        .path(0)
                        .path("nodesPerSecond")
                        .asText())
                .isEqualTo("0.1");
    }
}
