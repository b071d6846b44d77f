package dev.tenure.node.container;

import dev.tenure.kubelet.eviction.ranking.OomScoreRule;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cgroup.ResourceRule;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.Message;
import dev.tenure.node.environment.ExpansionRule;
import dev.tenure.node.volume.Folders;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The `ContainerConfig` of one container of a pod. Upstream: kuberuntime_container.go,
/// kubelet_pods.go makeMounts.
final class ContainerConfig {
    private static final String TERMINATION_LOG = "/dev/termination-log";

    /// What belongs to the place where the container runs.
    ///
    /// @param volumes paths on this machine by name of volume
    /// @param podFolder the pod's folder on this machine
    /// @param profiles the folder of the profiles of system calls that pods may name
    /// @param images those that are volumes, by name of volume
    /// @param target id of the container whose processes this one sees, if it names one
    record Place(
            Map<String, Path> volumes,
            Map<String, ImageVolume> images,
            Path podFolder,
            Path profiles,
            List<String> podIps,
            Optional<String> target) {}

    /// An image that is a volume.
    ///
    /// @param id the runtime's
    /// @param reference as the pod writes it
    record ImageVolume(String id, String reference) {}

    private final PodPlan pod;
    private final ContainerPlan plan;
    private final HostFacts host;
    private final Place place;

    ContainerConfig(PodPlan pod, ContainerPlan plan, HostFacts host, Place place) {
        this.pod = pod;
        this.plan = plan;
        this.host = host;
        this.place = place;
    }

    /// @throws ConfigException when the container cannot be described
    Message of(int attempt, Map<String, String> environment, Optional<Image> image) throws IOException {
        JsonNode spec = plan.spec();
        Message metadata =
                Message.builder().text(1, plan.name()).number(2, attempt).build();
        Message.Builder config = Message.builder()
                .message(1, metadata)
                .message(
                        2,
                        Message.builder()
                                .text(1, image.map(Image::id).orElse(plan.image()))
                                .text(18, plan.image())
                                .build())
                .texts(3, expanded(spec.path("command"), environment))
                .texts(4, expanded(spec.path("args"), environment))
                .text(5, spec.path("workingDir").asText(""));
        environment.forEach((name, value) ->
                config.message(6, Message.builder().text(1, name).text(2, value).build()));
        mounts(environment, attempt).forEach(mount -> config.message(7, mount));
        var labels = new LinkedHashMap<>(SandboxConfig.podLabels(pod));
        labels.put(Labels.CONTAINER_NAME, plan.name());
        config.map(9, labels)
                .map(10, annotations(attempt))
                .text(11, plan.name() + "/" + attempt + ".log")
                .flag(12, spec.path("stdin").asBoolean(false))
                .flag(13, spec.path("stdinOnce").asBoolean(false))
                .flag(14, spec.path("tty").asBoolean(false));
        Message linux = Message.builder()
                .message(1, resources())
                .message(
                        2,
                        new Security(pod, plan, place.profiles())
                                .of(SandboxConfig.namespaces(pod, place.target()), image))
                .build();
        return config.message(15, linux).build();
    }

    private static List<String> expanded(JsonNode list, Map<String, String> environment) {
        var words = new ArrayList<String>();
        list.forEach(word -> words.add(ExpansionRule.expand(word.asText(), environment)));
        return words;
    }

    private Map<String, String> annotations(int attempt) {
        return Map.of(
                Labels.HASH, plan.hash(),
                Labels.RESTART_COUNT, String.valueOf(attempt),
                Labels.TERMINATION_MESSAGE_PATH, terminationPath(),
                Labels.TERMINATION_MESSAGE_POLICY,
                        plan.spec().path("terminationMessagePolicy").asText("File"),
                Labels.GRACE_PERIOD, String.valueOf(pod.pod().spec().terminationGraceSeconds()));
    }

    private String terminationPath() {
        return plan.spec().path("terminationMessagePath").asText(TERMINATION_LOG);
    }

    private Container typed() {
        return Stream.concat(pod.pod().spec().initContainers().stream(), pod.pod().spec().containers().stream())
                .filter(container -> container.name().equals(plan.name()))
                .findFirst()
                .orElseGet(this::ephemeral);
    }

    private Message resources() {
        Container typed = typed();
        Amounts amounts = Amounts.of(typed.resources(), pod.pod().spec().resources());
        boolean asks = typed.resources().requests().has(ResourceList.CPU);
        return resources(amounts, asks ? amounts.cpuRequestMillis() : amounts.cpuLimitMillis(), typed);
    }

    /// What a container that runs already is to get.
    Message resources(Amounts amounts) {
        return resources(amounts, amounts.cpuRequestMillis(), typed());
    }

