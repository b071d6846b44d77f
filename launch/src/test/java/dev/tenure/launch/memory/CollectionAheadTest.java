package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollectionAheadTest {
    @Test
    void collectsAtOnceWithTheSerialCollectorAndIsAbsentWithOthers() {
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals("Copy"))
                .findFirst();
        long before = copy.map(GarbageCollectorMXBean::getCollectionCount).orElse(0L);

        Optional<CollectionAhead> ahead = CollectionAhead.find(() -> 0);
        ahead.ifPresent(CollectionAhead::collect);

        assertThat(ahead.isPresent()).isEqualTo(copy.isPresent());
        copy.ifPresent(collector -> assertThat(collector.getCollectionCount()).isGreaterThan(before));
    }
}
