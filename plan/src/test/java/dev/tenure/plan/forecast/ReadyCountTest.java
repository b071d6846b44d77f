package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How many pods are ready at which moment.
class ReadyCountTest {
    private static final Tick BEGUN = new Tick(0).plus(Duration.ofHours(1));
    private static final Pod POD = (Pod) Views.view(
            ResourceTypes.PODS, Json.readObject("{\"metadata\":{\"name\":\"web\"}}".getBytes(StandardCharsets.UTF_8)));

    private static Turn turn(long seconds, boolean healthy) {
        return new Turn(BEGUN.plus(Duration.ofSeconds(seconds)), POD, healthy);
    }

    private static ReadyCount count(long seconds, int pods) {
        return new ReadyCount(Duration.ofSeconds(seconds), pods);
    }

    @Test
    void aReplacementCountsForAsLongAsItIsReady() {
        var turns = List.of(turn(10, false), turn(15, true), turn(60, false), turn(65, true));
        assertThat(ReadyCount.of(3, BEGUN, turns))
                .containsExactly(count(0, 3), count(10, 2), count(15, 3), count(60, 2), count(65, 3));
    }

    @Test
    void aDipOfNoTimeIsReported() {
        var turns = List.of(turn(10, false), turn(10, false), turn(10, true), turn(10, true));
        assertThat(ReadyCount.of(3, BEGUN, turns)).containsExactly(count(0, 3), count(10, 1), count(10, 3));
    }

    @Test
    void manyThatChangeAtOnceAreOneStep() {
        assertThat(ReadyCount.of(3, BEGUN, List.of(turn(5, false), turn(5, false), turn(7, true), turn(7, false))))
                .containsExactly(count(0, 3), count(5, 1));
    }
}
