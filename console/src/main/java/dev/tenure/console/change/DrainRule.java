package dev.tenure.console.change;

import dev.tenure.model.core.Pod;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.DrainFilterRule;
import java.time.Duration;

/// Which pods a drain by the console evicts: those that kubectl would with the flags of the command that is
/// shown. Pure.
final class DrainRule {
    /// `--ignore-daemonsets --force --delete-emptydir-data`.
    static final DrainOptions OPTIONS = new DrainOptions(true, true, true, -1, Duration.ZERO, "", false, 0);

    private DrainRule() {}

    static boolean leaves(Pod pod) {
        return DrainFilterRule.leaves(pod) && !pod.meta().deleting();
    }
}
