package dev.tenure.rules.fit;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.meta.LabelSyntax;

/// What kind of resource a name names. Upstream: pkg/apis/core/v1/helper.
public final class ResourceNameRule {
    private static final String NATIVE = "kubernetes.io/";
    private static final String HUGE_PAGES = "hugepages-";
    private static final String ATTACHABLE = "attachable-volumes-";
    private static final String QUOTA = "requests.";

    private ResourceNameRule() {}

    /// Whether it is a resource of somebody's own, for example `example.com/gpu`.
    public static boolean extended(String name) {
        return name.indexOf('/') >= 0
                && !name.contains(NATIVE)
                && !name.startsWith(QUOTA)
                && LabelSyntax.keyFaults(QUOTA + name).isEmpty();
    }

    /// Whether devices can meet it, if a DeviceClass says so.
    public static boolean ofDevices(String name) {
        return name.startsWith(DeviceClass.RESOURCE_PREFIX) || extended(name);
    }

    public static boolean hugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    /// Whether nodes account for it, besides cpu, memory, ephemeral storage and the number of pods.
    public static boolean scalar(String name) {
        return hugePages(name) || name.startsWith(ATTACHABLE) || name.contains(NATIVE) || extended(name);
    }
}
