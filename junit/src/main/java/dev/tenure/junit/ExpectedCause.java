package dev.tenure.junit;

/// What made a pod go.
public sealed interface ExpectedCause {

    /// The reason of the condition `DisruptionTarget`.
    String reason();

    /// A taint `NoExecute` of its node.
    record ByTaint(String key) implements ExpectedCause {
        @Override
        public String reason() {
            return "DeletionByTaintManager";
        }

        @Override
        public String toString() {
            return "taint " + key;
        }
    }

    /// Anything else.
    enum Other implements ExpectedCause {
        /// The kubelet, because its node was short of something or went down.
        KUBELET("TerminationByKubelet"),
        /// The eviction API, as `kubectl drain` uses it.
        API("EvictionByEvictionAPI"),
        /// A pod of a higher priority.
        PREEMPTION("PreemptionByScheduler"),
        /// The garbage collector of pods, because its node is gone or out of service.
        POD_GC("DeletionByPodGC");

        private final String reason;

        Other(String reason) {
            this.reason = reason;
        }

        @Override
        public String reason() {
            return reason;
        }
    }
}
