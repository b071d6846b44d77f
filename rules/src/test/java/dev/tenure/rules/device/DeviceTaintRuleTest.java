package dev.tenure.rules.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.DeviceToleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceTaintRuleTest {
    private static final DeviceTaint BROKEN = new DeviceTaint("health", "broken", DeviceTaintEffect.NO_EXECUTE);

    @Test
    void aTolerationMatchesByKeyOperatorValueAndEffect() {
        List<String> matching = new ArrayList<>();
        for (String key : List.of("", "health", "other")) {
            for (TolerationOperator operator : TolerationOperator.values()) {
                for (String value : List.of("", "broken")) {
                    for (String effect : List.of("", "NoExecute", "NoSchedule")) {
                        var toleration = new DeviceToleration(
                                key, operator, value, DeviceTaintEffect.ofWord(effect), Stay.forever());
                        if (DeviceTaintRule.tolerates(toleration, BROKEN)) {
                            matching.add(key + "|" + operator.word() + "|" + value + "|" + effect);
                        }
                    }
                }
            }
        }
        List<String> expected = new ArrayList<>();
        for (String key : List.of("", "health")) {
            for (String how : List.of("||broken", "|Equal|broken", "|Exists|", "|Exists|broken")) {
                expected.add(key + how + "|");
                expected.add(key + how + "|NoExecute");
            }
        }
        assertThat(matching).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void onlyWhatRepelsHasToBeTolerated() {
        var consent = new DeviceToleration(
                "health", TolerationOperator.EXISTS, "", Optional.of(DeviceTaintEffect.NO_EXECUTE), Stay.forever());
        var informs = new DeviceTaint("health", "so-so", DeviceTaintEffect.NONE);
        var repels = new DeviceTaint("health", "weak", DeviceTaintEffect.NO_SCHEDULE);

        assertThat(DeviceTaintRule.prevents(List.of(), List.of())).isFalse();
        assertThat(DeviceTaintRule.prevents(List.of(informs), List.of())).isFalse();
        assertThat(DeviceTaintRule.prevents(List.of(BROKEN), List.of())).isTrue();
        assertThat(DeviceTaintRule.prevents(List.of(informs, BROKEN), List.of(consent)))
                .isFalse();
        assertThat(DeviceTaintRule.prevents(List.of(BROKEN, repels), List.of(consent)))
                .isTrue();
    }
}
