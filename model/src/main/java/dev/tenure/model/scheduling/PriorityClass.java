package dev.tenure.model.scheduling;

import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.meta.ObjectMeta;

/// @param globalDefault whether pods that name no class get this one
public record PriorityClass(ObjectMeta meta, int value, boolean globalDefault, PreemptionPolicy preemptionPolicy) {}
