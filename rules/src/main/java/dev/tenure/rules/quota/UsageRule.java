package dev.tenure.rules.quota;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Service.ServicePort;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// How much of which quota resource an object takes. Upstream: pkg/quota/v1/evaluator/core.
public final class UsageRule {
    static final Quantity ONE = Quantity.of(1, Format.DECIMAL_SI);

    private static final String CLAIMS = "persistentvolumeclaims";
    private static final String STORAGE = "requests.storage";
    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
    private static final String OF_DEVICE_CLASS = ".deviceclass.resource.k8s.io/devices";
    /// So many devices at most are given to one claim. Upstream: AllocationResultsMaxSize.
    private static final long DEVICES_MAX = 32;

    private static final Set<String> BY_PLAIN_NAME =
            Set.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");
    private static final Set<String> OF_SERVICES = Set.of("services", "services.nodeports", "services.loadbalancers");
    private static final Set<String> NEVER = Set.of("events", "events.events.k8s.io", "namespaces");

    private UsageRule() {}

    /// Whether quotas count objects of this type at all.
    public static boolean counted(ResourceType type) {
        return type.namespaced() && !NEVER.contains(type.qualifiedResource());
    }

    /// Whether a bound on the resource `name` limits objects of this type.
    public static boolean limits(ResourceType type, String name) {
        if (name.equals(countName(type))) {
            return true;
        }
        if (ofDevices(type)) {
            return name.endsWith(OF_DEVICE_CLASS) || PodUsageRule.isExtended(name);
        }
        if (!type.group().isEmpty()) {
            return false;
        }
        return switch (type.resource()) {
            case "pods" -> PodUsageRule.limits(name);
            case "services" -> OF_SERVICES.contains(name);
            case CLAIMS -> ofClaims(name, CLAIMS) || ofClaims(name, STORAGE);
            default -> BY_PLAIN_NAME.contains(name) && type.resource().equals(name);
        };
    }

    private static boolean ofDevices(ResourceType type) {
        return type.qualifiedResource().equals("resourceclaims.resource.k8s.io");
    }

    private static boolean ofClaims(String name, String what) {
        return name.equals(what) || name.endsWith(OF_CLASS + what);
    }

    private static String countName(ResourceType type) {
        return "count/" + type.qualifiedResource();
    }

    /// Whether objects of this type take different amounts, so that their view has to be known.
    public static boolean differs(ResourceType type) {
        return type.equals(ResourceTypes.PODS)
                || type.equals(ResourceTypes.SERVICES)
                || type.equals(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)
                || ofDevices(type);
    }

    /// After which moment an object takes less although nothing about it has changed; empty when it does not.
    /// Claims of devices take more and less as other objects change, which this does not tell.
    public static Optional<Instant> takesLessAfter(Object view) {
        return view instanceof Pod pod ? PodUsageRule.takesLessAfter(pod) : Optional.empty();
    }

    /// What an object takes.
    ///
    /// @param view the object, a claim of devices as a [ChargedClaim], or anything for types that do not
    ///     differ
    public static Map<String, Quantity> of(ResourceType type, Object view, Instant now) {
        Map<String, Quantity> usage = new TreeMap<>();
        usage.put(countName(type), ONE);
        switch (view) {
            case Pod pod -> PodUsageRule.add(pod, now, usage);
            case Service service -> add(service, usage);
            case PersistentVolumeClaim claim -> add(claim, usage);
            case ChargedClaim claim -> add(claim, now, usage);
            default -> {
                if (type.group().isEmpty()) {
                    usage.put(type.resource(), ONE);
                }
            }
        }
        return usage;
    }

    private static void add(Service service, Map<String, Quantity> usage) {
        usage.put("services", ONE);
        boolean balanced = service.type().equals("LoadBalancer");
        long ports = 0;
        for (ServicePort port : service.ports()) {
            ports += service.balancedByNodePorts() || !balanced || port.nodePort() != 0 ? 1 : 0;
        }
        if (balanced) {
            usage.put("services.loadbalancers", ONE);
        }
        if (balanced || service.type().equals("NodePort")) {
            usage.put("services.nodeports", Quantity.of(ports, Format.DECIMAL_SI));
        }
    }

    private static void add(PersistentVolumeClaim claim, Map<String, Quantity> usage) {
        String className = claim.className();
        String ofClass = className + OF_CLASS;
        usage.put(CLAIMS, ONE);
        if (!className.isEmpty()) {
            usage.put(ofClass + CLAIMS, ONE);
        }
        if (claim.requests().has(ResourceList.STORAGE)) {
            Quantity wanted = claim.requests().get(ResourceList.STORAGE);
            ResourceList allocated = claim.progress().allocatedResources();
            boolean more = allocated.has(ResourceList.STORAGE)
                    && allocated.get(ResourceList.STORAGE).compareTo(wanted) > 0;
            Quantity amount = (more ? allocated.get(ResourceList.STORAGE) : wanted).roundedUp(0);
            usage.put(STORAGE, amount);
            if (!className.isEmpty()) {
                usage.put(ofClass + STORAGE, amount);
            }
        }
    }

    private static void add(ChargedClaim charged, Instant now, Map<String, Quantity> usage) {
        add(charged.claim(), usage);
        Map<String, Quantity> extended = new TreeMap<>();
        usage.forEach((name, amount) -> {
            if (name.endsWith(OF_DEVICE_CLASS)) {
                String className = name.substring(0, name.length() - OF_DEVICE_CLASS.length());
                extended.put(PodUsageRule.REQUESTS + DeviceClass.RESOURCE_PREFIX + className, amount);
                Optional.ofNullable(charged.resources().get(className))
                        .ifPresent(resource -> extended.put(PodUsageRule.REQUESTS + resource, amount));
            }
        });
        Map<String, Quantity> paid = new TreeMap<>();
        charged.payer().ifPresent(pod -> PodUsageRule.add(pod, now, paid));
        extended.forEach((name, amount) -> {
            Quantity left = amount.minus(paid.getOrDefault(name, Quantity.ZERO));
            if (left.sign() > 0) {
                usage.put(name, left);
            }
        });
    }

    /// Of alternatives, the one that takes most of a class counts. Upstream: resource_claims.go (Usage).
    private static void add(ResourceClaim claim, Map<String, Quantity> usage) {
        for (Request request : claim.requests()) {
            var most = new TreeMap<String, Long>();
            for (Devices devices : request.alternatives()) {
                long count = switch (devices.amount()) {
                    case Amount.Exactly(long exactly) -> exactly;
                    case Amount.All _ -> DEVICES_MAX;
                    case Amount.Unknown _ -> 0;
                };
                most.merge(devices.className() + OF_DEVICE_CLASS, count, Math::max);
            }
            most.forEach((name, count) -> usage.merge(name, Quantity.of(count, Format.DECIMAL_SI), Quantity::plus));
        }
    }
}
