package dev.tenure.scheduler.framework;

/// Decides whether a pod may be tried at all.
public interface PreEnqueuePlugin extends Plugin {
    Verdict preEnqueue(PodInfo pod, ClusterView cluster);
}
