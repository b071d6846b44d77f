package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import java.util.Comparator;
import java.util.List;

/// What has a row of the budgets or services that notice a change: all of them, or, of more than people read,
/// those that fare worst. Immutable.
///
/// @param more how many are left out
public record Worst<T>(List<T> shown, int more) {
    public Worst {
        shown = List.copyOf(shown);
    }

    /// Those that break come first, then those that get lowest below what they want.
    public static Worst<BudgetOutcome> ofBudgets(List<BudgetOutcome> budgets) {
        return of(
                budgets,
                Comparator.comparing((BudgetOutcome budget) -> !budget.broken())
                        .thenComparingInt(budget -> budget.lowestHealthy() - budget.desiredHealthy()));
    }

    /// Those with the fewest endpoints come first.
    public static Worst<ServiceOutcome> ofServices(List<ServiceOutcome> services) {
        return of(services, Comparator.comparingInt(ServiceOutcome::lowestReady));
    }

    private static <T> Worst<T> of(List<T> all, Comparator<T> worstFirst) {
        int most = PlanByWorkload.ROWS_MAX;
        return all.size() <= most
                ? new Worst<>(all, 0)
                : new Worst<>(all.stream().sorted(worstFirst).limit(most).toList(), all.size() - most);
    }

    /// `12 more budgets; -o wide shows all`, where some are left out.
    ///
    /// @param one what each of them is, for example `budget`
    public List<String> rest(String one) {
        return more == 0
                ? List.of()
                : List.of("%d more %s; -o wide shows all".formatted(more, more == 1 ? one : one + "s"));
    }
}
