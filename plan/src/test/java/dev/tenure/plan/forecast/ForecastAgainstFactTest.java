package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.plan.source.ClusterDump;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// A cluster is dumped in the middle of its life, a forecast is made of the dump, and then the cluster itself
/// goes on with the same change: both must come to the same. The cluster has other uids, another seed and
/// other phases than the forecast.
@Tag("long")
class ForecastAgainstFactTest {
    private static final Duration CLOSE = Duration.ofSeconds(1);
    private static final Duration HORIZON = Duration.ofMinutes(20);
    private static final ForecastOptions OPTIONS = new ForecastOptions(
            HORIZON,
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            ForecastOptions.Monitor.STANDARD,
            ForecastOptions.Components.STANDARD,
            99);

    @TestFactory
    Stream<DynamicTest> theForecastIsWhatThenHappens() {
        return ForecastScenarios.all().stream()
                .flatMap(scenario -> Stream.of(Semantics.values())
                        .map(semantics -> DynamicTest.dynamicTest(
                                scenario.name() + ", " + semantics.word(), () -> check(scenario, semantics))));
    }

    @Test
    void thereAreAtLeastFortyScenariosEachWithANameOfItsOwn() {
        assertThat(ForecastScenarios.all()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(ForecastScenarios.all()).extracting(ForecastCase::name).doesNotHaveDuplicates();
    }

    private static void check(ForecastCase scenario, Semantics semantics) {
        var staged = new StagedCluster(semantics, 5, scenario.manifests().toArray(String[]::new));
        staged.play(scenario.before().change());
        staged.advance(scenario.before().at().plusMillis(3700));
        ClusterDump dump = staged.dump();
        Tracker tracker = staged.watch();
        var facts = new Outcomes(
                staged.cluster(),
                staged.cluster().world().now(),
                staged.player(),
                _ -> Optional.empty(),
                _ -> Optional.empty());
        staged.play(scenario.change());
        staged.advance(HORIZON);
        EvictionPlan.Status fact = facts.status(tracker, List.of(), true);

        EvictionPlan.Status forecast =
                Forecasts.of(dump, scenario.change(), options(semantics)).status();

        assertThat(who(forecast)).isEqualTo(who(fact));
        assertThat(forecast.summary()).isEqualTo(fact.summary());
        assertThat(forecast.budgets()).isEqualTo(fact.budgets());
        assertThat(forecast.services()).isEqualTo(fact.services());
        assertThat(becomes(forecast)).isEqualTo(becomes(fact));
        assertThat(made(forecast)).isEqualTo(made(fact));
        times(forecast, fact);
    }

    /// Of a cluster of upstream's controllers the forecast finds out by itself how to count.
    private static ForecastOptions options(Semantics semantics) {
        return semantics == Semantics.DOCUMENTED ? OPTIONS.withSemantics(semantics) : OPTIONS;
    }

    private static Map<String, String> who(EvictionPlan.Status status) {
        var all = new TreeMap<String, String>();
        for (LeavingPod pod : status.pods()) {
            all.put(
                    pod.uid() + " " + pod.name(),
                    (pod.leavesAfter().isPresent() ? "leaves: " : "stays: ") + pod.cause());
        }
        return all;
    }

    /// How many places of each workload come to which end; which of its pods goes where is for ties to decide.
    private static Map<String, Long> becomes(EvictionPlan.Status status) {
        return status.pods().stream()
                .collect(Collectors.groupingBy(
                        pod -> workload(pod.name()) + " " + end(pod.outcome()), TreeMap::new, Collectors.counting()));
    }

    private static String workload(String pod) {
        return pod.replaceAll("-.*", "");
    }

    private static String end(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Replaced replaced ->
                "replaced, " + (replaced.readyAfter().isPresent() ? "ready" : "not ready");
            case Outcome.Pending pending -> "pending: " + pending.message();
            case Outcome.Lost lost -> "lost: " + lost.why();
            case Outcome.NotReplaced kept -> "not replaced: " + kept.why();
        };
    }

    private static Map<String, Long> made(EvictionPlan.Status status) {
        return status.newPods().stream()
                .collect(Collectors.groupingBy(
                        pod -> workload(pod.name()) + " " + state(pod), TreeMap::new, Collectors.counting()));
    }

    private static String state(NewPod pod) {
        return pod.pending()
                .map(Outcome.Pending::message)
                .orElse(pod.readyAfter().isPresent() ? "ready" : "not ready");
    }

    private static void times(EvictionPlan.Status forecast, EvictionPlan.Status fact) {
        var real = new HashMap<String, LeavingPod>();
        fact.pods().forEach(pod -> real.put(pod.uid(), pod));
        for (LeavingPod pod : forecast.pods()) {
            LeavingPod then = Objects.requireNonNull(real.get(pod.uid()));
            assertClose(pod, Duration.ZERO, then.leavesAfter());
            assertThat(pod.goneAfter().isPresent())
                    .as(pod.name())
                    .isEqualTo(then.goneAfter().isPresent());
            pod.goneAfter()
                    .ifPresent(gone ->
                            assertClose(pod, gone.minus(pod.leavesAfter().orElse(gone)), then.goneAfter()));
        }
    }

    /// Within a second, or between the moments that the forecast itself tells.
    ///
    /// @param later what happens so long after the pod is told to go
    private static void assertClose(LeavingPod pod, Duration later, Optional<Duration> fact) {
        assertThat(pod.leavesAfter().isPresent()).as(pod.name()).isEqualTo(fact.isPresent());
        if (pod.leavesAfter().isEmpty() || fact.isEmpty()) {
            return;
        }
        Duration forecast = pod.leavesAfter().get();
        EvictionPlan.Span span = pod.between().orElseGet(() -> new EvictionPlan.Span(forecast, forecast));
        assertThat(fact.get().minus(later))
                .as("%s: forecast %s, %s", pod.name(), forecast, span)
                .isBetween(span.earliest().minus(CLOSE), span.latest().plus(CLOSE));
    }
}
