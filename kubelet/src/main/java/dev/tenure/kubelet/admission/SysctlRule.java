package dev.tenure.kubelet.admission;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides whether a node sets the kernel parameters that a pod asks for: those that can do other pods no
/// harm, and those that its administrator has allowed. Upstream: kubelet/sysctl/allowlist.go,
/// safe_sysctls.go.
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

    /// What a pod asks for.
    ///
    /// @param names of the parameters
    /// @param hostIpc whether the pod shares the node's namespace of IPC
    public record Asked(List<String> names, boolean hostIpc, boolean hostNetwork) {
        public Asked {
            names = List.copyOf(names);
        }

        private boolean shares(Namespace namespace) {
            return switch (namespace) {
                case IPC -> hostIpc;
                case NET -> hostNetwork;
            };
        }
    }

    private SysctlRule() {}

    /// @param allowed names, or beginnings of names with a `*` behind
    /// @return why the node does not take the pod, if it does not
    public static Optional<String> refusal(Asked asked, Collection<String> allowed) {
        return asked.names().stream()
                .flatMap(name -> refusal(name, asked, allowed).stream())
                .findFirst()
                .map(wrong -> "forbidden sysctl: " + wrong);
    }

    private static Optional<String> refusal(String written, Asked asked, Collection<String> allowed) {
        String name = dotted(written);
        boolean known = SAFE.contains(name) || allowed.stream().anyMatch(pattern -> fits(name, pattern));
        if (!known) {
            return Optional.of("\"%s\" not allowlisted".formatted(name));
        }
        return namespace(name)
                .filter(asked::shares)
                .map(namespace -> "\"%s\" not allowed with host %s enabled".formatted(name, namespace.word));
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
