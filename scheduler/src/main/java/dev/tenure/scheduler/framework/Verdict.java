package dev.tenure.scheduler.framework;

import java.util.List;

/// What a plugin says at one extension point.
public sealed interface Verdict {
    /// Nothing stands against it.
    enum Pass implements Verdict {
        PASS
    }

    /// The plugin has nothing to do in this cycle: it is left out until the cycle ends.
    enum Skip implements Verdict {
        SKIP
    }

    /// The pod cannot go there, or nowhere.
    ///
    /// @param resolvable whether removing other pods might help
    /// @param plugin who says so; empty when no single plugin does
    record Rejected(boolean resolvable, String plugin, List<String> reasons) implements Verdict {
        public Rejected {
            reasons = List.copyOf(reasons);
        }

        /// Removing pods might help.
        public static Rejected resolvable(String plugin, String... reasons) {
            return new Rejected(true, plugin, List.of(reasons));
        }

        /// Removing pods does not help.
        public static Rejected unresolvable(String plugin, String... reasons) {
            return new Rejected(false, plugin, List.of(reasons));
        }

        public String message() {
            return String.join(", ", reasons);
        }
    }

    /// The plugin could not come to a verdict; the pod is tried again after a backoff.
    record Failed(String plugin, String message) implements Verdict {}

    default boolean passes() {
        return this instanceof Pass;
    }
}
