package dev.tenure.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeviceEvictionsTest {
    private final DeviceEvictions evictions = new DeviceEvictions();

    private static DeviceEviction eviction(String uid, int second) {
        return new DeviceEviction(
                "ns", "p", uid, "n", "d k:NoExecute", Optional.empty(), Instant.EPOCH, Instant.ofEpochSecond(second));
    }

    @Test
    void whatIsOverIsKnownStillAndComesNoMore() {
        evictions.expect(eviction("u", 1));
        evictions.expect(eviction("u", 2));
        assertThat(evictions.coming()).containsExactly(eviction("u", 2));
        evictions.over("u");
        assertThat(evictions.coming()).isEmpty();
        assertThat(evictions.of("u")).hasValue(eviction("u", 2));
    }

    @Test
    void whatIsCancelledIsForgotten() {
        evictions.expect(eviction("u", 1));
        evictions.cancel("u");
        evictions.over("u");
        assertThat(evictions.of("u")).isEmpty();
    }

    @Test
    void eachChangeOfWhatIsToComeIsTold() {
        long first = evictions.changes();
        evictions.cancel("nobody");
        assertThat(evictions.changes()).isEqualTo(first);
        evictions.expect(eviction("u", 1));
        assertThat(evictions.changes()).isNotEqualTo(first);
    }

    @Test
    void onlyTheLatestOfThePastAreRemembered() {
        for (int i = 0; i <= DeviceEvictions.PAST_MAX; i++) {
            evictions.expect(eviction("u" + i, i));
            evictions.over("u" + i);
        }
        assertThat(evictions.of("u0")).isEmpty();
        assertThat(evictions.of("u1")).isPresent();
        assertThat(evictions.of("u" + DeviceEvictions.PAST_MAX)).isPresent();
    }
}
