package dev.tenure.controllers.tainteviction.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Stays;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingChoice;
import dev.tenure.rules.taint.TaintChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StayChangeTest {
    private static final TaintChoice TAINTS =
            TaintChoice.of(List.of(Toleration.exists("k", TaintEffect.NO_EXECUTE)), List.of());
    private static final Taint TAINT = new Taint("k", "", TaintEffect.NO_EXECUTE);
    private static final Duration TOLERATED = Duration.ofMinutes(5);

    private static StoredObject pod() {
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("a", "p"), "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, new byte[0], 1, _ -> new Object());
    }

    /// @param stays the least and the longest, in seconds; 0 for none
    private static TaintEvictionPolicy policy(String name, String stays) {
        int space = stays.indexOf(' ');
        long min = Long.parseLong(stays.substring(0, space));
        long max = Long.parseLong(stays.substring(space + 1));
        return new TaintEvictionPolicy(
                name,
                TAINTS,
                LabelSelector.EVERYTHING,
                Set.of("a"),
                new StandingChoice(TAINTS, Set.of(), Set.of()),
                new Stays(
                        Optional.of(Duration.ofSeconds(min)).filter(Duration::isPositive),
                        max == 0 ? OptionalLong.empty() : OptionalLong.of(max),
                        Optional.empty()),
                new Replacing.After(),
                new Budgets.Ignored(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /// @param one least and longest stay of one policy; 0 for none
    /// @param two the same of another
    /// @param expected the policy that counts, the stay that it makes and whether as a least one
    @ParameterizedTest
    @CsvSource({
        "0 0,   0 0,   ''",
        "0 60,  0 0,   one 60 most",
        "0 60,  0 30,  two 30 most",
        "0 600, 0 0,   ''",
        "600 0, 0 0,   one 600 least",
        "200 0, 0 0,   ''",
        "90 0,  0 60,  one 90 least",
        "300 0, 0 60,  ''",
        "400 0, 500 0, two 500 least"
    })
    void theShortestOfWhatIsAllowedCountsAndThenTheLongestOfWhatIsAsked(String one, String two, String expected) {
        var policies = List.of(policy("one", one), policy("two", two));
        assertThat(StayChange.of(policies, pod(), TAINT, TOLERATED)
                        .map(change -> "%s %d %s"
                                .formatted(
                                        change.policy(), change.stay().toSeconds(), change.least() ? "least" : "most"))
                        .orElse(""))
                .isEqualTo(expected);
    }

    @Test
    void aPolicyAboutAnotherTaintChangesNothing() {
        var other = new Taint("other", "", TaintEffect.NO_EXECUTE);
        assertThat(StayChange.of(List.of(policy("one", "0 60")), pod(), other, TOLERATED))
                .isEmpty();
    }
}
