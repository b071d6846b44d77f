package dev.tenure.controllers.tainteviction.stay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The vectors M21 to M24 and M26 of the specification, and every pair of consents.
final class EvictionRuleTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<Optional<Stay>> CONSENTS = List.of(
            Optional.empty(),
            Optional.of(Stay.forever()),
            Optional.of(new Stay.AtMost(-5)),
            Optional.of(new Stay.AtMost(0)),
            Optional.of(new Stay.AtMost(10)),
            Optional.of(new Stay.AtMost(60)));
    private static final int[] SECONDS = {0, 5, 30};

    private static Instant second(long second) {
        return START.plusSeconds(second);
    }

    private static Taint taint(String key) {
        return new Taint(key, "", TaintEffect.NO_EXECUTE);
    }

    private static Toleration toleration(String key, Stay stay) {
        return Toleration.exists(key, TaintEffect.NO_EXECUTE).withStay(stay);
    }

    private static StayVerdict decide(List<TaintedSince> taints, List<Toleration> tolerations, Instant bound) {
        return EvictionRule.decide(taints, tolerations, bound, false);
    }

    @Test
    void m24ANodeWithoutTaintsKeepsItsPods() {
        assertThat(decide(List.of(), List.of(), START)).isEqualTo(new StayVerdict.Keep());
    }

    /// Two taints, each with every kind of consent and every order of coming and binding: a taint without
    /// consent evicts at once, else the stay that ends first decides, else the pod stays.
    @Test
    void m23AndM26TheStayThatEndsFirstDecides() {
        for (Optional<Stay> toA : CONSENTS) {
            for (Optional<Stay> toB : CONSENTS) {
                for (int sinceA : SECONDS) {
                    for (int sinceB : SECONDS) {
                        for (int bound : SECONDS) {
                            check(new Case(toA, toB, sinceA, sinceB, bound));
                        }
                    }
                }
            }
        }
    }

    private record Case(Optional<Stay> toA, Optional<Stay> toB, int sinceA, int sinceB, int bound) {
        Optional<Long> endA() {
            return end(toA, sinceA);
        }

        Optional<Long> endB() {
            return end(toB, sinceB);
        }

        private Optional<Long> end(Optional<Stay> consent, int since) {
            return consent.filter(Stay.AtMost.class::isInstance)
                    .map(Stay.AtMost.class::cast)
                    .map(stay -> Math.max(since, bound) + Math.max(0, stay.seconds()));
        }
    }

    private static void check(Case one) {
        var taints = List.of(
                new TaintedSince(taint("a"), second(one.sinceA())), new TaintedSince(taint("b"), second(one.sinceB())));
        var tolerations = new ArrayList<Toleration>();
        one.toA().ifPresent(stay -> tolerations.add(toleration("a", stay)));
        one.toB().ifPresent(stay -> tolerations.add(toleration("b", stay)));
        StayVerdict verdict = decide(taints, tolerations, second(one.bound()));
        if (one.toA().isEmpty()) {
            assertThat(verdict).as("%s", one).isEqualTo(new StayVerdict.EvictNow(taint("a")));
        } else if (one.toB().isEmpty()) {
            assertThat(verdict).as("%s", one).isEqualTo(new StayVerdict.EvictNow(taint("b")));
        } else if (one.endA().isEmpty() && one.endB().isEmpty()) {
            assertThat(verdict).as("%s", one).isEqualTo(new StayVerdict.Keep());
        } else {
            long end = Math.min(one.endA().orElse(Long.MAX_VALUE), one.endB().orElse(Long.MAX_VALUE));
            assertThat(verdict)
                    .as("%s", one)
                    .isInstanceOfSatisfying(
                            StayVerdict.EvictAt.class,
                            at -> assertThat(at.deadline()).isEqualTo(second(end)));
        }
    }

    @Test
    void m21OfSeveralTolerationsForATaintTheFirstCounts() {
        var taints = List.of(new TaintedSince(taint("a"), START));
        var long1 = toleration("a", new Stay.AtMost(3600));
        var short1 = toleration("a", new Stay.AtMost(10));
        assertThat(decide(taints, List.of(long1, short1), START))
                .isEqualTo(new StayVerdict.EvictAt(second(3600), taint("a"), long1));
        assertThat(decide(taints, List.of(short1, long1), START))
                .isEqualTo(new StayVerdict.EvictAt(second(10), taint("a"), short1));
    }

    @Test
    void m22OneTolerationConsentsToSeveralTaints() {
        var taints = List.of(new TaintedSince(taint("a"), second(5)), new TaintedSince(taint("b"), START));
        var any = Toleration.exists("", TaintEffect.NO_EXECUTE).withStay(new Stay.AtMost(60));
        assertThat(decide(taints, List.of(any), START)).isEqualTo(new StayVerdict.EvictAt(second(60), taint("b"), any));
    }

    @Test
    void aStayBeyondTheEndOfTimeIsHeldToIt() {
        var taints = List.of(new TaintedSince(taint("a"), START));
        StayVerdict verdict = decide(taints, List.of(toleration("a", new Stay.AtMost(Long.MAX_VALUE))), START);
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        StayVerdict.EvictAt.class,
                        at -> assertThat(at.deadline()).isAfter(second(1_000_000_000)));
    }
}
