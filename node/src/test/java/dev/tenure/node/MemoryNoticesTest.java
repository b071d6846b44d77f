package dev.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.signal.TripPointRule;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.eviction.threshold.ThresholdValue;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.runtime.time.Tick;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// When the kernel is asked to tell: vectors F10 to F12.
final class MemoryNoticesTest {
    private static final long GIBI = 1L << 30;
    private static final ThresholdValue ONE_GIBI = new ThresholdValue.Amount(Quantity.parse("1Gi"));

    private static MemoryStats memory(long available, long workingSet, OptionalLong usage) {
        return new MemoryStats(
                Optional.empty(), OptionalLong.of(available * GIBI), OptionalLong.of(workingSet * GIBI), usage);
    }

    private static Summary summary(MemoryStats memory) {
        var node = new NodeStats(
                Optional.of(memory),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Summary(node, Map.of());
    }

    @Test
    void f10AndF11PagesThatCouldBeTakenBackAreAdded() {
        assertThat(TripPointRule.usageBytes(memory(3, 1, OptionalLong.of(2 * GIBI)), ONE_GIBI))
                .as("F10")
                .hasValue(4 * GIBI);
        assertThat(TripPointRule.usageBytes(memory(4, 1, OptionalLong.of(3 * GIBI)), ONE_GIBI))
                .as("F11")
                .hasValue(6 * GIBI);
    }

    @Test
    void f12WithoutTheUseTheOldPointStays() {
        var asked = new ArrayList<Long>();
        var closed = new ArrayList<Long>();
        var settings =
                new ThresholdSettings(Map.of("memory.available", "1Gi"), Map.of(), Map.of(), Map.of(), List.of());
        var notices = new MemoryNotices(
                (_, bytes) -> {
                    asked.add(bytes / GIBI);
                    return Optional.of(() -> closed.add(bytes / GIBI));
                },
                Path.of("/memory"),
                Optional.empty(),
                ThresholdParser.parse(settings));
        var start = new Tick(0);
        notices.measured(summary(memory(3, 1, OptionalLong.of(2 * GIBI))), start);
        notices.measured(summary(memory(3, 1, OptionalLong.empty())), start.plus(Duration.ofSeconds(11)));
        assertThat(asked).as("F12").containsExactly(4L);
        assertThat(closed).as("F12").isEmpty();
        notices.measured(summary(memory(3, 1, OptionalLong.of(3 * GIBI))), start.plus(Duration.ofSeconds(15)));
        assertThat(asked).as("not renewed within ten seconds").hasSize(1);
        notices.measured(summary(memory(3, 1, OptionalLong.of(3 * GIBI))), start.plus(Duration.ofSeconds(30)));
        assertThat(asked).containsExactly(4L, 5L);
        assertThat(closed).containsExactly(4L);
    }
}
