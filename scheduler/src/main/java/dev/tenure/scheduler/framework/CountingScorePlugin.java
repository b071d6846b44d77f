package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Optional;

/// A score plugin that counts pods all over the cluster but can be kept up pod by pod.
public interface CountingScorePlugin extends ScorePlugin {
    /// The running score for pods like this one; absent when the plugin would filter too, or cannot say in
    /// this way.
    Optional<RunningScore> running(PodInfo pod, ClusterView cluster);
}
