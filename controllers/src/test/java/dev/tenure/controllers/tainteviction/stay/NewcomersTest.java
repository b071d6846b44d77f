package dev.tenure.controllers.tainteviction.stay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NewcomersTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(NOON);
    private final Newcomers newcomers = new Newcomers(world);

    /// @param made when it was made, and bound, by what is written: whole seconds after noon
    private static StoredObject pod(double made, double bound) {
        byte[] json = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"a","uid":"u","creationTimestamp":"%s"},
             "spec":{"nodeName":"n","containers":[]},"status":{"conditions":[
              {"type":"PodScheduled","status":"True","lastTransitionTime":"%s"}]}}
            """.formatted(second(made), second(bound)).getBytes(StandardCharsets.UTF_8);
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("a", "p"), "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, json, 1, Views.reader(ResourceTypes.PODS));
    }

    private static Instant second(double seconds) {
        return at(seconds).truncatedTo(ChronoUnit.SECONDS);
    }

    private static Instant at(double seconds) {
        return NOON.plusMillis(Math.round(seconds * 1000));
    }

    private void pass(double seconds) {
        world.advance(Duration.ofMillis(Math.round(seconds * 1000)));
    }

    /// The pod comes at 20.5 s while one looks on, to a node that has the taint.
    ///
    /// @param made when the pod was made
    /// @param taint when the taint came
    @ParameterizedTest
    @CsvSource({
        // it came after the taint
        "20.5, 10, false",
        // at the same moment, as pods that are made anew for those that leave
        "20.5, 20.5, false",
        // the taint came later
        "20.5, 20.6, true",
        // somebody placed it who had not heard of the taint
        "10, 20, true",
        "10, 15.5, true",
        "10, 15.4, false",
        // made in the same second as the taint came: perhaps because of it
        "20.0, 20.4, false",
        "19.9, 20.4, true"
    })
    void aPodThatComesIsNewToTheTaintsThatAreThere(double made, double taint, boolean before) {
        pass(20.5);
        StoredObject pod = pod(made, 20.5);
        newcomers.comes(pod);
        pass(5);
        newcomers.stands(pod, Optional.empty());
        assertThat(newcomers.stoodBefore(pod, at(taint))).isEqualTo(before);
    }

    /// The pod is first looked at at 20.5 s.
    @ParameterizedTest
    @CsvSource({
        // made, bound, taint
        "5, 5, 10, true",
        "12, 12, 10, false",
        // nobody can tell, and nobody is to leave twice
        "10, 10, 10.5, false",
        // made long before
        "5, 10, 10.5, true",
        // the server's clock goes before: it was there all the same when the taint came
        "300, 300, 20.5, true",
        "300, 300, 20.4, false"
    })
    void ofAPodThatWasThereItCountsWhatItTells(double made, double bound, double taint, boolean before) {
        pass(20.5);
        StoredObject pod = pod(made, bound);
        newcomers.stands(pod, Optional.empty());
        pass(60);
        assertThat(newcomers.stoodBefore(pod, at(taint))).isEqualTo(before);
    }

    @Test
    void whatWasSeenWhileOthersLedCountsMoreThanWhatIsWritten() {
        pass(20);
        StoredObject pod = pod(300, 300);
        newcomers.stands(pod, Optional.of(world.now()));
        pass(100);
        assertThat(newcomers.stoodBefore(pod, at(21))).isTrue();
        assertThat(newcomers.stoodBefore(pod, at(19))).isFalse();
    }

    @Test
    void ofWhomNothingIsKnownWasThere() {
        StoredObject pod = pod(300, 300);
        assertThat(newcomers.stoodBefore(pod, at(0))).isTrue();
        newcomers.comes(pod);
        assertThat(newcomers.stoodBefore(pod, at(0))).isFalse();
        newcomers.forget(pod);
        assertThat(newcomers.stoodBefore(pod, at(0))).isTrue();
    }

    @Test
    void aStepOfTheClockMakesNobodyNew() {
        StoredObject pod = pod(0, 0);
        pass(5);
        newcomers.stands(pod, Optional.empty());
        world.stepWallClock(Duration.ofHours(-1));
        // what was at 5 s is told an hour earlier now
        assertThat(newcomers.stoodBefore(pod, at(5).minus(Duration.ofHours(1)))).isTrue();
    }
}
