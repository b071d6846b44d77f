package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import org.jspecify.annotations.Nullable;

/// The latest changes to nodes, in order, for readers that keep something worked out of them and follow at
/// their own pace. A reader that has fallen too far behind starts anew. Confined to the loop.
public final class NodeChanges {
    private static final int ENTRIES_MAX = 1 << 14;

    /// One change.
    ///
    /// @param pod the pod that came or went; absent when the node object changed
    /// @param by 1 or -1 pods; 0 when the node object changed
    public record Entry(NodeState node, @Nullable PodInfo pod, int by) {}

    private final @Nullable Entry[] entries = new @Nullable Entry[ENTRIES_MAX];
    private long first;
    private long end;
    private long rebuilds;

    void podsChanged(NodeState node, PodInfo pod, int by) {
        append(new Entry(node, pod, by));
    }

    void nodeChanged(NodeState node) {
        append(new Entry(node, null, 0));
    }

    private void append(Entry entry) {
        entries[(int) (end & (ENTRIES_MAX - 1))] = entry;
        end++;
        first = Math.max(first, end - ENTRIES_MAX);
    }

    /// Nodes came or went, or something changed that more than one node depends on: all readers start
    /// anew.
    void rebuilt() {
        end++;
        first = end;
        rebuilds++;
    }

    /// How often readers have had to start anew because of what happened, not because they were slow.
    public long rebuilds() {
        return rebuilds;
    }

    /// The position after the last change.
    public long end() {
        return end;
    }

    /// Whether all changes from a position on are still here.
    public boolean reaches(long position) {
        return position >= first;
    }

    /// The change at a position, which must be within reach and before the end.
    public Entry at(long position) {
        Entry entry = entries[(int) (position & (ENTRIES_MAX - 1))];
        if (entry == null) {
            throw new IllegalStateException("no change was logged at " + position);
        }
        return entry;
    }
}
