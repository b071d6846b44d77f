package dev.tenure.plan.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Who left stands for who was forecast to leave, each for one.
class FactPairsTest {
    private static final Duration END = Duration.ofDays(1);
    private static final FactScope N1 = new FactScope(Set.of("n1"), Set.of(), Set.of());
    private static final Outcome FEWER = new Outcome.NotReplaced("its controller wants fewer pods");
    private static final Outcome REPLACED =
            new Outcome.Replaced("new", "n2", Optional.of(Duration.ofSeconds(9)), Optional.empty(), 1, false);

    private static LeavingPod pod(String uid, String owner, int after, String cause, Outcome outcome, String... alike) {
        return new LeavingPod(
                "default",
                uid,
                uid,
                owner,
                "n1",
                Optional.of(Duration.ofSeconds(after)).filter(at -> !at.isNegative()),
                Optional.of(Duration.ofSeconds(after)).filter(at -> !at.isNegative()),
                cause,
                "",
                0,
                List.of(),
                outcome,
                cause.equals("api") ? Optional.of(new Span(Duration.ZERO, Duration.ofSeconds(60))) : Optional.empty(),
                Set.of(alike));
    }

    private static LeavingPod given(String uid, int after, String... alike) {
        return pod(uid, "web", after, "scale-down", FEWER, alike);
    }

    /// Who deleted it is not seen.
    private static LeavingPod gone(String uid, int after) {
        return pod(uid, "web", after, "deleted", FEWER);
    }

    private static Map<String, String> pairs(List<LeavingPod> forecast, LeavingPod... facts) {
        return FactPairs.of(forecast, List.of(facts), END);
    }

    private static List<FactRow> rows(List<LeavingPod> forecast, LeavingPod... facts) {
        return FactRule.rows(forecast, List.of(facts), pairs(forecast, facts), N1, END);
    }