    /// A `LinuxContainerResources`.
    ///
    /// @param shareMillis the amount of cpu that its weight stands for
    private Message resources(Amounts amounts, long shareMillis, Container typed) {
        Message.Builder resources = Message.builder()
                .number(1, ResourceRule.PERIOD_MICROS)
                .number(2, ResourceRule.quotaMicros(amounts.cpuLimitMillis()))
                .number(3, ResourceRule.shares(shareMillis))
                .number(4, amounts.memoryLimitBytes())
                .number(5, OomScoreRule.adjustment(pod.pod(), typed, host.memoryBytes()));
        host.groups()
                .map(PodControlGroups::containerFiles)
                .filter(files -> !files.isEmpty())
                .ifPresent(files -> resources.map(9, files));
        return resources.build();
    }

    /// It has no resources of its own.
    private Container ephemeral() {
        return new Container(
                plan.name(),
                plan.image(),
                ResourceRequirements.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                false,
                false);
    }

    private List<Message> mounts(Map<String, String> environment, int attempt) throws IOException {
        var mounts = new ArrayList<Message>();
        boolean ownHosts = true;
        for (JsonNode mount : plan.spec().path("volumeMounts")) {
            String name = mount.path("name").asText();
            String target = mount.path("mountPath").asText();
            ownHosts &= !target.equals("/etc/hosts");
            String below = below(mount, environment);
            ImageVolume image = place.images().get(name);
            mounts.add(image == null ? folder(mount, name, below) : image(mount, image, below));
        }
        if (ownHosts && !place.podIps().isEmpty()) {
            Path hosts = HostsFile.write(pod, host.dns().domain(), place.podIps(), place.podFolder());
            mounts.add(Message.builder()
                    .text(1, "/etc/hosts")
                    .text(2, hosts.toString())
                    .build());
        }
        mounts.add(Message.builder()
                .text(1, terminationPath())
                .text(2, terminationLog(attempt).toString())
                .build());
        return mounts;
    }

    /// Which part of its volume is mounted; empty for all of it.
    private static String below(JsonNode mount, Map<String, String> environment) {
        String expression = mount.path("subPathExpr").asText("");
        String below =
                expression.isEmpty() ? mount.path("subPath").asText("") : ExpansionRule.expand(expression, environment);
        if (below.startsWith("/")) {
            throw new ConfigException("error SubPath `%s` must not be an absolute path".formatted(below));
        }
        if (List.of(below.split("/")).contains("..")) {
            throw new ConfigException("unable to provision SubPath `%s`: must not contain '..'".formatted(below));
        }
        return below;
    }

    private Message folder(JsonNode mount, String name, String below) throws IOException {
        Path path = place.volumes().get(name);
        if (path == null) {
            throw new ConfigException(
                    "cannot find volume \"%s\" to mount into container \"%s\"".formatted(name, plan.name()));
        }
        Path part = below.isEmpty() ? path : subPath(path, below);
        return Message.builder()
                .text(1, mount.path("mountPath").asText())
                .text(2, part.toString())
                .flag(3, mount.path("readOnly").asBoolean(false))
                .number(5, propagation(mount.path("mountPropagation").asText("")))
                .build();
    }

    /// The runtime finds the part within the image, which nobody may write to.
    private static Message image(JsonNode mount, ImageVolume image, String below) {
        return Message.builder()
                .text(1, mount.path("mountPath").asText())
                .flag(3, true)
                .number(5, propagation(mount.path("mountPropagation").asText("")))
                .message(
                        9,
                        Message.builder()
                                .text(1, image.id())
                                .text(18, image.reference())
                                .build())
                .text(10, below)
                .build();
    }

    private static Path subPath(Path volume, String below) throws IOException {
        Path path = volume.resolve(below).normalize();
        if (!path.startsWith(volume)) {
            throw new ConfigException("subPath \"%s\" leads out of its volume".formatted(below));
        }
        if (!Files.exists(path)) {
            Folders.createLike(volume, path);
        }
        Path real = path.toRealPath();
        if (!real.startsWith(volume.toRealPath())) {
            throw new ConfigException("subPath \"%s\" leads out of its volume".formatted(below));
        }
        return real;
    }

    private static int propagation(String mode) {
        return switch (mode) {
            case "HostToContainer" -> 1;
            case "Bidirectional" -> 2;
            default -> 0;
        };
    }

    private Path terminationLog(int attempt) throws IOException {
        Path folder =
                Files.createDirectories(place.podFolder().resolve("containers").resolve(plan.name()));
        Path file = folder.resolve("termination-" + attempt);
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return file;
    }
}
