package dev.tenure.controllers.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podgc.retention.FailedPodRetention.LoopLimit;
import dev.tenure.controllers.podgc.retention.FailedPodRetention.Pause;
import dev.tenure.controllers.podgc.retention.OwnerPause;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How long an owner makes no pods, and when it is as any other again.
final class PausesStateTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final LoopLimit LIMIT = new LoopLimit(
            5, Duration.ofMinutes(10), Optional.of(new Pause(Duration.ofMinutes(1), Duration.ofSeconds(200))));

    private final PausesState state = new PausesState();

    PausesStateTest() {
        state.limit(Optional.of(LIMIT));
    }

    private static OwnerReference owner(String uid) {
        return new OwnerReference("apps/v1", "ReplicaSet", "web", uid, true, true);
    }

    private boolean begin(String uid, Instant now) {
        var failure = new Failure("ReplicaSet default/web", "n", "OutOfcpu", "no cpu", 1, now, now);
        return state.begin(owner(uid), "default", new EvictionLoop(failure, 5), now);
    }

    private static Instant at(int seconds) {
        return BEGIN.plusSeconds(seconds);
    }

    @Test
    void eachPauseIsTwiceAsLongAsTheOneBeforeUpToTheLongest() {
        var lengths = new ArrayList<Long>();
        Instant now = BEGIN;
        for (int i = 0; i < 4; i++) {
            assertThat(begin("a", now)).isTrue();
            OwnerPause pause = state.of("a").orElseThrow();
            lengths.add(Duration.between(pause.since(), pause.until()).toSeconds());
            assertThat(state.watches("a", pause.until().plusSeconds(1))).isFalse();
            now = state.next().orElseThrow();
            assertThat(state.advance(now)).isTrue();
            assertThat(state.watches("a", now)).isFalse();
            now = now.plusSeconds(1);
            assertThat(state.watches("a", now)).isTrue();
        }
        assertThat(lengths).containsExactly(60L, 120L, 200L, 200L);
    }

    @Test
    void afterAWindowWithoutAFailureNothingIsLeft() {
        begin("a", BEGIN);
        state.advance(at(60));
        assertThat(state.next()).contains(at(660));
        assertThat(state.advance(at(659))).isFalse();
        assertThat(state.advance(at(660))).isTrue();
        assertThat(state.all()).isEmpty();
        assertThat(state.next()).isEmpty();
    }

    @Test
    void moreOwnersThanThereIsRoomForAreNotPaused() {
        for (int i = 0; i < PausesState.OWNERS_MAX; i++) {
            assertThat(begin("a" + i, BEGIN)).isTrue();
        }
        assertThat(begin("one too many", BEGIN)).isFalse();
        assertThat(state.all()).hasSize(PausesState.OWNERS_MAX);
        state.advance(at(60));
        assertThat(begin("a7", at(61))).as("one that has its place").isTrue();
    }

    @Test
    void whatStandsInTheApiIsReadAsItWasWritten() {
        begin("a", BEGIN);
        List<OwnerPause> read = state.all().stream()
                .map(OwnerPause::json)
                .flatMap(json -> OwnerPause.of(json).stream())
                .toList();
        assertThat(read).hasSize(1);
        var after = new PausesState();
        after.load(read);
        after.limit(Optional.of(LIMIT));
        assertThat(after.next()).contains(at(60));
        assertThat(after.of("a").orElseThrow().json())
                .isEqualTo(state.of("a").orElseThrow().json());
        assertThat(OwnerPause.of(read.getFirst().json().put("until", "soon"))).isEmpty();
    }

    @Test
    void withoutALimitNobodyIsPaused() {
        begin("a", BEGIN);
        state.limit(Optional.of(new LoopLimit(5, Duration.ofMinutes(10), Optional.empty())));
        assertThat(state.all()).isEmpty();
        assertThat(begin("a", BEGIN)).isFalse();
    }
}
