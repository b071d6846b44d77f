package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.source.Gap;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;

/// One line of a trace. Times are those of the clock of the machine that recorded. Immutable.
sealed interface TraceEntry {
    /// When it was seen.
    Instant at();

    /// Somebody begins to look. What follows under the same moment is how the cluster is then, as far as it
    /// differs from what the trace has before.
    ///
    /// @param resumed whether the trace goes on after nobody looked for a while
    /// @param gaps what the caller may not see
    record Begun(Instant at, boolean resumed, List<Gap> gaps) implements TraceEntry {
        public Begun {
            gaps = List.copyOf(gaps);
        }
    }

    /// An object is new, or written whole.
    record Put(Instant at, ObjectNode object) implements TraceEntry {}

    /// An object has changed.
    ///
    /// @param patch a JSON merge patch
    record Changed(Instant at, ObjectKey key, ObjectNode patch) implements TraceEntry {}

    /// An object is gone.
    record Gone(Instant at, ObjectKey key) implements TraceEntry {}

    /// A node is out of order.
    ///
    /// @param heard when its lease was renewed last
    record Heard(Instant at, String node, Instant heard) implements TraceEntry {}

    /// Somebody looked, and nothing had happened.
    record Alive(Instant at) implements TraceEntry {}

    /// Nobody looks any more.
    ///
    /// @param why in words
    record Ended(Instant at, String why) implements TraceEntry {}
}
