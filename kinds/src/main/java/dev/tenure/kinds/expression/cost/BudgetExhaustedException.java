package dev.tenure.kinds.expression.cost;

/// An expression cost more than one may, and was ended.
public final class BudgetExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetExhaustedException() {
        super("operation cancelled: actual cost limit exceeded");
    }
}
