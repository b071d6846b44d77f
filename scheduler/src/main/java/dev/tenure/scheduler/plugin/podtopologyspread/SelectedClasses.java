package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PodInfo;
import java.util.Arrays;

/// Which classes of pods a constraint selects, told with one look at the labels of each. Confined to the loop.
final class SelectedClasses {
    private static final int SIZE = 1 << 10;
    /// Classes with higher numbers, which only a scheduler that has seen as many meets, are looked at each time.
    private static final int NUMBERS_MAX = 1 << 20;

    private static final byte UNKNOWN = 0;
    private static final byte SELECTED = 1;
    private static final byte LEFT_OUT = 2;

    private final String namespace;
    private final Spread constraint;
    private byte[] verdicts = new byte[SIZE];

    /// @param namespace of the pods that count
    SelectedClasses(String namespace, Spread constraint) {
        this.namespace = namespace;
        this.constraint = constraint;
    }

    Spread constraint() {
        return constraint;
    }

    /// How many pods on a node count; as [Spread#count].
    int on(NodeState node) {
        if (constraint.selectsAll()) {
            return 0;
        }
        int count = 0;
        for (PodInfo pod : node.pods()) {
            if (has(pod) && !pod.pod().meta().deleting()) {
                count++;
            }
        }
        return count;
    }

    private boolean has(PodInfo pod) {
        int number = pod.shape().id();
        if (number >= NUMBERS_MAX) {
            return look(pod);
        }
        if (number >= verdicts.length) {
            verdicts = Arrays.copyOf(verdicts, Integer.highestOneBit(number) << 1);
        }
        if (verdicts[number] == UNKNOWN) {
            verdicts[number] = look(pod) ? SELECTED : LEFT_OUT;
        }
        return verdicts[number] == SELECTED;
    }

    private boolean look(PodInfo pod) {
        return pod.namespace().equals(namespace)
                && constraint.selects(pod.pod().meta().labels());
    }
}
