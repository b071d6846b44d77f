package dev.tenure.model.core;

import java.util.Map;

/// From what a workload makes its pods.
public record PodTemplate(Map<String, String> labels, Map<String, String> annotations, PodSpec spec) {
    public PodTemplate {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
