package dev.tenure.kubelet.resize;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import java.util.Optional;

/// How much memory and CPU a container or a whole pod asks for and is held to; 0 where nothing is said.
public record Amounts(long memoryLimitBytes, long memoryRequestBytes, long cpuLimitMillis, long cpuRequestMillis) {
    public static final Amounts NONE = new Amounts(0, 0, 0, 0);

    public static Amounts of(ResourceRequirements resources) {
        return new Amounts(
                resources.limits().get(ResourceList.MEMORY).value(),
                resources.requests().get(ResourceList.MEMORY).value(),
                resources.limits().get(ResourceList.CPU).milliValue(),
                resources.requests().get(ResourceList.CPU).milliValue());
    }

    /// Those of a container; where it has no limit, that of its pod as a whole holds for it too.
    ///
    /// @param pod what its pod as a whole asks for, if it does
    public static Amounts of(ResourceRequirements container, Optional<ResourceRequirements> pod) {
        Amounts own = of(container);
        if (pod.isEmpty()) {
            return own;
        }
        Amounts whole = of(pod.get());
        return new Amounts(
                own.memoryLimitBytes == 0 ? whole.memoryLimitBytes : own.memoryLimitBytes,
                own.memoryRequestBytes,
                own.cpuLimitMillis == 0 ? whole.cpuLimitMillis : own.cpuLimitMillis,
                own.cpuRequestMillis);
    }

    public Amounts withMemoryOf(Amounts other) {
        return new Amounts(other.memoryLimitBytes, other.memoryRequestBytes, cpuLimitMillis, cpuRequestMillis);
    }

    public Amounts withCpuOf(Amounts other) {
        return new Amounts(memoryLimitBytes, memoryRequestBytes, other.cpuLimitMillis, other.cpuRequestMillis);
    }

    public boolean sameMemory(Amounts other) {
        return equals(withMemoryOf(other));
    }

    public boolean sameCpu(Amounts other) {
        return equals(withCpuOf(other));
    }
}
