package dev.tenure.console.change;

/// What a forecast can be asked about: a change that the console can make, or what nobody does on purpose.
public sealed interface WhatIf {
    /// Somebody changes something.
    record Changed(ConsoleChange change) implements WhatIf {}

    /// A node falls silent.
    record NodeLost(String node) implements WhatIf {}

    /// All nodes of a zone fall silent.
    record ZoneLost(String zone) implements WhatIf {}

    /// Nothing happens but what is coming anyway.
    record Nothing() implements WhatIf {}
}
