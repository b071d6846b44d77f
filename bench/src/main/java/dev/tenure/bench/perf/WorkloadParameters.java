package dev.tenure.bench.perf;

import java.util.Map;

/// The numbers of a workload, by upstream's names for them.
record WorkloadParameters(Map<String, Integer> values) {
    WorkloadParameters {
        values = Map.copyOf(values);
    }

    /// @throws IllegalArgumentException when the workload does not say
    int get(String name) {
        Integer value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter " + name);
        }
        return value;
    }

    int initNodes() {
        return get("initNodes");
    }

    int initPods() {
        return get("initPods");
    }

    int measurePods() {
        return get("measurePods");
    }
}
