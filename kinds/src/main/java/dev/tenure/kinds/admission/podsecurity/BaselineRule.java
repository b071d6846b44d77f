package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The points of the baseline standard: known ways from a pod to its node. Pure.
final class BaselineRule {
    private static final Set<String> CAPABILITIES = Set.of(
            "AUDIT_WRITE",
            "CHOWN",
            "DAC_OVERRIDE",
            "FOWNER",
            "FSETID",
            "KILL",
            "MKNOD",
            "NET_BIND_SERVICE",
            "SETFCAP",
            "SETGID",
            "SETPCAP",
            "SETUID",
            "SYS_CHROOT");
    private static final Set<String> PROFILES = Set.of("RuntimeDefault", "Localhost");
    private static final Set<String> SELINUX_TYPES = Set.of("", "container_t", "container_init_t", "container_kvm_t");
    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final String SECCOMP_OF_POD = "seccomp.security.alpha.kubernetes.io/pod";
    private static final String SECCOMP_OF_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
    private static final String PROC_MOUNT = "procMount";

    private BaselineRule() {}

    static Optional<SecurityViolation> appArmor(SecuredPod pod) {
        Predicate<JsonNode> bad = security -> badProfile(security.path("appArmorProfile"));
        List<String> containers = pod.containersWith(bad);
        List<String> setters = new ArrayList<>();
        Set<String> values = profiles(pod, "appArmorProfile");
        if (bad.test(pod.security())) {
            setters.add("pod");
        }
        if (!containers.isEmpty()) {
            setters.add(SecuredPod.named(containers));
        }
        List<String> annotations = new ArrayList<>();
        pod.metadata().path("annotations").properties().forEach(entry -> {
            String value = entry.getValue().asText();
            boolean good = value.isEmpty() || value.equals("runtime/default") || value.startsWith("localhost/");
            if (entry.getKey().startsWith(APP_ARMOR) && !good) {
                annotations.add(entry.getKey() + "=" + Quoted.of(value));
            }
        });
        if (!annotations.isEmpty()) {
            setters.add(SecuredPod.counted(annotations, "annotation"));
        }
        if (setters.isEmpty()) {
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(values);
        annotations.stream().sorted().forEach(all::add);
        return Optional.of(new SecurityViolation(
                SecuredPod.counted(all, "forbidden AppArmor profile"),
                String.join(" and ", setters) + " must not set AppArmor profile type to " + SecuredPod.quoted(all)));
    }

    static boolean badProfile(JsonNode profile) {
        return !profile.isMissingNode()
                && !PROFILES.contains(profile.path("type").asText(""));
    }

    /// The bad types of this profile that the pod and its containers set.
    static Set<String> profiles(SecuredPod pod, String profile) {
        Set<String> types = new TreeSet<>();
        List<JsonNode> contexts = new ArrayList<>(List.of(pod.security()));
        pod.containers().forEach(container -> contexts.add(container.path(SecuredPod.SECURITY)));
        for (JsonNode context : contexts) {
            if (badProfile(context.path(profile))) {
                types.add(context.path(profile).path("type").asText(""));
            }
        }
        return types;
    }

    static Optional<SecurityViolation> capabilities(SecuredPod pod) {
        Set<String> found = new TreeSet<>();
        List<String> containers = pod.containersWith(
                security -> collect(security.path("capabilities").path("add"), CAPABILITIES, found));
        return containers.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "non-default capabilities",
                        "%s must not include %s in securityContext.capabilities.add"
                                .formatted(SecuredPod.named(containers), SecuredPod.quoted(found))));
    }

    /// Whether some of these are not allowed; they are noted.
    static boolean collect(JsonNode texts, Set<String> allowed, Collection<String> found) {
        boolean any = false;
        for (JsonNode text : texts) {
            if (!allowed.contains(text.asText())) {
                found.add(text.asText());
                any = true;
            }
        }
        return any;
    }

    static Optional<SecurityViolation> hostNamespaces(SecuredPod pod) {
        List<String> shared = new ArrayList<>();
        for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
            if (pod.spec().path(field).asBoolean()) {
                shared.add(field + "=true");
            }
        }
        return shared.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation("host namespaces", String.join(", ", shared)));
    }

    static Optional<SecurityViolation> hostPaths(SecuredPod pod) {
        List<String> names = new ArrayList<>();
        for (JsonNode volume : pod.spec().path("volumes")) {
            if (volume.has("hostPath")) {
                names.add(volume.path("name").asText(""));
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "hostPath volumes", SecuredPod.counted(names, "volume") + " " + SecuredPod.quoted(names)));
    }

    static Optional<SecurityViolation> hostPorts(SecuredPod pod) {
        Set<String> ports = new TreeSet<>();
        List<String> names = new ArrayList<>();
        for (JsonNode container : pod.containers()) {
            boolean any = false;
            for (JsonNode port : container.path("ports")) {
                if (port.path("hostPort").asInt() != 0) {
                    ports.add(port.path("hostPort").asText());
                    any = true;
                }
            }
            if (any) {
                names.add(container.path("name").asText(""));
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "hostPort",
                        used(names) + SecuredPod.counted(ports, "hostPort") + " " + String.join(", ", ports)));
    }

    private static String used(List<String> containers) {
        return SecuredPod.named(containers) + (containers.size() == 1 ? " uses " : " use ");
    }

    static Optional<SecurityViolation> probedHosts(SecuredPod pod) {
        Set<String> names = new TreeSet<>();
        Set<String> hosts = new TreeSet<>();
        for (JsonNode container : pod.containers()) {
            JsonNode lifecycle = container.path("lifecycle");
            for (JsonNode handler : List.of(
                    container.path("livenessProbe"),
                    container.path("readinessProbe"),
                    container.path("startupProbe"),
                    lifecycle.path("postStart"),
                    lifecycle.path("preStop"))) {
                for (String action : List.of("httpGet", "tcpSocket")) {
                    String host = handler.path(action).path("host").asText("");
                    if (!host.isEmpty()) {
                        names.add(container.path("name").asText(""));
                        hosts.add(host);
                    }
                }
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "probe or lifecycle host",
                        used(List.copyOf(names).stream().sorted().toList())
                                + SecuredPod.counted(hosts, "probe or lifecycle host")
                                + " "
                                + SecuredPod.quoted(hosts)));
    }

    static Optional<SecurityViolation> privileged(SecuredPod pod) {
        List<String> containers =
                pod.containersWith(security -> security.path("privileged").asBoolean());
        return containers.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "privileged", SecuredPod.named(containers) + " must not set securityContext.privileged=true"));
    }

    static Optional<SecurityViolation> procMount(SecuredPod pod) {
        Set<String> types = new TreeSet<>();
        List<String> containers = pod.containersWith(security -> {
            JsonNode type = security.path(PROC_MOUNT);
            boolean bad = !type.isMissingNode() && !type.asText().equals("Default");
            if (bad) {
                types.add(type.asText());
            }
            return bad;
        });
        return containers.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        PROC_MOUNT,
                        "%s must not set securityContext.procMount to %s"
                                .formatted(SecuredPod.named(containers), SecuredPod.quoted(types))));
    }

    static Optional<SecurityViolation> procMountOfHostUsers(SecuredPod pod) {
        return pod.inUserNamespace() ? Optional.empty() : procMount(pod);
    }

    static Optional<SecurityViolation> seLinux(SecuredPod pod) {
        return seLinux(pod, SELINUX_TYPES);
    }

    static Optional<SecurityViolation> seLinuxWithEngines(SecuredPod pod) {
        Set<String> types = new TreeSet<>(SELINUX_TYPES);
        types.add("container_engine_t");
        return seLinux(pod, types);
    }

    private static Optional<SecurityViolation> seLinux(SecuredPod pod, Set<String> allowed) {
        Set<String> types = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        Predicate<JsonNode> bad = security -> {
            JsonNode options = security.path("seLinuxOptions");
            String type = options.path("type").asText("");
            boolean any = !allowed.contains(type);
            if (any) {
                types.add(type);
            }
            for (String field : List.of("user", "role")) {
                if (!options.path(field).asText("").isEmpty()) {
                    others.add(field);
                    any = true;
                }
            }
            return any;
        };
        boolean ofPod = bad.test(pod.security());
        List<String> containers = pod.containersWith(bad);
        if (!ofPod && containers.isEmpty()) {
            return Optional.empty();
        }
        List<String> data = new ArrayList<>();
        if (!types.isEmpty()) {
            data.add(SecuredPod.counted(types, "type") + " " + SecuredPod.quoted(types));
        }
        List.of("user", "role").stream().filter(others::contains).forEach(field -> data.add(field + " may not be set"));
        return Optional.of(new SecurityViolation(
                "seLinuxOptions",
                SecuredPod.setters(ofPod, containers) + " set forbidden securityContext.seLinuxOptions: "
                        + String.join("; ", data)));
    }

    static Optional<SecurityViolation> seccompAnnotations(SecuredPod pod) {
        Set<String> keys = new TreeSet<>(Set.of(SECCOMP_OF_POD));
        pod.containers()
                .forEach(container ->
                        keys.add(SECCOMP_OF_CONTAINER + container.path("name").asText("")));
        List<String> found = new ArrayList<>();
        for (String key : keys) {
            JsonNode value = pod.metadata().path("annotations").path(key);
            boolean good = value.isMissingNode()
                    || Set.of("runtime/default", "docker/default").contains(value.asText())
                    || value.asText().startsWith("localhost/");
            if (!good) {
                found.add(key + "=" + Quoted.of(value.asText()));
            }
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "seccompProfile",
                        "forbidden " + SecuredPod.counted(found, "annotation") + " " + String.join(", ", found)));
    }

    static Optional<SecurityViolation> seccomp(SecuredPod pod) {
        Predicate<JsonNode> bad = security -> badProfile(security.path("seccompProfile"));
        boolean ofPod = bad.test(pod.security());
        List<String> containers = pod.containersWith(bad);
        return ofPod || !containers.isEmpty()
                ? Optional.of(new SecurityViolation(
                        "seccompProfile",
                        "%s must not set securityContext.seccompProfile.type to %s"
                                .formatted(
                                        SecuredPod.setters(ofPod, containers),
                                        SecuredPod.quoted(profiles(pod, "seccompProfile")))))
                : Optional.empty();
    }

    static Optional<SecurityViolation> sysctls(SecuredPod pod, Set<String> safe) {
        List<String> found = new ArrayList<>();
        for (JsonNode sysctl : pod.security().path("sysctls")) {
            String name = sysctl.path("name").asText("");
            if (!safe.contains(name)) {
                found.add(name);
            }
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation("forbidden sysctls", String.join(", ", found)));
    }

    static Optional<SecurityViolation> hostProcess(SecuredPod pod) {
        Predicate<JsonNode> bad =
                security -> security.path("windowsOptions").path("hostProcess").asBoolean();
        boolean ofPod = bad.test(pod.security());
        List<String> containers = pod.containersWith(bad);
        return ofPod || !containers.isEmpty()
                ? Optional.of(new SecurityViolation(
                        "hostProcess",
                        SecuredPod.setters(ofPod, containers)
                                + " must not set securityContext.windowsOptions.hostProcess=true"))
                : Optional.empty();
    }
}
