package dev.tenure.controllers.tainteviction.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Stays;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

final class StayChangeTest {
    private static final Taint TAINT = new Taint("k", "", TaintEffect.NO_EXECUTE);
    private static final Duration TOLERATED = Duration.ofSeconds(300);

    private static StoredObject pod() {
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("a", "p"), "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, new byte[0], 1, _ -> new Object());
    }

    /// @param min 0 for none
    /// @param max 0 for none
    private static TaintEvictionPolicy policy(String name, long min, long max) {
        return new TaintEvictionPolicy(
                name,
                List.of(Toleration.exists("k", TaintEffect.NO_EXECUTE)),
                LabelSelector.EVERYTHING,
                Set.of("a"),
                new Stays(
                        Optional.of(Duration.ofSeconds(min)).filter(Duration::isPositive),
                        max == 0 ? OptionalLong.empty() : OptionalLong.of(max)),
                new Budgets.Ignored(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "0,   0,   0,   0,   none, 0,   false",
                "0,   60,  0,   0,   one,  60,  false",
                "0,   60,  0,   30,  two,  30,  false",
                "0,   600, 0,   0,   none, 0,   false",
                "600, 0,   0,   0,   one,  600, true",
                "200, 0,   0,   0,   none, 0,   false",
                "90,  0,   0,   60,  one,  90,  true",
                "300, 0,   0,   60,  none, 0,   true",
                "400, 0,   500, 0,   two,  500, true"
            })
    void theShortestOfWhatIsAllowedCountsAndThenTheLongestOfWhatIsAsked(ArgumentsAccessor row) {
        var policies =
                List.of(policy("one", row.getLong(0), row.getLong(1)), policy("two", row.getLong(2), row.getLong(3)));
        assertThat(StayChange.of(policies, pod(), TAINT, TOLERATED))
                .isEqualTo(Optional.ofNullable(row.getString(4))
                        .map(name -> new StayChange(
                                name, TOLERATED, Duration.ofSeconds(row.getLong(5)), row.getBoolean(6))));
    }

    @Test
    void aPolicyAboutAnotherTaintChangesNothing() {
        var other = new Taint("other", "", TaintEffect.NO_EXECUTE);
        assertThat(StayChange.of(List.of(policy("one", 0, 60)), pod(), other, TOLERATED))
                .isEmpty();
    }
}
