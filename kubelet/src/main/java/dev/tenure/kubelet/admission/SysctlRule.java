package dev.tenure.kubelet.admission;

import dev.tenure.wire.json.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides whether a node sets the kernel parameters that a pod asks for: those that can do other pods no harm, and
/// those
/// that its administrator has allowed. Upstream: kubelet/sysctl/allowlist.go, safe_sysctls.go.
public final class SysctlRule {
    /// The pod's `status.reason`.
    public static final String REASON = "SysctlForbidden";

    /// Of the pod alone on every kernel that a container runtime of today runs on.
    private static final List<String> SAFE = List.of(
            "kernel.shm_rmid_forced",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.ping_group_range",
            "net.ipv4.ip_unprivileged_port_start",
            "net.ipv4.ip_local_reserved_ports",
            "net.ipv4.tcp_keepalive_time",
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_keepalive_intvl",
            "net.ipv4.tcp_keepalive_probes",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem");
    private static final Set<String> OF_IPC = Set.of(
            "kernel.sem",
            "kernel.shm",
            "kernel.shmall",
            "kernel.shmmax",
            "kernel.shmmni",
            "kernel.shm_rmid_forced",
            "kernel.msg",
            "kernel.msgmax",
            "kernel.msgmnb",
            "kernel.msgmni");

    private enum Namespace {
        IPC("IPC"),
        NET("Net");

        private final String word;

        Namespace(String word) {
            this.word = word;
        }
    }

    private SysctlRule() {}

    /// @param spec the whole spec of the pod
    /// @param allowed names, or beginnings of names with a `*` behind
    /// @return why the node does not take the pod, if it does not
    public static Optional<String> refusal(JsonNode spec, Collection<String> allowed) {
        for (JsonNode sysctl : spec.path("securityContext").path("sysctls")) {
            Optional<String> wrong = refusal(sysctl.path("name").asText(), spec, allowed);
            if (wrong.isPresent()) {
                return Optional.of("forbidden sysctl: " + wrong.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> refusal(String asked, JsonNode spec, Collection<String> allowed) {
        String name = dotted(asked);
        boolean known = SAFE.contains(name) || allowed.stream().anyMatch(pattern -> fits(name, pattern));
        if (!known) {
            return Optional.of("\"%s\" not allowlisted".formatted(name));
        }
        return namespace(name)
                .filter(namespace -> shared(namespace, spec))
                .map(namespace -> "\"%s\" not allowed with host %s enabled".formatted(name, namespace.word));
    }

    private static boolean shared(Namespace namespace, JsonNode spec) {
        return spec.path(
                        switch (namespace) {
                            case IPC -> "hostIPC";
                            case NET -> "hostNetwork";
                        })
                .asBoolean(false);
    }

    private static boolean fits(String name, String pattern) {
        String wanted = dotted(pattern);
        int star = wanted.indexOf('*');
        return star < 0 ? wanted.equals(name) : name.startsWith(wanted.substring(0, star));
    }

    /// Whether every pod can have a value of its own of what fits; nothing else may be allowed.
    public static boolean namespaced(String pattern) {
        String wanted = dotted(pattern);
        int star = wanted.indexOf('*');
        return namespace(star < 0 ? wanted : wanted.substring(0, star)).isPresent();
    }

    private static Optional<Namespace> namespace(String name) {
        if (OF_IPC.contains(name) || name.startsWith("fs.mqueue.")) {
            return Optional.of(Namespace.IPC);
        }
        return name.startsWith("net.") ? Optional.of(Namespace.NET) : Optional.empty();
    }

    /// `net/ipv4/conf/eth0.100/rp_filter` is the same as `net.ipv4.conf.eth0/100.rp_filter`.
    private static String dotted(String name) {
        int dot = name.indexOf('.');
        int slash = name.indexOf('/');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        return name.replace('.', '\0').replace('/', '.').replace('\0', '/');
    }
}
