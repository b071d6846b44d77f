package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Arrays;
import java.util.List;

/// Which classes of pods a constraint selects, told with one look at the labels of each. Confined to the
/// loop.
final class SelectedClasses {
    private static final int SIZE = 1 << 10;
    /// Classes with higher numbers, which only a scheduler that has seen as many meets, are looked at each
    /// time.
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
        List<PodInfo> pods = node.pods();
        int count = 0;
        for (int i = 0; i < pods.size(); i++) {
            int number = node.podClass(i);
            if (number >= 0 && has(number, pods, i)) {
                count++;
            }
        }
        return count;
    }

    /// The pod itself is looked at only when its class is not known yet.
    private boolean has(int number, List<PodInfo> pods, int place) {
        if (number >= NUMBERS_MAX) {
            return look(pods.get(place));
        }
        if (number >= verdicts.length) {
            verdicts = Arrays.copyOf(verdicts, Integer.highestOneBit(number) << 1);
        }
        if (verdicts[number] == UNKNOWN) {
            verdicts[number] = look(pods.get(place)) ? SELECTED : LEFT_OUT;
        }
        return verdicts[number] == SELECTED;
    }

    private boolean look(PodInfo pod) {
        return pod.namespace().equals(namespace)
                && constraint.selects(pod.pod().meta().labels());
    }
}
