package dev.tenure.controllers.nodelifecycle.zone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodelifecycle.zone.ZonesState.Turn;
import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ZoneQueueTest {
    private static Tick second(double second) {
        return new Tick(Math.round(second * 1e9));
    }

    /// The seconds at which the queue gives something, asked whenever it says that asking is worth while.
    private static List<String> taken(ZoneQueue queue, double from, double until) {
        var taken = new ArrayList<String>();
        Tick now = second(from);
        for (Optional<Tick> next = queue.nextTake(now);
                next.isPresent() && !next.get().isAfter(second(until));
                next = queue.nextTake(now)) {
            now = next.get().isAfter(now) ? next.get() : now;
            Tick at = now;
            queue.take(now).ifPresent(node -> taken.add("%s@%d".formatted(node, Math.round(at.nanos() / 1e9))));
        }
        return taken;
    }

    @Test
    void z18TheFirstComesAtOnceAndTheNextAnIntervalLater() {
        var queue = new ZoneQueue(0.1, second(0));
        queue.add("a", second(100));
        queue.add("b", second(100));
        queue.add("c", second(100));
        assertThat(taken(queue, 100, 200)).containsExactly("a@100", "b@110", "c@120");
    }

    @Test
    void aNodeThatWasHandledIsNotHandledAgainUntilItIsForgotten() {
        var queue = new ZoneQueue(1, second(0));
        queue.add("a", second(1));
        assertThat(taken(queue, 1, 5)).containsExactly("a@1");
        queue.add("a", second(6));
        assertThat(taken(queue, 6, 9)).isEmpty();
        queue.remove("a");
        queue.add("a", second(10));
        assertThat(taken(queue, 10, 12)).containsExactly("a@10");
        queue.addAgain("a", second(13));
        assertThat(taken(queue, 13, 15)).containsExactly("a@13");
    }

    /// Upstream costs a token what it looks at, be it gone.
    @Test
    void aWaitingNodeThatIsGoneStillCostsItsToken() {
        var queue = new ZoneQueue(1, second(0));
        queue.add("handled", second(0));
        queue.add("gone", second(0));
        queue.add("last", second(0));
        assertThat(queue.take(second(0))).contains("handled");
        queue.gone("handled");
        queue.gone("gone");
        assertThat(queue.take(second(1))).contains("gone");
        assertThat(queue.take(second(1))).isEmpty();
        assertThat(queue.take(second(2))).contains("last");
        queue.remove("gone");
        queue.gone("last");
        assertThat(queue.isForgotten()).isTrue();
    }

    @Test
    void aNodeThatStillWaitsKeepsItsPlace() {
        var queue = new ZoneQueue(1, second(0));
        queue.add("a", second(1));
        queue.add("b", second(1));
        queue.addAgain("a", second(1));
        assertThat(taken(queue, 1, 5)).containsExactly("a@1", "b@2");
    }

    @Test
    void aNodeThatFailedComesLaterAndCostsAnotherToken() {
        var queue = new ZoneQueue(1, second(0));
        queue.add("a", second(1));
        assertThat(queue.take(second(1))).contains("a");
        queue.retry("a", second(1.05));
        assertThat(taken(queue, 1.1, 5)).containsExactly("a@2");
    }

    @Test
    void z11ARateOfNothingHoldsEverythingBack() {
        var queue = new ZoneQueue(0.1, second(0));
        queue.setRate(0, second(50));
        queue.add("a", second(60));
        assertThat(queue.nextTake(second(60))).isEmpty();
        assertThat(queue.take(second(10_000))).isEmpty();
    }

    @Test
    void z16AfterARateOfNothingTheBucketHasToFill() {
        var queue = new ZoneQueue(0.1, second(0));
        queue.setRate(0, second(50));
        queue.add("a", second(60));
        queue.setRate(0.1, second(70));
        assertThat(taken(queue, 70, 100)).containsExactly("a@80");
    }

    @Test
    void anotherRateKeepsATokenThatIsThere() {
        var queue = new ZoneQueue(0.1, second(0));
        queue.setRate(0.01, second(50));
        queue.add("a", second(60));
        queue.add("b", second(60));
        assertThat(taken(queue, 60, 500)).containsExactly("a@60", "b@160");
    }

    @Test
    void theSameRateAgainChangesNothing() {
        var queue = new ZoneQueue(0.1, second(0));
        queue.add("a", second(10));
        queue.add("b", second(10));
        assertThat(queue.take(second(10))).contains("a");
        queue.setRate(0.1, second(15));
        assertThat(taken(queue, 15, 50)).containsExactly("b@20");
    }

    private static Map<String, ZoneCount> counts(ZoneCount first, ZoneCount second) {
        var counts = new LinkedHashMap<String, ZoneCount>();
        counts.put("first", first);
        counts.put("second", second);
        return counts;
    }

    @Test
    void z15WhenAllZonesAreDownNothingIsTaintedUntilOneIsBack() {
        var zones = new ZonesState(ZoneHealthRuleTest.STANDARD);
        var up = new ZoneCount(2, 0);
        var down = new ZoneCount(0, 2);
        assertThat(zones.update(counts(up, up), second(5))).isEqualTo(Turn.ORDINARY);
        assertThat(zones.update(counts(down, up), second(10))).isEqualTo(Turn.ORDINARY);
        assertThat(rates(zones)).containsExactly(0.1f, 0.1f);
        assertThat(zones.update(counts(down, down), second(15))).isEqualTo(Turn.ALL_DOWN);
        assertThat(rates(zones)).containsExactly(0f, 0f);
        assertThat(zones.update(counts(down, down), second(20))).isEqualTo(Turn.ORDINARY);
        assertThat(rates(zones)).containsExactly(0f, 0f);
        assertThat(zones.update(counts(down, new ZoneCount(1, 1)), second(25))).isEqualTo(Turn.BACK);
        assertThat(rates(zones)).containsExactly(0.1f, 0.1f);
    }

    @Test
    void z14OneZoneThatIsDownIsTaintedAtTheUsualRate() {
        var zones = new ZonesState(ZoneHealthRuleTest.STANDARD);
        zones.update(counts(new ZoneCount(2, 0), new ZoneCount(2, 0)), second(5));
        zones.update(counts(new ZoneCount(0, 2), new ZoneCount(2, 0)), second(10));
        assertThat(zones.view())
                .extracting(ZonesState.ZoneView::health)
                .containsExactly(ZoneHealth.FULL_DISRUPTION, ZoneHealth.NORMAL);
        assertThat(rates(zones)).containsExactly(0.1f, 0.1f);
    }

    @Test
    void aZoneWithoutNodesIsForgotten() {
        var zones = new ZonesState(ZoneHealthRuleTest.STANDARD);
        zones.update(counts(new ZoneCount(2, 0), new ZoneCount(2, 0)), second(5));
        zones.update(Map.of("second", new ZoneCount(2, 0)), second(10));
        assertThat(zones.view()).extracting(ZonesState.ZoneView::key).containsExactly("second");
    }

    private static List<Float> rates(ZonesState zones) {
        return zones.view().stream().map(zone -> (float) zone.rate()).toList();
    }
}
