package dev.tenure.controllers.tainteviction.stay;

import java.util.Arrays;
import java.util.Optional;

/// From when a pod's stay under a taint is counted, and what moves its end.
public enum Semantics {
    /// What the documentation promises: a stay begins when the taint was added or, if later, when the pod
    /// was bound; the shortest stay decides; it is worked out anew at every change and survives a restart.
    DOCUMENTED("documented"),
    /// What the controller of Kubernetes 1.36 does: a stay begins when the controller sees it, an armed
    /// timer never moves, a restart begins anew. Upstream: tainteviction/taint_eviction.go.
    KUBERNETES_1_36("kubernetes-1.36");

    private final String word;

    Semantics(String word) {
        this.word = word;
    }

    /// Those that the flag `--semantics` means by a value.
    public static Optional<Semantics> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /// The value of the flag `--semantics`.
    public String word() {
        return word;
    }
}
