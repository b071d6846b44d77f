package dev.tenure.scheduler.plugin.queuesort;

import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.framework.QueueSortPlugin;
import dev.tenure.scheduler.view.PodInfo;

/// The more important pod first, then the one that has waited longer.
public final class PrioritySort implements QueueSortPlugin {
    public static final String NAME = "PrioritySort";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int compare(PodInfo first, Tick firstSince, PodInfo second, Tick secondSince) {
        int byPriority = Integer.compare(second.priority(), first.priority());
        return byPriority != 0 ? byPriority : firstSince.compareTo(secondSince);
    }
}
