package dev.tenure.scheduler.plugin.defaultpreemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The criteria one by one, each against one that would decide otherwise if it came first.
final class ImportanceRuleTest {
    private static final String EARLY = "2026-01-01T10:00:00Z";
    private static final String LATE = "2026-01-01T11:00:00Z";
    private static final int LEAST = Integer.MIN_VALUE;

    private final PodClasses classes = new PodClasses();

    /// @param started as in its status; empty for a pod that has not
    private PodInfo pod(String name, int priority, String started) {
        ObjectNode pod = FakeManifests.pod(name, "1", priority);
        if (!started.isEmpty()) {
            pod.withObjectProperty("status").put("startTime", started);
        }
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private static PreemptionCandidate candidate(String node, int violations, PodInfo... victims) {
        return new PreemptionCandidate(node, List.of(victims), violations);
    }

    private static List<String> cheapest(PreemptionCandidate... candidates) {
        return ImportanceRule.cheapest(List.of(candidates)).stream()
                .map(PreemptionCandidate::node)
                .toList();
    }

    @Test
    void priorityCountsFirstThenWhoStartedEarlierAndWhoHasNotIsLast() {
        PodInfo high = pod("high", 5, "");
        PodInfo early = pod("early", 1, EARLY);
        PodInfo late = pod("late", 1, LATE);
        PodInfo never = pod("never", 1, "");
        assertThat(Stream.of(never, late, early, high).sorted(ImportanceRule.MOST_IMPORTANT_FIRST))
                .containsExactly(high, early, late, never);
    }

    @Test
    void fewerViolatedBudgetsCountMoreThanAnyPriority() {
        assertThat(cheapest(candidate("one", 1, pod("a", 1, EARLY)), candidate("none", 0, pod("b", 9, EARLY))))
                .containsExactly("none");
    }

    @Test
    void theLowestOfTheHighestPrioritiesCountsMoreThanTheSum() {
        assertThat(cheapest(
                        candidate("high", 0, pod("a", 5, EARLY)),
                        candidate("many", 0, pod("b", 4, EARLY), pod("c", 4, EARLY), pod("d", 4, EARLY))))
                .containsExactly("many");
    }

    @Test
    void theSumCountsAndMorePodsAreMoreEvenIfTheirPrioritiesAreNegative() {
        assertThat(cheapest(
                        candidate("five", 0, pod("a", 4, EARLY), pod("b", 1, EARLY)),
                        candidate("four", 0, pod("c", 4, EARLY), pod("d", 0, EARLY))))
                .containsExactly("four");
        assertThat(cheapest(
                        candidate("two", 0, pod("e", -1, EARLY), pod("f", -1_000, EARLY)),
                        candidate("one", 0, pod("g", -1, EARLY))))
                .containsExactly("one");
    }

    /// The sum is the same only where one priority is the least that there is.
    @Test
    void ofEqualSumsTheOneOfFewerPodsCounts() {
        assertThat(cheapest(
                        candidate("two", 0, pod("a", 0, EARLY), pod("b", LEAST, EARLY)),
                        candidate("one", 0, pod("c", 0, EARLY))))
                .containsExactly("one");
    }

    @Test
    void atLastTheNodeCountsWhoseMostImportantPodsStartedLatest() {
        PreemptionCandidate early = candidate("early", 0, pod("a", 4, EARLY), pod("b", 0, LATE));
        PreemptionCandidate late = candidate("late", 0, pod("c", 4, LATE), pod("d", 0, EARLY));
        assertThat(cheapest(early, late)).containsExactly("late");
        assertThat(cheapest(late, early)).containsExactly("late");
        PreemptionCandidate both = candidate("both", 0, pod("e", 2, LATE), pod("f", 2, EARLY));
        PreemptionCandidate alike = candidate("alike", 0, pod("g", 2, LATE), pod("h", 2, LATE));
        assertThat(cheapest(both, alike)).as("the first of them counts").containsExactly("alike");
    }

    @Test
    void whatNothingTellsApartStaysInItsOrder() {
        assertThat(cheapest(
                        candidate("b", 0, pod("p", 1, EARLY)),
                        candidate("worse", 0, pod("q", 2, EARLY)),
                        candidate("a", 0, pod("r", 1, EARLY))))
                .containsExactly("b", "a");
    }
}
