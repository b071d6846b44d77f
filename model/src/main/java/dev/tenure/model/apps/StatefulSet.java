package dev.tenure.model.apps;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;

/// @param replicas how many pods are wanted
/// @param parallel whether pods are made and removed all at once instead of in order
public record StatefulSet(
        ObjectMeta meta,
        int replicas,
        String serviceName,
        boolean parallel,
        LabelSelector selector,
        PodTemplate template) {}
