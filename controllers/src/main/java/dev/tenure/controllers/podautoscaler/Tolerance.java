package dev.tenure.controllers.podautoscaler;

/// How far usage may be off its target before anything is scaled, as shares of the target.
record Tolerance(double down, double up) {
    /// Of an autoscaler.
    ///
    /// @param own whether what it says itself counts (gate HPAConfigurableTolerance)
    static Tolerance of(Autoscaler autoscaler, double standard, boolean own) {
        if (!own || autoscaler.behavior().isEmpty()) {
            return new Tolerance(standard, standard);
        }
        Autoscaler.Behavior behavior = autoscaler.behavior().get();
        return new Tolerance(said(behavior.down(), standard), said(behavior.up(), standard));
    }

    private static double said(Autoscaler.Rules rules, double standard) {
        return rules.tolerance().isPresent() ? rules.tolerance().get().toDouble() : standard;
    }

    /// @param ratio of usage to target
    boolean covers(double ratio) {
        return 1.0 - down <= ratio && ratio <= 1.0 + up;
    }
}
