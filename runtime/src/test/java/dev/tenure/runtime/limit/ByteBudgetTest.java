package dev.tenure.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);

    @Test
    void whoHoldsSomeGetsNoMoreThanHalfAndLeavesTheRestToOthers() {
        assertThat(budget.take("eve", 30)).isTrue();
        assertThat(budget.take("eve", 20)).isTrue();
        assertThat(budget.take("eve", 1)).isFalse();
        assertThat(budget.take("ann", 50)).isTrue();
        assertThat(budget.take("bob", 1)).isFalse();
        budget.give("ann", 50);
        assertThat(budget.take("bob", 1)).isTrue();
        assertThat(budget.take("eve", 1)).isFalse();
        budget.give("eve", 30);
        assertThat(budget.take("eve", 30)).isTrue();
    }

    @Test
    void whatIsMoreThanAllHasRoomWhenNobodyElseHasAny() {
        assertThat(budget.take("ann", 300)).isTrue();
        assertThat(budget.take("bob", 1)).isFalse();
        budget.give("ann", 300);
        assertThat(budget.take("bob", 1)).isTrue();
        assertThat(budget.take("ann", 300)).isFalse();
        budget.give("bob", 1);
        assertThat(budget.take("ann", 60)).isTrue();
    }

    @Test
    void whatIsForcedCountsToo() {
        budget.force("ann", 100);
        assertThat(budget.take("bob", 1)).isFalse();
        budget.force("ann", 5);
        budget.give("ann", 105);
        assertThat(budget.take("bob", 100)).isTrue();
    }
}
