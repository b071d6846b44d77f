package dev.tenure.scheduler.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pods on one node, and in a row of their own the number of the class of each: who looks through thousands
/// of nodes for the pods of a few classes touches one array per node, and no pod. Confined to the loop.
final class PodRow {
    private static final int SIZE = 16;
    private static final int[] NONE = {};

    private final List<PodInfo> pods;
    private int[] classes;

    PodRow() {
        pods = new ArrayList<>();
        classes = NONE;
    }

    PodRow(PodRow from) {
        pods = new ArrayList<>(from.pods);
        classes = from.classes.clone();
    }

    List<PodInfo> pods() {
        return pods;
    }

    /// The number of the class of the pod at a place, as [PodClass#id]; less than zero when the pod is being
    /// deleted.
    int classAt(int place) {
        return classes[place];
    }

    void add(PodInfo pod) {
        if (pods.size() == classes.length) {
            classes = Arrays.copyOf(classes, Math.max(SIZE, classes.length << 1));
        }
        classes[pods.size()] = number(pod);
        pods.add(pod);
    }

    /// Takes away the pod of the same uid; null when it is not there.
    @Nullable
    PodInfo take(PodInfo pod) {
        int at = indexOf(pods, pod);
        if (at < 0) {
            return null;
        }
        PodInfo found = pods.get(at);
        PodInfo last = pods.removeLast();
        if (at < pods.size()) {
            pods.set(at, last);
            classes[at] = classes[pods.size()];
        }
        return found;
    }

    void replace(PodInfo older, PodInfo newer) {
        int at = indexOf(pods, older);
        if (at >= 0) {
            pods.set(at, newer);
            classes[at] = number(newer);
        }
    }

    private static int number(PodInfo pod) {
        int number = pod.shape().id();
        return pod.pod().meta().deleting() ? ~number : number;
    }

    /// Mostly the very object is there, so that no pod has to be looked into; and mostly among the last,
    /// because what is looked for most often is a pod that was put there a moment ago.
    private static int indexOf(List<PodInfo> list, PodInfo pod) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i) == pod) {
                return i;
            }
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).uid().equals(pod.uid())) {
                return i;
            }
        }
        return -1;
    }
}
