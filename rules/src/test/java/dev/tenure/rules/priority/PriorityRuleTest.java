package dev.tenure.rules.priority;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriorityRuleTest {
    @Test
    void whatTheSystemsClassesAreWorthIsCriticalAndWhatUsersMayGiveIsNot() {
        assertThat(PriorityRule.SYSTEM_CLASSES.values()).allMatch(PriorityRule::systemCritical);
        assertThat(PriorityRule.systemCritical(2_000_000_000)).isTrue();
        assertThat(PriorityRule.systemCritical(1_999_999_999)).isFalse();
        assertThat(PriorityRule.systemCritical(PriorityRule.USER_MAX)).isFalse();
    }
}
