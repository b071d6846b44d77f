package dev.tenure.model.core;

import dev.tenure.model.meta.Frozen;
import java.util.Map;

/// From what a workload makes its pods.
public record PodTemplate(Map<String, String> labels, Map<String, String> annotations, PodSpec spec) {
    public PodTemplate {
        labels = Frozen.map(labels);
        annotations = Frozen.map(annotations);
    }
}
