package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;

/// Decides whether a pod may be tried at all.
public interface PreEnqueuePlugin extends Plugin {
    Verdict preEnqueue(PodInfo pod, ClusterView cluster);
}
