package dev.tenure.launch.memory;

import java.util.function.LongSupplier;

/// How much others have wanted of this process so far. Both are asked by one thread, often.
///
/// @param asked how many requests there were
/// @param connected how many connections were opened
public record Visits(LongSupplier asked, LongSupplier connected) {
    /// Of a process that nobody asks.
    public static final Visits NONE = new Visits(() -> 0, () -> 0);
}
