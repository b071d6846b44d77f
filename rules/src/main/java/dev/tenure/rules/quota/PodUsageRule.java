package dev.tenure.rules.quota;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// How much a pod takes of the resources that quotas limit. Upstream: pkg/quota/v1/evaluator/core/pods.go.
public final class PodUsageRule {
    static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final String NATIVE = "kubernetes.io/";
    private static final Set<String> COMPUTE =
            Set.of(ResourceList.CPU, ResourceList.MEMORY, ResourceList.EPHEMERAL_STORAGE);
    private static final Set<String> DEMANDED =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    private PodUsageRule() {}

    static boolean limits(String name) {
        if (name.equals(ResourceList.PODS)
                || ResourceNameRule.hugePages(name)
                || (name.startsWith(REQUESTS) && ResourceNameRule.hugePages(name.substring(REQUESTS.length())))) {
            return true;
        }
        return isExtended(name)
                || COMPUTE.stream()
                        .anyMatch(c -> name.equals(c) || name.equals(REQUESTS + c) || name.equals(LIMITS + c));
    }

    /// Whether a bound is one on an extended resource.
    static boolean isExtended(String name) {
        boolean ofOthers = name.contains("/") && !name.contains(NATIVE);
        return (ofOthers && name.startsWith(REQUESTS)) || name.startsWith(REQUESTS + DeviceClass.RESOURCE_PREFIX);
    }

    /// Complains about containers that do not say how much they want of what is limited. What the pod itself
    /// asks for speaks for all of them.
    ///
    /// @param limited names of the resources that a quota bounds
    /// @return `must specify cpu for: a,b; memory for: a`
    public static Optional<String> missing(PodSpec spec, Set<String> limited) {
        if (spec.resources().filter(own -> !nothing(own)).isPresent()) {
            return Optional.empty();
        }
        Map<String, Set<String>> missing = new TreeMap<>();
        for (List<Container> containers : List.of(spec.containers(), spec.initContainers())) {
            for (Container container : containers) {
                missing(container, limited, missing);
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("must specify "
                        + missing.entrySet().stream()
                                .map(entry -> entry.getKey() + " for: " + String.join(",", entry.getValue()))
                                .collect(Collectors.joining("; ")));
    }

    private static boolean nothing(ResourceRequirements resources) {
        return resources.requests().isEmpty() && resources.limits().isEmpty();
    }

    private static void missing(Container container, Set<String> limited, Map<String, Set<String>> missing) {
        Map<String, Quantity> usage = new TreeMap<>();
        compute(container.resources().requests(), container.resources().limits(), usage);
        for (String name : limited) {
            if (DEMANDED.contains(name) && !usage.containsKey(name)) {
                missing.computeIfAbsent(name, _ -> new TreeSet<>()).add(container.name());
            }
        }
    }

    /// Pods that have ended, or ought to be gone by now, take nothing but their place in the store.
    static void add(Pod pod, Instant now, Map<String, Quantity> usage) {
        if (PodRule.terminal(pod) || overdue(pod, now)) {
            return;
        }
        usage.put(ResourceList.PODS, UsageRule.ONE);
        compute(
                PodRequestsRule.requests(pod, PodRequestsRule.Options.CHARGED),
                PodRequestsRule.limits(pod, PodRequestsRule.Options.CHARGED),
                usage);
    }

    private static boolean overdue(Pod pod, Instant now) {
        return overdueAfter(pod).filter(now::isAfter).isPresent();
    }

    /// The last moment at which a pod that was told to go may still be there.
    private static Optional<Instant> overdueAfter(Pod pod) {
        return pod.meta().deletion().map(deletion -> deletion.at().plus(GoDuration.ofSeconds(deletion.graceSeconds())));
    }

    /// After which moment a pod takes less because of nothing but the time; empty when it takes the same for
    /// ever.
    static Optional<Instant> takesLessAfter(Pod pod) {
        return PodRule.terminal(pod) ? Optional.empty() : overdueAfter(pod);
    }

    private static void compute(ResourceList requests, ResourceList limits, Map<String, Quantity> usage) {
        requests.amounts().forEach((name, amount) -> {
            boolean own = COMPUTE.contains(name) || ResourceNameRule.hugePages(name);
            if (own) {
                usage.put(name, amount);
            }
            if (own || ResourceNameRule.ofDevices(name)) {
                usage.put(REQUESTS + name, amount);
            }
        });
        limits.amounts().forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put(LIMITS + name, amount);
            }
        });
    }
}
