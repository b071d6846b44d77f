package dev.tenure.rules.fit;

import dev.tenure.model.core.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whether what a pod asks for is left on a node. Upstream: noderesources/fit.go, which the kubelet uses as
/// well.
public final class FitRule {
    /// A resource of which too little is left.
    ///
    /// @param hopeless whether the pod asks for more than the whole node has, so that nothing leaving would
    ///     help
    public record Lack(String resource, long requested, long used, long capacity, boolean hopeless) {}

    private FitRule() {}

    /// @param wanted what the pod asks for
    /// @param used what the pods of the node hold, `pods` being their number
    /// @param allocatable what the node has for pods
    /// @return what is lacking, in upstream's order; empty when the pod fits
    public static List<Lack> lacks(Resources wanted, Resources used, Resources allocatable) {
        List<Lack> lacks = new ArrayList<>();
        if (used.pods() + 1 > allocatable.pods()) {
            lacks.add(new Lack(ResourceList.PODS, 1, used.pods(), allocatable.pods(), false));
        }
        check(lacks, ResourceList.CPU, wanted.milliCpu(), used.milliCpu(), allocatable.milliCpu());
        check(lacks, ResourceList.MEMORY, wanted.memoryBytes(), used.memoryBytes(), allocatable.memoryBytes());
        check(
                lacks,
                ResourceList.EPHEMERAL_STORAGE,
                wanted.ephemeralStorageBytes(),
                used.ephemeralStorageBytes(),
                allocatable.ephemeralStorageBytes());
        for (Map.Entry<String, Long> scalar : wanted.scalars().entrySet()) {
            String name = scalar.getKey();
            check(lacks, name, scalar.getValue(), used.scalar(name), allocatable.scalar(name));
        }
        return lacks;
    }

    private static void check(List<Lack> lacks, String resource, long wanted, long used, long capacity) {
        if (wanted > 0 && wanted > capacity - used) {
            lacks.add(new Lack(resource, wanted, used, capacity, wanted > capacity));
        }
    }
}
