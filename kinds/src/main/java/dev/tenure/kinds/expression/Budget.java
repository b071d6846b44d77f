package dev.tenure.kinds.expression;

import dev.cel.runtime.CelEvaluationException;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.cost.BudgetExhaustedException;
import dev.tenure.model.meta.CancelledException;
import java.util.Map;

/// What the expressions on one object may still cost. Used by one thread, for one object. Upstream:
/// apiserver/pkg/apis/cel/config.go.
final class Budget {
    /// Of one run of one expression: a tenth of a second or so.
    private static final long RUN_COST_MAX = 1_000_000;
    /// Of all on one object.
    private static final long OBJECT_COST_MAX = 10_000_000;

    private long left = OBJECT_COST_MAX;

    /// How a run ended.
    sealed interface Outcome {
        record Value(Object value) implements Outcome {}

        /// @param fault as upstream says it
        record Failed(String fault) implements Outcome {}

        /// The expression cost more than one may.
        record TooDear(String fault) implements Outcome {}

        /// All together cost more than they may; nothing more is run.
        record Spent() implements Outcome {}
    }

    boolean isSpent() {
        return left <= 0;
    }

    /// What all runs cost so far, or more than they may.
    long spent() {
        return OBJECT_COST_MAX - left;
    }

    /// Nothing more is run.
    void end() {
        left = -1;
    }

    /// @throws CancelledException when the thread was interrupted
    Outcome run(Rule rule, Map<String, Object> variables) {
        var cost = rule.newCost(RUN_COST_MAX);
        Outcome outcome;
        try {
            outcome = new Outcome.Value(rule.program().trace(variables, cost));
        } catch (CelEvaluationException e) {
            outcome = failed(rule, e);
        }
        if (cost.spent() > left) {
            end();
            return new Outcome.Spent();
        }
        left -= cost.spent();
        return outcome;
    }

    private static Outcome failed(Rule rule, CelEvaluationException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CancelledException cancelled) {
                throw cancelled;
            }
            if (cause instanceof BudgetExhaustedException exhausted) {
                return new Outcome.TooDear(String.valueOf(exhausted.getMessage()));
            }
        }
        return new Outcome.Failed(RunFaults.told(rule.tree(), e));
    }
}
