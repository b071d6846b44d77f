package dev.tenure.controllers.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.runtime.loop.SimulatedWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantSightingsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ObjectKey BUDGET = new ObjectKey("policy", "poddisruptionbudgets", "a", "b");

    private final SimulatedWorld world = new SimulatedWorld(NOON);
    private final GrantSightings sightings = new GrantSightings();

    private Instant seen(Instant written) {
        return sightings.asSeen(BUDGET, Map.of("p", written), world).getOrDefault("p", Instant.EPOCH);
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400, -130, 30, 86_400})
    void aGrantOfAServerWithAnotherClockIsAsOldAsItIs(long off) {
        sightings.asSeen(BUDGET, Map.of(), world);
        Instant written = NOON.plusSeconds(off);
        assertThat(seen(written)).isEqualTo(NOON);
        world.advance(Duration.ofMinutes(1));
        assertThat(seen(written)).isEqualTo(NOON);
        world.stepWallClock(Duration.ofHours(3));
        assertThat(seen(written)).as("as the clock goes now").isEqualTo(NOON.plus(Duration.ofHours(3)));
    }

    @Test
    void whatAServerWithTheSameClockSaysIsBelieved() {
        sightings.asSeen(BUDGET, Map.of(), world);
        world.advance(Duration.ofSeconds(3));
        assertThat(seen(NOON.plusSeconds(1))).isEqualTo(NOON.plusSeconds(1));
    }

    @Test
    void whatWasGrantedBeforeIsAsOldAsItIsKnown() {
        assertThat(seen(NOON.minusSeconds(90))).isEqualTo(NOON);
        world.advance(Duration.ofMinutes(1));
        assertThat(seen(NOON.minusSeconds(90))).isEqualTo(NOON);
        assertThat(seen(NOON.minusSeconds(30))).as("another grant").isEqualTo(NOON.plusSeconds(60));
        sightings.forget(BUDGET);
        assertThat(seen(NOON.minusSeconds(90))).isEqualTo(NOON.plusSeconds(60));
    }
}
