package dev.tenure.controllers.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.controllers.tainteviction.record.StayStarts;
import dev.tenure.controllers.tainteviction.stay.DocumentedPlan;
import dev.tenure.controllers.tainteviction.stay.Newcomers;
import dev.tenure.controllers.tainteviction.stay.TaintedSince;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The server that wrote a pod has a clock of its own.
class OtherClocksTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Taint TAINT = new Taint("k", "", TaintEffect.NO_EXECUTE);
    private static final Duration STAY = Duration.ofSeconds(20);

    private final SimulatedWorld world = new SimulatedWorld(NOON);
    private final DocumentedPlan plan = new DocumentedPlan(
            world, false, new PolicyState(new TaintedNodes(), TaintMatcher.NONE), new Newcomers(world), _ -> {});

    private static StoredObject pod(Instant created) {
        byte[] json = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"a","uid":"u","creationTimestamp":"%s"},
             "spec":{"nodeName":"n","containers":[],"tolerations":[
              {"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":20}]}}
            """.formatted(created).getBytes(StandardCharsets.UTF_8);
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("a", "p"), "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, json, 1, Views.reader(ResourceTypes.PODS));
    }

    private void evaluate(StoredObject pod) {
        plan.evaluate(pod, List.of(new TaintedSince(TAINT, NOON.minus(Duration.ofHours(1)))));
    }

    private Optional<Duration> leavesAfter(Tick from) {
        return plan.nextDeadline().map(due -> due.since(from));
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400, -600, -30, -2, -1, 0, 1, 30, 86_400})
    void aPodThatComesWhileOneLooksOnStaysWhateverTheServersClockShows(long off) {
        world.advance(Duration.ofSeconds(3));
        StoredObject pod = pod(world.wall().plusSeconds(off));
        plan.arrived(pod, world.now());
        evaluate(pod);
        // Not before its stay is over, and at most a second of precision later.
        assertThat(leavesAfter(world.now()).orElseThrow()).isBetween(STAY, STAY.plusSeconds(1));
    }

    @Test
    void whatWasThereBeforeIsBelieved() {
        StoredObject pod = pod(NOON.minusSeconds(15));
        evaluate(pod);
        assertThat(leavesAfter(world.now())).hasValue(Duration.ofSeconds(6));
    }

    @Test
    void aTaintThatBeginsInTheFutureIsOfAnotherClock() {
        var later = new StayStarts(Map.of("k", new StayStarts.Start(NOON.plusSeconds(7200), Optional.empty())));
        StayStarts next = later.next(List.of(TAINT), NOON, UnaryOperator.identity());
        assertThat(next.of(List.of(TAINT), NOON)).containsExactly(new TaintedSince(TAINT, NOON));
    }
}
