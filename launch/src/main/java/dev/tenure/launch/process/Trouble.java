package dev.tenure.launch.process;

import dev.tenure.runtime.observe.LoggedFaults;
import java.util.function.BooleanSupplier;

/// Where a server tells what goes wrong, and learns that nobody wants it any more.
///
/// @param faults hear of exceptions that nobody foresaw; the server goes on
/// @param storeLost run when the store cannot be trusted any more; the process then ends
/// @param stopping whether the process is asked to stop, for a start that waits
public record Trouble(LoggedFaults faults, Runnable storeLost, BooleanSupplier stopping) {
    /// Of a server that starts without being asked to stop meanwhile.
    public Trouble(LoggedFaults faults, Runnable storeLost) {
        this(faults, storeLost, () -> false);
    }
}
