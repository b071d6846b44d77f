package dev.tenure.controllers.tainteviction.stay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EvictionTimersTest {
    private static final int STEPS = 3_000;
    private static final int PODS = 40;
    private static final int TICKS = 60;

    /// The same timers, kept as a list in the order in which they were set.
    private record Armed(String pod, long due) {}

    private static EvictionTimers.Timer<String> timer(String pod, long due) {
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("ns", pod), pod, Map.of(), List.of(), Map.of(), false);
        var object = new StoredObject(header, new byte[0], 1, Views.reader(ResourceTypes.PODS));
        var cause = new StayVerdict.EvictNow(new Taint("k", "", TaintEffect.NO_EXECUTE));
        return new EvictionTimers.Timer<>(pod, new Tick(0), new EvictionOrder(object, new Tick(due), cause));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void timersComeInOrderOfTheirDeadlinesWhateverHappensBetween(long seed) {
        var random = new Random(seed);
        var timers = new EvictionTimers<String>();
        var model = new ArrayList<Armed>();
        for (int step = 0; step < STEPS; step++) {
            String pod = "p" + random.nextInt(PODS);
            long tick = random.nextInt(TICKS);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    timers.set(timer(pod, tick));
                    model.removeIf(armed -> armed.pod().equals(pod));
                    model.add(new Armed(pod, tick));
                }
                case 2 ->
                    assertThat(timers.cancel(pod))
                            .isEqualTo(model.removeIf(armed -> armed.pod().equals(pod)));
                default -> {
                    int limit = 1 + random.nextInt(5);
                    List<Armed> due = model.stream()
                            .filter(armed -> armed.due() <= tick)
                            .sorted(Comparator.comparingLong(Armed::due))
                            .limit(limit)
                            .toList();
                    model.removeAll(due);
                    assertThat(timers.takeDue(new Tick(tick), limit).stream().map(EvictionTimers.Timer::pod))
                            .as("seed %d, step %d", seed, step)
                            .containsExactlyElementsOf(
                                    due.stream().map(Armed::pod).toList());
                }
            }
            assertThat(timers.nextDeadline().map(Tick::nanos))
                    .isEqualTo(model.stream().map(Armed::due).min(Long::compare));
            assertThat(timers.orders().stream().map(order -> order.pod().uid()))
                    .containsExactlyElementsOf(model.stream()
                            .sorted(Comparator.comparingLong(Armed::due))
                            .map(Armed::pod)
                            .toList());
        }
    }
}
