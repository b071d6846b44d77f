package dev.tenure.launch.process;

import dev.tenure.runtime.observe.LoggedFaults;

/// Where a server tells what goes wrong.
///
/// @param faults hear of exceptions that nobody foresaw; the server goes on
/// @param storeLost run when the store cannot be trusted any more; the process then ends
public record Trouble(LoggedFaults faults, Runnable storeLost) {}
