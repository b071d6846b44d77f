package dev.tenure.controllers.ttl;

import java.util.List;

/// The larger a cluster, the longer its kubelets believe what they have read. Steps overlap, so that a
/// cluster whose size sways does not write all its nodes again and again. Upstream: ttlBoundaries in
/// ttl_controller.go.
final class TtlRule {
    private static final List<Step> STEPS = List.of(
            new Step(0, 100, 0),
            new Step(90, 500, 15),
            new Step(450, 1_000, 30),
            new Step(900, 2_000, 60),
            new Step(1_800, 10_000, 300),
            new Step(9_000, Integer.MAX_VALUE, 600));

    private record Step(int nodesMin, int nodesMax, int seconds) {}

    private TtlRule() {}

    /// The step to be on.
    ///
    /// @param step the one it was on, 0 at first
    public static int next(int step, int nodes) {
        int next = step;
        while (nodes < STEPS.get(next).nodesMin()) {
            next--;
        }
        while (nodes > STEPS.get(next).nodesMax()) {
            next++;
        }
        return next;
    }

    /// The seconds of a step.
    public static int seconds(int step) {
        return STEPS.get(step).seconds();
    }
}
