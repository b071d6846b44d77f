package dev.tenure.apiserver.flowcontrol;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.Caller;
import java.util.Set;

/// Upstream's flow schemas in the order in which they are asked; the first that a request matches has it.
public enum FlowSchema {
    EXEMPT("exempt", PriorityLevel.EXEMPT, Distinction.NONE),
    PROBES("probes", PriorityLevel.EXEMPT, Distinction.NONE),
    SYSTEM_LEADER_ELECTION("system-leader-election", PriorityLevel.LEADER_ELECTION, Distinction.USER),
    SYSTEM_NODE_HIGH("system-node-high", PriorityLevel.NODE_HIGH, Distinction.USER),
    SYSTEM_NODES("system-nodes", PriorityLevel.SYSTEM, Distinction.USER),
    KUBE_CONTROLLER_MANAGER("kube-controller-manager", PriorityLevel.WORKLOAD_HIGH, Distinction.NAMESPACE),
    KUBE_SCHEDULER("kube-scheduler", PriorityLevel.WORKLOAD_HIGH, Distinction.NAMESPACE),
    KUBE_SYSTEM_SERVICE_ACCOUNTS("kube-system-service-accounts", PriorityLevel.WORKLOAD_HIGH, Distinction.NAMESPACE),
    SERVICE_ACCOUNTS("service-accounts", PriorityLevel.WORKLOAD_LOW, Distinction.USER),
    GLOBAL_DEFAULT("global-default", PriorityLevel.GLOBAL_DEFAULT, Distinction.USER),
    CATCH_ALL("catch-all", PriorityLevel.CATCH_ALL, Distinction.USER);

    private static final String MANAGER = "system:kube-controller-manager";
    private static final String SCHEDULER = "system:kube-scheduler";
    private static final String SYSTEM_ACCOUNTS = "system:serviceaccount:kube-system:";
    private static final String NODES = "system:nodes";
    private static final String ACCOUNTS = "system:serviceaccounts";
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";
    private static final String COORDINATION = "coordination.k8s.io";
    private static final Set<String> PROBE_PATHS = Set.of("/healthz", "/readyz", "/livez");
    private static final Set<String> ELECTION_VERBS = Set.of("get", "create", "update");

    private final String label;
    private final PriorityLevel level;
    private final Distinction distinction;

    /// What tells one flow of a schema from another.
    private enum Distinction {
        NONE,
        USER,
        NAMESPACE
    }

    FlowSchema(String label, PriorityLevel level, Distinction distinction) {
        this.label = label;
        this.level = level;
        this.distinction = distinction;
    }

    /// Upstream's name.
    public String label() {
        return label;
    }

    public PriorityLevel level() {
        return level;
    }

    /// The schema of a request that may be carried out.
    public static FlowSchema of(Attributes request) {
        if (request.caller().groups().contains(Caller.SYSTEM_MASTERS)) {
            return EXEMPT;
        }
        if (request.aboutPath() && request.verb().equals("get") && PROBE_PATHS.contains(request.path())) {
            return PROBES;
        }
        if (elects(request)) {
            return SYSTEM_LEADER_ELECTION;
        }
        if (request.caller().groups().contains(NODES)) {
            return ofNodeItself(request) ? SYSTEM_NODE_HIGH : SYSTEM_NODES;
        }
        return ofCaller(request.caller());
    }

    /// Where it does not matter what is asked.
    private static FlowSchema ofCaller(Caller caller) {
        if (caller.user().equals(MANAGER)) {
            return KUBE_CONTROLLER_MANAGER;
        }
        if (caller.user().equals(SCHEDULER)) {
            return KUBE_SCHEDULER;
        }
        if (caller.user().startsWith(SYSTEM_ACCOUNTS)) {
            return KUBE_SYSTEM_SERVICE_ACCOUNTS;
        }
        if (caller.groups().contains(ACCOUNTS)) {
            return SERVICE_ACCOUNTS;
        }
        boolean known =
                caller.groups().contains(AUTHENTICATED) || caller.groups().contains(UNAUTHENTICATED);
        return known ? GLOBAL_DEFAULT : CATCH_ALL;
    }

    private static boolean elects(Attributes request) {
        String user = request.caller().user();
        boolean candidate = user.startsWith(SYSTEM_ACCOUNTS) || user.equals(MANAGER) || user.equals(SCHEDULER);
        return candidate && isLease(request) && ELECTION_VERBS.contains(request.verb());
    }

    private static boolean isLease(Attributes request) {
        return request.group().equals(COORDINATION)
                && request.fullResource().equals("leases")
                && !request.namespace().isEmpty();
    }

    private static boolean ofNodeItself(Attributes request) {
        if (isLease(request)) {
            return true;
        }
        String resource = request.fullResource();
        return request.group().isEmpty() && (resource.equals("nodes") || resource.equals("nodes/status"));
    }

    /// The flow within the schema, which takes turns with the others.
    public String flow(Attributes request) {
        return switch (distinction) {
            case NONE -> label;
            case USER -> label + "/" + request.caller().user();
            case NAMESPACE -> label + "/" + request.namespace();
        };
    }
}
