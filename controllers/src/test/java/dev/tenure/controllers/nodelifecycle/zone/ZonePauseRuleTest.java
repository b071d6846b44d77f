package dev.tenure.controllers.nodelifecycle.zone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodelifecycle.zone.ZonesState.ZoneView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ZonePauseRuleTest {
    private static final ZoneHealthRule.Settings SETTINGS = new ZoneHealthRule.Settings(0.1f, 0.01f, 0.55f, 50);

    private static ZoneView zone(ZoneHealth health, int ready, int notReady, double rate) {
        return new ZoneView("r:\0:z", health, new ZoneCount(ready, notReady), rate, 0);
    }

    private static Optional<String> reason(ZoneView zone, ZoneView... others) {
        List<ZoneView> all = new ArrayList<>(List.of(others));
        all.add(zone);
        return ZonePauseRule.reason(zone, all, SETTINGS);
    }

    @Test
    void aHealthyZoneIsNotPaused() {
        assertThat(reason(zone(ZoneHealth.NORMAL, 9, 1, 0.1))).isEmpty();
        assertThat(reason(zone(ZoneHealth.INITIAL, 0, 0, 0.1))).isEmpty();
    }

    @Test
    void aSmallZoneThatIsPartlyDownIsPaused() {
        assertThat(reason(zone(ZoneHealth.PARTIAL_DISRUPTION, 4, 6, 0)))
                .contains("eviction is paused because 6 of 10 nodes of the zone are not ready, and a zone of at most 50"
                        + " nodes is small");
    }

    @Test
    void aLargeOneIsSlowedDown() {
        assertThat(reason(zone(ZoneHealth.PARTIAL_DISRUPTION, 40, 60, 0.01)))
                .contains("eviction is slowed down to 0.01 nodes/s because 60 of 100 nodes of the zone are not ready");
    }

    @Test
    void aZoneThatIsDownIsPausedOnlyWithAllOthers() {
        ZoneView down = zone(ZoneHealth.FULL_DISRUPTION, 0, 3, 0);
        assertThat(reason(down, zone(ZoneHealth.NORMAL, 5, 0, 0.1))).isEmpty();
        assertThat(reason(down, zone(ZoneHealth.FULL_DISRUPTION, 0, 1, 0), zone(ZoneHealth.INITIAL, 0, 0, 0.1)))
                .hasValueSatisfying(text -> assertThat(text).startsWith("eviction is paused because no node of any"));
    }
}
