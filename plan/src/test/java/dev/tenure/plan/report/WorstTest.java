package dev.tenure.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorstTest {
    private static BudgetOutcome budget(int number, int lowest, boolean broken) {
        return new BudgetOutcome("shop", "b" + number, 10, 20, lowest, broken, false);
    }

    @Test
    void whatPeopleReadStaysInItsOrder() {
        List<BudgetOutcome> budgets = IntStream.range(0, 30)
                .mapToObj(i -> budget(i, 19 - i % 9, i == 7))
                .toList();
        assertThat(Worst.ofBudgets(budgets)).isEqualTo(new Worst<>(budgets, 0));
        assertThat(Worst.ofBudgets(budgets).rest("budget")).isEmpty();
    }

    @Test
    void ofMoreTheBrokenOnesComeFirstThenTheLowest() {
        List<BudgetOutcome> budgets = IntStream.range(0, 40)
                .mapToObj(i -> budget(i, i == 35 ? 9 : 19 - i % 9, i == 35))
                .toList();

        Worst<BudgetOutcome> worst = Worst.ofBudgets(budgets);

        assertThat(worst.shown()).hasSize(30).startsWith(budgets.get(35), budgets.get(8), budgets.get(17));
        assertThat(worst.rest("budget")).containsExactly("10 more budgets; -o wide shows all");
    }

    @Test
    void servicesWithTheFewestEndpointsComeFirst() {
        List<ServiceOutcome> services = IntStream.range(0, 31)
                .mapToObj(i -> new ServiceOutcome("shop", "s" + i, 40, 31 - i))
                .toList();

        Worst<ServiceOutcome> worst = Worst.ofServices(services);

        assertThat(worst.shown().getFirst()).isEqualTo(services.get(30));
        assertThat(worst.shown()).doesNotContain(services.getFirst());
        assertThat(worst.rest("service")).containsExactly("1 more service; -o wide shows all");
    }
}
