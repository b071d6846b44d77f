package dev.tenure.kinds.expression;

import dev.cel.common.values.NullValue;
import dev.cel.common.values.SelectableValue;
import dev.cel.runtime.CelEvaluationException;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.cost.BudgetExhaustedException;
import dev.tenure.kinds.expression.cost.Span;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.model.meta.Frozen;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// One run of expressions that belong together, over one request: they share a budget, and variables, each of
/// which is worked out when it is first asked for. Used by one thread. Upstream:
/// apiserver/pkg/admission/plugin/cel (activation.go, composition.go), apiserver/pkg/apis/cel/config.go.
public final class RequestRun {
    /// Of all expressions of a policy on one request: a second or so.
    public static final long BUDGET = 10_000_000;
    /// Of all conditions under which something is asked about one request.
    public static final long CONDITIONS_BUDGET = 2_500_000;
    /// Of one run of one expression.
    private static final long RUN_COST_MAX = 1_000_000;

    private static final String VARIABLES = "variables";
    private static final String LIMIT = "operation cancelled: actual cost limit exceeded";
    private static final String SPENT =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private final Map<String, RequestProgram> variables;
    private final RequestValues values;
    private final Map<String, Evaluated> evaluated = new HashMap<>();
    private long left;
    /// What variables have cost during the present run.
    private long variablesCost;

    /// @param variables by name
    public RequestRun(Map<String, RequestProgram> variables, RequestValues values, long budget) {
        this.variables = Frozen.map(variables);
        this.values = values;
        this.left = budget;
    }

    /// How a run ended.
    public sealed interface Result {
        /// @param value as the language has it
        record Value(Object value) implements Result {
            /// What an expression that must come to true or false came to.
            public boolean isTrue() {
                return Boolean.TRUE.equals(value);
            }

            /// Whether it came to null.
            public boolean isNull() {
                return value instanceof NullValue;
            }
        }

        record Failed(String why) implements Result {}

        /// All together cost more than they may; nothing more is to be run.
        record Spent(String why) implements Result {}
    }

    /// What is left of the budget.
    public long left() {
        return left;
    }

    /// @throws CancelledException when the thread was interrupted
    public Result run(RequestProgram program) {
        if (program.rule().isEmpty()) {
            return new Result.Failed("compilation error: " + program.fault());
        }
        variablesCost = 0;
        Evaluated outcome = evaluate(program.rule().get());
        if (variablesCost > left || outcome.cost() > left - variablesCost) {
            left = -1;
            return new Result.Spent(SPENT);
        }
        left -= variablesCost + outcome.cost();
        return outcome.value()
                .<Result>map(Result.Value::new)
                .orElseGet(() -> new Result.Failed(
                        "expression '%s' resulted in error: %s".formatted(program.expression(), outcome.fault())));
    }

    /// @param value absent when it failed
    private record Evaluated(Optional<Object> value, String fault, long cost) {}

    private Evaluated evaluate(Rule rule) {
        var cost = rule.newCost(RUN_COST_MAX);
        try {
            return new Evaluated(Optional.of(rule.program().trace(this::find, cost)), "", cost.spent());
        } catch (CelEvaluationException e) {
            return new Evaluated(Optional.empty(), fault(rule, e), cost.spent());
        }
    }

    private static String fault(Rule rule, CelEvaluationException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CancelledException cancelled) {
                throw cancelled;
            }
            if (cause instanceof BudgetExhaustedException) {
                return LIMIT;
            }
        }
        return RunFaults.told(rule.tree(), e);
    }

    private Optional<Object> find(String name) {
        return name.equals(VARIABLES) ? Optional.of(new Variables()) : values.find(name);
    }

    /// The variables as a value of the language.
    private final class Variables implements SelectableValue<String> {
        @Override
        public Object select(String name) {
            return find(name).orElseThrow(() -> new IllegalArgumentException("no such key: " + name));
        }

        @Override
        public Optional<Object> find(String name) {
            RequestProgram program = variables.get(name);
            return program == null ? Optional.empty() : Optional.of(value(name, program));
        }
    }

    private Object value(String name, RequestProgram program) {
        Evaluated known = evaluated.get(name);
        if (known == null) {
            known = program.rule()
                    .map(this::evaluate)
                    .map(done -> done.value().isPresent()
                            ? done
                            : failed(
                                    "composited variable \"%s\" fails to evaluate: %s".formatted(name, done.fault()),
                                    done.cost()))
                    .orElseGet(() -> failed(
                            "composited variable \"%s\" fails to compile: %s".formatted(name, program.fault()), 0));
            evaluated.put(name, known);
            variablesCost = Span.sum(variablesCost, known.cost());
        }
        if (known.value().isEmpty()) {
            throw new IllegalArgumentException(known.fault());
        }
        return known.value().get();
    }

    private static Evaluated failed(String why, long cost) {
        return new Evaluated(Optional.empty(), why, cost);
    }
}
