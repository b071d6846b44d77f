package dev.tenure.simnodes;

import dev.tenure.kubelet.status.PodStatusReport.Ended;
import java.time.Duration;
import java.time.Instant;

/// A simulated pod that its node is evicting.
///
/// @param stoppedAt when its containers have stopped
/// @param inTime whether they stopped when asked, not because the period was over
/// @param stopped to be run once
record PodEviction(Ended why, Instant stoppedAt, boolean inTime, Runnable stopped) {
    /// The same when the wall clock was stepped.
    PodEviction stepped(Duration by) {
        return new PodEviction(why, stoppedAt.plus(by), inTime, stopped);
    }
}
