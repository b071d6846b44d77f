package dev.tenure.controllers.node;

import java.util.Optional;

/// How many nodes may have a taint before a brake holds.
public sealed interface NodeLimit {
    /// Whether so many of so many are more than it allows.
    boolean exceeded(int tainted, int all);

    /// Reads a number of nodes, such as `5`, or a share of all, such as `30%`.
    ///
    /// @return empty when it is neither
    static Optional<NodeLimit> parse(String text) {
        boolean share = text.endsWith("%");
        try {
            long number = Long.parseLong(share ? text.substring(0, text.length() - 1) : text);
            if (share) {
                return number < 0 || number > Share.WHOLE ? Optional.empty() : Optional.of(new Share((int) number));
            }
            return number < 0 ? Optional.empty() : Optional.of(new Count(number));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// So many nodes.
    record Count(long most) implements NodeLimit {
        @Override
        public boolean exceeded(int tainted, int all) {
            return tainted > most;
        }

        @Override
        public String toString() {
            return Long.toString(most);
        }
    }

    /// Such a share of all nodes.
    ///
    /// @param percent 0 to 100
    record Share(int percent) implements NodeLimit {
        private static final long WHOLE = 100;

        @Override
        public boolean exceeded(int tainted, int all) {
            return tainted * WHOLE > (long) all * percent;
        }

        @Override
        public String toString() {
            return percent + "%";
        }
    }
}
