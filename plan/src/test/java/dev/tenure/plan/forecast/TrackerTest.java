package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is known of pods at each moment of clusters that chance made.
final class TrackerTest {
    private static final Duration STEP = Duration.ofSeconds(7);
    private static final int STEPS = 60;

    /// A large cluster has too many pods to look at all of them at every step.
    @ParameterizedTest
    @ValueSource(longs = {3, 11, 20})
    void whatWaitsAndWhatLeavesIsWhatOneFindsByLookingAtAllPods(long seed) {
        ForecastCase scenario = RandomChange.of(seed);
        var staged =
                new StagedCluster(Semantics.DOCUMENTED, 5, scenario.manifests().toArray(String[]::new));
        Tracker tracker = staged.watch();
        staged.play(scenario.change());
        for (int i = 0; i < STEPS; i++) {
            staged.advance(STEP);
            assertThat(tracker.anyWaits()).isEqualTo(tracker.tracks().stream().anyMatch(TrackerTest::waits));
            assertThat(uids(tracker.leaving().stream().toList()))
                    .containsExactlyInAnyOrderElementsOf(uids(tracker.tracks().stream()
                            .filter(TrackerTest::leaves)
                            .toList()));
        }
        assertThat(tracker.tracks()).anyMatch(track -> track.leaves.isPresent());
    }

    private static boolean waits(Track track) {
        return !track.pod.spec().bound() && track.leaves.isEmpty() && track.gone.isEmpty() && PodRule.active(track.pod);
    }

    private static boolean leaves(Track track) {
        return track.leaves.isPresent() && track.gone.isEmpty();
    }

    private static List<String> uids(List<Track> tracks) {
        return tracks.stream().map(track -> track.pod.meta().uid()).toList();
    }
}
