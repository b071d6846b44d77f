package dev.tenure.kinds.expression;

import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import java.util.Optional;

/// An expression on requests that was compiled, or why it could not be. Immutable; safe for use by any
/// thread.
public final class RequestProgram {
    private final String expression;
    private final Optional<Rule> rule;
    private final String fault;

    private RequestProgram(String expression, Optional<Rule> rule, String fault) {
        this.expression = expression;
        this.rule = rule;
        this.fault = fault;
    }

    static RequestProgram of(String expression, Rule rule) {
        return new RequestProgram(expression, Optional.of(rule), "");
    }

    static RequestProgram faulty(String expression, String fault) {
        return new RequestProgram(expression, Optional.empty(), fault);
    }

    public String expression() {
        return expression;
    }

    /// Why it cannot be run; empty when it can.
    public String fault() {
        return fault;
    }

    Optional<Rule> rule() {
        return rule;
    }
}
