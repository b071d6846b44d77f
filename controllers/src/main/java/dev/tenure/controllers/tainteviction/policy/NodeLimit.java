package dev.tenure.controllers.tainteviction.policy;

/// How many nodes may have a taint before a brake holds.
public sealed interface NodeLimit {
    /// Whether so many of so many are more than it allows.
    boolean exceeded(int tainted, int all);

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
