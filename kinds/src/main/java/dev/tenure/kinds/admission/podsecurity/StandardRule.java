package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.model.meta.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Holds pods against a standard as of a version: which points belong to it, in the order in which they are
/// reported. Pure.
final class StandardRule {
    private static final int FOREVER = Standard.LATEST;

    private static final Set<String> SYSCTLS = Set.of(
            "kernel.shm_rmid_forced",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.ping_group_range",
            "net.ipv4.ip_unprivileged_port_start");
    private static final Set<String> SYSCTLS_27 = and(SYSCTLS, "net.ipv4.ip_local_reserved_ports");
    private static final Set<String> SYSCTLS_29 = and(
            SYSCTLS_27,
            "net.ipv4.tcp_keepalive_time",
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_keepalive_intvl",
            "net.ipv4.tcp_keepalive_probes");
    private static final Set<String> SYSCTLS_32 = and(SYSCTLS_29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem");

    /// Points of both standards, except where the restricted one is stricter on the same.
    private static final List<Point> BASELINE = List.of(
            new Point(0, FOREVER, BaselineRule::appArmor),
            new Point(0, FOREVER, BaselineRule::capabilities).restrictedFrom(22),
            new Point(0, FOREVER, BaselineRule::hostNamespaces),
            new Point(0, FOREVER, BaselineRule::hostPaths).restrictedFrom(0),
            new Point(0, FOREVER, BaselineRule::hostPorts),
            new Point(34, FOREVER, BaselineRule::probedHosts),
            new Point(0, FOREVER, BaselineRule::privileged),
            new Point(0, 35, BaselineRule::procMount),
            new Point(35, FOREVER, BaselineRule::procMountOfHostUsers).restrictedFrom(35),
            new Point(0, 31, BaselineRule::seLinux),
            new Point(31, FOREVER, BaselineRule::seLinuxWithEngines),
            new Point(0, 19, BaselineRule::seccompAnnotations),
            new Point(19, FOREVER, BaselineRule::seccomp).restrictedFrom(19),
            new Point(0, 27, pod -> BaselineRule.sysctls(pod, SYSCTLS)),
            new Point(27, 29, pod -> BaselineRule.sysctls(pod, SYSCTLS_27)),
            new Point(29, 32, pod -> BaselineRule.sysctls(pod, SYSCTLS_29)),
            new Point(32, FOREVER, pod -> BaselineRule.sysctls(pod, SYSCTLS_32)),
            new Point(0, FOREVER, BaselineRule::hostProcess));

    private static final List<Point> RESTRICTED = List.of(
            new Point(8, 25, RestrictedRule::escalation),
            new Point(25, FOREVER, notOnWindows(RestrictedRule::escalation)),
            new Point(22, 25, RestrictedRule::capabilities),
            new Point(25, FOREVER, notOnWindows(RestrictedRule::capabilities)),
            new Point(35, FOREVER, BaselineRule::procMount),
            new Point(0, FOREVER, RestrictedRule::volumes),
            new Point(0, 35, RestrictedRule::nonRoot),
            new Point(35, FOREVER, ofHostUsers(RestrictedRule::nonRoot)),
            new Point(23, 35, RestrictedRule::user),
            new Point(35, FOREVER, ofHostUsers(RestrictedRule::user)),
            new Point(19, 25, RestrictedRule::seccomp),
            new Point(25, FOREVER, notOnWindows(RestrictedRule::seccomp)));

    /// @param from the first version to have it
    /// @param until the first version not to have it any more
    /// @param covered the first version whose restricted standard has a stricter point on the same
    private record Point(int from, int until, int covered, Function<SecuredPod, Optional<SecurityViolation>> check) {
        Point(int from, int until, Function<SecuredPod, Optional<SecurityViolation>> check) {
            this(from, until, FOREVER, check);
        }

        Point restrictedFrom(int version) {
            return new Point(from, until, version, check);
        }

        /// The latest version lies before the end of those that last.
        boolean holdsIn(int version) {
            return from <= version && (version < until || until == FOREVER);
        }

        boolean coveredIn(int version) {
            return covered != FOREVER && covered <= version;
        }
    }

    private StandardRule() {}

    private static Set<String> and(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return Frozen.set(all);
    }

    private static Function<SecuredPod, Optional<SecurityViolation>> notOnWindows(
            Function<SecuredPod, Optional<SecurityViolation>> check) {
        return pod -> pod.onWindows() ? Optional.empty() : check.apply(pod);
    }

    private static Function<SecuredPod, Optional<SecurityViolation>> ofHostUsers(
            Function<SecuredPod, Optional<SecurityViolation>> check) {
        return pod -> pod.inUserNamespace() ? Optional.empty() : check.apply(pod);
    }

    static List<SecurityViolation> violations(Standard standard, SecuredPod pod) {
        List<SecurityViolation> violations = new ArrayList<>();
        if (!standard.restricts()) {
            return violations;
        }
        boolean restricted = standard.level() == Level.RESTRICTED;
        int version = standard.minor();
        for (Point point : BASELINE) {
            if (point.holdsIn(version) && !(restricted && point.coveredIn(version))) {
                point.check().apply(pod).ifPresent(violations::add);
            }
        }
        if (restricted) {
            for (Point point : RESTRICTED) {
                if (point.holdsIn(version)) {
                    point.check().apply(pod).ifPresent(violations::add);
                }
            }
        }
        return violations;
    }
}
