package dev.tenure.kinds.expression;

import dev.cel.runtime.CelEvaluationException;
import dev.tenure.kinds.expression.VariableLanguage.Program;
import dev.tenure.kinds.expression.cost.BudgetExhaustedException;
import dev.tenure.model.device.Device;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.rules.device.DeviceMatcher;
import java.util.LinkedHashMap;
import java.util.Map;

/// Runs the expressions that select devices; those that were used last stay compiled. Used by one thread.
/// Upstream: dynamic-resource-allocation/cel/cache.go, compile.go.
public final class DeviceExpressionCache implements DeviceMatcher {
    private static final int PROGRAMS_MAX = 100;
    /// Of one run of one expression.
    private static final long RUN_COST_MAX = 1_000_000;

    private final Map<String, Program> programs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Program> eldest) {
            return size() > PROGRAMS_MAX;
        }
    };

    @Override
    public Answer matches(String expression, String driver, Device device) {
        return switch (programs.computeIfAbsent(
                expression, text -> DeviceExpressions.shared().program(text))) {
            case Program.Faulty(var fault) -> new Answer.NotCompiled(fault);
            case Program.Good(var rule) -> run(rule, DeviceValues.of(driver, device));
        };
    }

    private static Answer run(ExpressionLanguage.Rule rule, DeviceValues.Read read) {
        return switch (read) {
            case DeviceValues.Read.Faulty(var fault) -> new Answer.Failed(fault);
            case DeviceValues.Read.Good(var values) -> run(rule, values);
        };
    }

    private static Answer run(ExpressionLanguage.Rule rule, Map<String, Object> values) {
        try {
            Object value = rule.program().trace(values, rule.newCost(RUN_COST_MAX));
            return value instanceof Boolean matches
                    ? new Answer.Fits(matches)
                    : new Answer.Failed(
                            "CEL result of type %s could not be converted to bool: type conversion error from '%s' to 'bool'"
                                    .formatted(DeviceValues.typeName(value), DeviceValues.typeName(value)));
        } catch (CelEvaluationException e) {
            return failed(rule, e);
        }
    }

    private static Answer failed(ExpressionLanguage.Rule rule, CelEvaluationException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CancelledException cancelled) {
                throw cancelled;
            }
            if (cause instanceof BudgetExhaustedException exhausted) {
                return new Answer.Failed(String.valueOf(exhausted.getMessage()));
            }
        }
        return new Answer.Failed(RunFaults.told(rule.tree(), e));
    }
}
