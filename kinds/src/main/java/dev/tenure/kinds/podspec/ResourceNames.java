package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Names;
import java.util.Set;

/// What kind of thing the name of a resource names. Pure.
public final class ResourceNames {
    private static final String HUGE_PAGES = "hugepages-";
    private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED = Set.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");
    private static final Set<String> COMPUTE = Set.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.storage",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");

    private ResourceNames() {}

    public static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    /// The size of a page, as it stands in the name.
    public static String pageSize(String name) {
        return name.substring(HUGE_PAGES.length());
    }

    /// A resource that Kubernetes itself defines.
    public static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    public static boolean isExtended(String name) {
        return !isNative(name)
                && !name.startsWith("requests.")
                && Names.qualified("requests." + name).isEmpty();
    }

    /// Whether a request below the limit makes sense for it.
    public static boolean allowsOvercommit(String name) {
        return isNative(name) && !isHugePages(name);
    }

    public static boolean isOfContainers(String name) {
        return CONTAINER.contains(name) || isHugePages(name);
    }

    /// Whether it may be named without a domain.
    public static boolean isStandard(String name) {
        return name.equals("storage") || isOfQuota(name);
    }

    public static boolean isOfQuota(String name) {
        return COUNTED.contains(name)
                || COMPUTE.contains(name)
                || isHugePages(name)
                || name.startsWith("requests." + HUGE_PAGES);
    }

    /// Whether there are only whole ones of it.
    public static boolean isWhole(String name) {
        return COUNTED.contains(name) || isExtended(name);
    }
}
