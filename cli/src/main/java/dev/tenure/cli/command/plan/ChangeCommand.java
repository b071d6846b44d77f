package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import java.util.concurrent.Callable;

/// A command that says what is to be forecast.
interface ChangeCommand extends Callable<Integer> {
    /// What the command line asks for.
    ///
    /// @throws IllegalArgumentException when its words make no change; the message says why
    Change change();

    PlanOptions options();

    @Override
    default Integer call() {
        return options().forecast(this);
    }
}
