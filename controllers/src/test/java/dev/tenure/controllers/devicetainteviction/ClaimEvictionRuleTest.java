package dev.tenure.controllers.devicetainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.devicetainteviction.ClaimEvictionRule.Due;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClaimEvictionRuleTest {
    private static final Instant CAME = Instant.parse("2026-01-01T00:00:00Z");
    private static final DeviceId ONE = new DeviceId("driver", "pool", "one");
    private static final DeviceId TWO = new DeviceId("driver", "pool", "two");

    private static DeviceTaint taint(String key, int later) {
        return new DeviceTaint(key, "", DeviceTaintEffect.NO_EXECUTE, Optional.of(CAME.plusSeconds(later)));
    }

    private static DeviceToleration toleration(String key, String effect, Stay stay) {
        return new DeviceToleration(key, TolerationOperator.EXISTS, "", DeviceTaintEffect.ofWord(effect), stay);
    }

    private static DeviceToleration seconds(String key, long seconds) {
        return toleration(key, "NoExecute", new Stay.AtMost(seconds));
    }

    private static Result result(DeviceId device, DeviceToleration... tolerations) {
        return new Result(
                "r", device, Optional.empty(), List.of(tolerations), List.of(), List.of(), Optional.empty(), Map.of());
    }

    /// Seconds from [#CAME].
    private static Optional<Long> due(Map<DeviceId, List<DeviceTaint>> taints, Result... results) {
        var allocation = new Allocation(List.of(results), List.of(), Optional.empty(), Optional.empty());
        return ClaimEvictionRule.of(allocation, device -> taints.getOrDefault(device, List.of()))
                .map(Due::at)
                .map(at -> Duration.between(CAME, at).toSeconds());
    }

    @Test
    void whatIsNotToleratedCountsFromWhenItCame() {
        assertThat(due(Map.of(), result(ONE))).isEmpty();
        assertThat(due(Map.of(TWO, List.of(taint("k", 0))), result(ONE))).isEmpty();
        assertThat(due(Map.of(ONE, List.of(taint("k", 7))), result(ONE))).hasValue(7L);
        assertThat(due(Map.of(ONE, List.of(taint("k", 7))), result(ONE, seconds("other", 90))))
                .hasValue(7L);
    }

    @Test
    void theFirstOfSeveralTaintsAndDevicesDecides() {
        var taints = Map.of(ONE, List.of(taint("k", 10), taint("l", 20)), TWO, List.of(taint("k", 5)));
        assertThat(due(taints, result(ONE))).hasValue(10L);
        assertThat(due(taints, result(ONE, seconds("k", 60)))).hasValue(20L);
        assertThat(due(taints, result(ONE), result(TWO))).hasValue(5L);
        assertThat(due(taints, result(ONE), result(TWO, seconds("k", 60)))).hasValue(10L);
    }

    @Test
    void theShortestOfTheTolerationsCountsAndForEverBeatsAll() {
        var taints = Map.of(ONE, List.of(taint("k", 10)));
        assertThat(due(taints, result(ONE, seconds("k", 60), seconds("k", 30)))).hasValue(40L);
        assertThat(due(taints, result(ONE, seconds("k", 30), seconds("", 60)))).hasValue(40L);
        assertThat(due(taints, result(ONE, seconds("k", 0)))).hasValue(10L);
        assertThat(due(taints, result(ONE, seconds("k", -5)))).hasValue(10L);
        assertThat(due(taints, result(ONE, seconds("k", 30), toleration("k", "NoExecute", Stay.forever()))))
                .isEmpty();
    }

    @Test
    void onlyTolerationsOfTheEffectNoExecuteCount() {
        var taints = Map.of(ONE, List.of(taint("k", 10)));
        assertThat(due(taints, result(ONE, toleration("k", "", Stay.forever()))))
                .hasValue(10L);
        assertThat(due(taints, result(ONE, toleration("k", "NoSchedule", Stay.forever()))))
                .hasValue(10L);
    }

    @Test
    void aTaintThatDoesNotTellWhenItCameDrivesNobodyOut() {
        var undated = new DeviceTaint("k", "", DeviceTaintEffect.NO_EXECUTE);
        assertThat(due(Map.of(ONE, List.of(undated)), result(ONE))).isEmpty();
    }
}
