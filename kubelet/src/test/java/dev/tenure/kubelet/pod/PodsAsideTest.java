package dev.tenure.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PodsAsideTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final EventLoop loop = world.loop("node");
    private final PodsAside pods = new PodsAside(loop);
    private final List<String> faults = new ArrayList<>();
    private int tries;
    private boolean broken = true;

    PodsAsideTest() {
        world.reportFaultsTo((_, about, _) -> {
            faults.add(about);
            return "";
        });
    }

    private void step() {
        tries++;
        if (broken) {
            throw new IllegalStateException("bug");
        }
    }

    private void begin() {
        loop.post("pod", () -> pods.guard("u", "pod default/web", this::step, this::step));
        world.settle();
    }

    @Test
    void aPodThatThrowsIsTakenUpAgainLaterAndLaterUntilItWorks() {
        begin();
        assertThat(pods.aside("u")).isTrue();
        assertThat(pods.aside("other")).isFalse();
        world.advance(Duration.ofSeconds(1 + 2 + 4));
        assertThat(tries).isEqualTo(4);
        world.advance(Duration.ofMinutes(10));
        assertThat(tries).as("8, 16, 32 s, then each minute").isBetween(15, 17);
        assertThat(faults).hasSize(tries).containsOnly("pod default/web");
        broken = false;
        world.advance(Duration.ofMinutes(1));
        assertThat(pods.aside("u")).isFalse();
        int worked = tries;
        world.advance(Duration.ofHours(1));
        assertThat(tries).isEqualTo(worked);
    }

    @Test
    void afterTenQuietMinutesThePauseIsShortAgain() {
        begin();
        world.advance(Duration.ofMinutes(5));
        broken = false;
        world.advance(Duration.ofMinutes(12));
        broken = true;
        tries = 0;
        begin();
        world.advance(Duration.ofSeconds(1));
        assertThat(tries).isEqualTo(2);
    }

    @Test
    void aPodThatIsGoneIsNotTakenUpAgain() {
        begin();
        loop.post("gone", () -> pods.forget("u"));
        world.advance(Duration.ofHours(1));
        assertThat(tries).isEqualTo(1);
        assertThat(pods.aside("u")).isFalse();
    }
}