    @Test
    void anotherOneOfThoseThatAreAlikeIsAsForecast() {
        List<FactRow> rows = rows(List.of(given("a", 1, "a", "b", "c")), gone("b", 2));
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.difference()).isEmpty();
            assertThat(row.pod().name()).isEqualTo("a");
            assertThat(row.instead().orElseThrow().name()).isEqualTo("b");
            assertThat(row.insteadWords()).isEqualTo("another of 3 alike went");
        });
    }

    @Test
    void whoWasForecastStandsForItself() {
        assertThat(pairs(
                        List.of(given("b", 1, "a", "b", "c"), given("c", 1, "a", "b", "c")),
                        gone("a", 1),
                        gone("c", 1)))
                .isEqualTo(Map.of("b", "a", "c", "c"));
        assertThat(rows(List.of(given("a", 1, "a", "b")), gone("a", 1))
                        .getFirst()
                        .instead())
                .isEmpty();
    }

    @Test
    void eachStandsForOneOnly() {
        List<FactRow> rows = rows(List.of(given("a", 1, "a", "b", "c"), given("b", 1, "a", "b", "c")), gone("c", 1));
        assertThat(rows).extracting(row -> row.difference().orElse("")).containsExactlyInAnyOrder("", "has not left");
        rows = rows(List.of(given("a", 1, "a", "b", "c")), gone("c", 1), gone("b", 1));
        assertThat(rows)
                .extracting(row -> row.difference().orElse(""))
                .containsExactly("", "was not forecast to leave");
    }

    @Test
    void onePodThatIsNotAlikeIsNone() {
        assertThat(rows(List.of(given("a", 1, "a", "b")), gone("c", 1)))
                .extracting(row -> row.difference().orElse(""))
                .containsExactly("has not left", "was not forecast to leave");
        assertThat(rows(List.of(given("a", 1)), gone("b", 1)))
                .extracting(row -> row.difference().orElse(""))
                .containsExactly("has not left", "was not forecast to leave");
    }

    @Test
    void oneThatLeftForSomethingElseIsNone() {
        assertThat(rows(List.of(given("a", 1, "a", "b")), pod("b", "web", 1, "taint", FEWER)))
                .extracting(row -> row.difference().orElse(""))
                .containsExactly("has not left", "was not forecast to leave");
    }

    /// At 2 s `b` and `c` are alike, as `a` has gone: where `b` went first, it is `a` and `c`.
    @Test
    void whoDidNotGoStandsInThePlaceOfWhoDid() {
        List<LeavingPod> forecast = List.of(given("a", 1, "a", "b", "c"), given("b", 2, "b", "c"));
        assertThat(pairs(forecast, gone("b", 1), gone("a", 2))).isEqualTo(Map.of("a", "a", "b", "b"));
        assertThat(pairs(forecast, gone("c", 1), gone("a", 2))).isEqualTo(Map.of("a", "a", "b", "c"));
        List<LeavingPod> tainted =
                List.of(pod("a", "web", 1, "preemption", REPLACED, "a", "b"), pod("b", "web", 9, "taint", REPLACED));
        List<FactRow> rows =
                rows(tainted, pod("b", "web", 1, "preemption", REPLACED), pod("a", "web", 9, "taint", REPLACED));
        assertThat(rows).allSatisfy(row -> assertThat(row.difference()).isEmpty());
        assertThat(rows).allSatisfy(row -> assertThat(row.instead()).isPresent());
    }

    @Test
    void whatComesOfAnotherWorkloadsPodIsNotHeldAgainstIt() {
        LeavingPod forecast = pod("a", "web", 1, "preemption", REPLACED, "a", "b");
        assertThat(rows(List.of(forecast), pod("b", "batch", 1, "preemption", new Outcome.Lost("")))
                        .getFirst()
                        .difference())
                .isEmpty();
        assertThat(rows(List.of(forecast), pod("b", "web", 1, "preemption", new Outcome.Lost("")))
                        .getFirst()
                        .difference())
                .contains("is not replaced");
    }

    @Test
    void ofThoseThatADrainAsksForTogetherAnotherOneMayBeLetGo() {
        LeavingPod goes = pod("a", "web", 1, "api", REPLACED);
        LeavingPod kept = pod("b", "web", -1, "api", new Outcome.NotReplaced("a disruption budget keeps it"));
        List<FactRow> rows = rows(List.of(goes, kept), pod("b", "web", 2, "api", REPLACED));
        assertThat(rows).extracting(FactRow::difference).containsOnly(Optional.empty());
        assertThat(rows.getFirst().insteadWords()).isEqualTo("another of 2 alike went");
        assertThat(rows.getLast().fact()).isEmpty();
        assertThat(rows(List.of(goes, kept), pod("a", "web", 1, "api", REPLACED), pod("b", "web", 2, "api", REPLACED)))
                .extracting(row -> row.difference().orElse(""))
                .containsExactly("", "left, and was forecast to stay");
    }

    @Test
    void nothingStandsForWhatIsNotToComeYet() {
        List<LeavingPod> forecast = List.of(given("a", 30, "a", "b"));
        assertThat(FactPairs.of(forecast, List.of(gone("b", 1)), Duration.ofSeconds(30)))
                .isEmpty();
        assertThat(FactPairs.of(forecast, List.of(gone("a", 1)), Duration.ofSeconds(30)))
                .isEqualTo(Map.of("a", "a"));
    }

    @Test
    void whyAPodLeftThatNobodySawIsWhatTheForecastSays() {
        List<LeavingPod> forecast = List.of(given("a", 1, "a", "b", "c"), given("b", 1, "a", "b", "c"));
        List<LeavingPod> facts = List.of(pod("b", "web", 1, "scale-down", FEWER), gone("c", 1), gone("d", 1));
        assertThat(FactRule.causes(forecast, facts, FactPairs.of(forecast, facts, END)))
                .isEqualTo(Map.of("c", "scale-down"));
    }

    /// A workload gets smaller in steps; in fact others go than forecast, each time any of those that stand.
    @Test
    void whicheverGoOneAfterTheOtherItIsAsForecast() {
        for (long seed = 0; seed < 200; seed++) {
            var chance = new Random(seed);
            var standing = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f"));
            var real = new ArrayList<>(standing);
            var forecast = new ArrayList<LeavingPod>();
            var facts = new ArrayList<LeavingPod>();
            for (int step = 1; step <= 4; step++) {
                int count = 1 + chance.nextInt(2);
                String[] alike = standing.toArray(String[]::new);
                for (int i = 0; i < count && !standing.isEmpty(); i++) {
                    forecast.add(given(standing.remove(chance.nextInt(standing.size())), step, alike));
                    facts.add(gone(real.remove(chance.nextInt(real.size())), step));
                }
            }
            List<FactRow> rows = FactRule.rows(forecast, facts, FactPairs.of(forecast, facts, END), N1, END);
            assertThat(rows).as("seed %d", seed).hasSameSizeAs(forecast).allSatisfy(row -> {
                assertThat(row.fact()).isPresent();
                assertThat(row.difference()).isEmpty();
            });
            var went = new TreeSet<String>();
            rows.forEach(row -> went.add(row.fact().orElseThrow().uid()));
            assertThat(went).hasSameSizeAs(facts);
        }
    }
}
