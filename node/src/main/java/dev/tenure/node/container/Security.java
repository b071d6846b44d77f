package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.Message;
import dev.tenure.wire.json.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The security context of a container: its own settings, then the pod's, then the image's. Upstream:
/// kuberuntime/security_context_linux.go, pkg/securitycontext.
final class Security {
    private static final List<String> MASKED = List.of(
            "/proc/asound",
            "/proc/acpi",
            "/proc/interrupts",
            "/proc/kcore",
            "/proc/keys",
            "/proc/latency_stats",
            "/proc/timer_list",
            "/proc/timer_stats",
            "/proc/sched_debug",
            "/proc/scsi",
            "/sys/firmware",
            "/sys/devices/virtual/powercap");
    private static final List<String> READ_ONLY =
            List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");
    private static final int SECCOMP_UNCONFINED = 1;
    private static final int SECCOMP_LOCALHOST = 2;

    private final JsonNode pod;
    private final JsonNode own;
    private final Path profiles;

    /// @param profiles the folder of the profiles of system calls that pods may name
    Security(PodPlan pod, ContainerPlan container, Path profiles) {
        this.profiles = profiles;
        this.pod = pod.spec().path("securityContext");
        this.own = container.spec().path("securityContext");
    }

    static void user(Message.Builder into, int field, JsonNode id) {
        if (id.isIntegralNumber()) {
            into.wrapped(field, id.asLong());
        }
    }

    /// A `LinuxContainerSecurityContext`.
    ///
    /// @param namespaces a `NamespaceOption`
    /// @throws ConfigException when the container must not run as root but would
    Message of(Message namespaces, Optional<Image> image) {
        boolean privileged = own.path("privileged").asBoolean(false);
        Message.Builder context =
                Message.builder().message(1, capabilities()).flag(2, privileged).message(3, namespaces);
        runAs(context, image);
        context.flag(7, own.path("readOnlyRootFilesystem").asBoolean(false));
        SandboxConfig.groups(pod).forEach(group -> context.number(8, group));
        context.number(17, SandboxConfig.groupsPolicy(pod));
        JsonNode escalation = own.path("allowPrivilegeEscalation");
        context.flag(11, escalation.isBoolean() && !escalation.asBoolean());
        boolean unmasked = own.path("procMount").asText("").equals("Unmasked");
        if (!privileged && !unmasked) {
            var masked = new ArrayList<>(MASKED);
            for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
                String path = "/sys/devices/system/cpu/cpu" + cpu + "/thermal_throttle";
                if (Files.exists(Path.of(path))) {
                    masked.add(path);
                }
            }
            context.texts(13, masked).texts(14, READ_ONLY);
        }
        return context.message(15, seccomp()).build();
    }

    private Message capabilities() {
        JsonNode capabilities = own.path("capabilities");
        var add = new ArrayList<String>();
        var drop = new ArrayList<String>();
        capabilities.path("add").forEach(name -> add.add(name.asText()));
        capabilities.path("drop").forEach(name -> drop.add(name.asText()));
        return Message.builder().texts(1, add).texts(2, drop).build();
    }

    private void runAs(Message.Builder context, Optional<Image> image) {
        JsonNode user = first("runAsUser");
        OptionalLong uid = user.isIntegralNumber()
                ? OptionalLong.of(user.asLong())
                : image.map(Image::uid).orElse(OptionalLong.empty());
        String name = image.map(Image::username).orElse("");
        if (first("runAsNonRoot").asBoolean(false)) {
            if (uid.isEmpty() && !name.isEmpty()) {
                throw new ConfigException(
                        "container has runAsNonRoot and image has non-numeric user (%s), cannot verify user is non-root"
                                .formatted(name));
            }
            if (uid.orElse(0) == 0) {
                throw new ConfigException(
                        user.isIntegralNumber()
                                ? "container's runAsUser breaks non-root policy"
                                : "container has runAsNonRoot and image will run as root");
            }
        }
        if (uid.isPresent()) {
            context.wrapped(5, uid);
        } else {
            context.text(6, name);
        }
        user(context, 12, first("runAsGroup"));
    }

    private Message seccomp() {
        JsonNode profile = first("seccompProfile");
        return switch (profile.path("type").asText("")) {
            case "RuntimeDefault" -> Message.builder().number(1, 0).build();
            case "Localhost" ->
                Message.builder()
                        .number(1, SECCOMP_LOCALHOST)
                        .text(
                                2,
                                profiles.resolve(
                                                profile.path("localhostProfile").asText())
                                        .toString())
                        .build();
            default -> Message.builder().number(1, SECCOMP_UNCONFINED).build();
        };
    }

    private JsonNode first(String field) {
        return own.hasNonNull(field) ? own.path(field) : pod.path(field);
    }
}
