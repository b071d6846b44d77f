package dev.tenure.node.cri;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.node.cgroup.ResourceRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Sandboxes and containers of one runtime. Every call waits for the runtime, at most two minutes unless
/// said otherwise. Safe for use by several threads.
public final class RuntimeClient {
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(2);
    private static final Duration SANDBOX_WITHIN = Duration.ofMinutes(4);
    private static final Duration LIST_WITHIN = Duration.ofSeconds(30);
    private static final String SERVICE = "runtime.v1.RuntimeService/";

    private final RuntimeChannel channel;

    public RuntimeClient(RuntimeChannel channel) {
        this.channel = channel;
    }

    /// @param name for example `containerd`
    public record Version(String name, String version) {}

    public Version version() {
        Message reply = call("Version", Message.EMPTY, LIST_WITHIN);
        return new Version(reply.text(2), reply.text(3));
    }

    /// Asks whether the runtime and its network are ready.
    public RuntimeHealth health() {
        return RuntimeHealth.of(call("Status", Message.EMPTY, LIST_WITHIN));
    }

    /// Makes and starts a sandbox.
    ///
    /// @param config a `PodSandboxConfig`
    /// @return its id
    public String runSandbox(Message config, String runtimeHandler) {
        Message request =
                Message.builder().message(1, config).text(2, runtimeHandler).build();
        return call("RunPodSandbox", request, SANDBOX_WITHIN).text(1);
    }

    /// Ends whatever runs in the sandbox and lets go of its network; doing so twice is no error.
    public void stopSandbox(String id) {
        call("StopPodSandbox", ofId(id), SANDBOX_WITHIN);
    }

    public void removeSandbox(String id) {
        call("RemovePodSandbox", ofId(id), ANSWER_WITHIN);
    }

    /// All sandboxes, or those of one pod.
    ///
    /// @param podUid empty for all
    public List<Sandbox> sandboxes(String podUid) {
        Message.Builder filter = Message.builder();
        if (!podUid.isEmpty()) {
            filter.map(3, Map.of(Labels.POD_UID, podUid));
        }
        Message request = Message.builder().message(1, filter.build()).build();
        return call("ListPodSandbox", request, LIST_WITHIN).messages(1).stream()
                .map(item -> new Sandbox(
                        item.text(1),
                        item.number(3) == 0,
                        (int) item.message(2).number(4),
                        item.number(4),
                        item.map(5),
                        List.of(),
                        false))
                .toList();
    }

    /// The whole status of a sandbox, with its addresses.
    public Sandbox sandbox(String id) {
        Message status = call("PodSandboxStatus", ofId(id), ANSWER_WITHIN).message(1);
        Message network = status.message(5);
        var addresses = new ArrayList<String>();
        if (!network.text(1).isEmpty()) {
            addresses.add(network.text(1));
        }
        network.messages(2).forEach(more -> addresses.add(more.text(1)));
        boolean host = status.message(6).message(1).message(2).number(1) == 2;
        return new Sandbox(
                status.text(1),
                status.number(3) == 0,
                (int) status.message(2).number(4),
                status.number(4),
                status.map(7),
                addresses,
                host);
    }

    /// Makes a container without starting it.
    ///
    /// @param config a `ContainerConfig`
    /// @param sandboxConfig the one that the sandbox was made with
    /// @return its id
    public String createContainer(String sandboxId, Message config, Message sandboxConfig) {
        Message request = Message.builder()
                .text(1, sandboxId)
                .message(2, config)
                .message(3, sandboxConfig)
                .build();
        return call("CreateContainer", request, ANSWER_WITHIN).text(1);
    }

    /// Gives a running container other amounts of memory and CPU.
    ///
    /// @param resources a `LinuxContainerResources`
    public void updateContainer(String id, Message resources) {
        call(
                "UpdateContainerResources",
                Message.builder().text(1, id).message(2, resources).build(),
                ANSWER_WITHIN);
    }

    /// How much memory a running container uses, caches included; absent when the runtime does not say.
    public OptionalLong memoryBytes(String id) {
        Message memory =
                call("ContainerStats", ofId(id), ANSWER_WITHIN).message(1).message(3);
        OptionalLong used = memory.wrapped(4);
        return used.isPresent() ? used : memory.wrapped(2);
    }

    public void startContainer(String id) {
        call("StartContainer", ofId(id), ANSWER_WITHIN);
    }

    /// Ends a container; returns when it has ended.
    ///
    /// @param grace how long it may take by itself before it is killed; zero kills at once
    public void stopContainer(String id, Duration grace) {
        Message request =
                Message.builder().text(1, id).number(2, grace.toSeconds()).build();
        call("StopContainer", request, ANSWER_WITHIN.plus(grace));
    }

    public void removeContainer(String id) {
        call("RemoveContainer", ofId(id), ANSWER_WITHIN);
    }

    /// All containers, or those of one pod, in short form.
    ///
    /// @param podUid empty for all
    public List<RunContainer> containers(String podUid) {
        Message.Builder filter = Message.builder();
        if (!podUid.isEmpty()) {
            filter.map(4, Map.of(Labels.POD_UID, podUid));
        }
        Message request = Message.builder().message(1, filter.build()).build();
        return call("ListContainers", request, LIST_WITHIN).messages(1).stream()
                .map(RuntimeClient::listed)
                .toList();
    }

    private static RunContainer listed(Message item) {
        return new RunContainer(
                item.text(1),
                item.text(2),
                item.message(3).text(1),
                (int) item.message(3).number(2),
                state(item.number(6)),
                item.number(7),
                0,
                0,
                0,
                item.message(4).text(1),
                item.text(5),
                "",
                "",
                item.map(8),
                item.map(9),
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    /// The whole status of a container; absent when it is gone.
    public Optional<RunContainer> container(String id, String sandboxId) {
        Message status;
        try {
            status = call("ContainerStatus", ofId(id), ANSWER_WITHIN).message(1);
        } catch (RuntimeUnavailableException e) {
            if (e.absent()) {
                return Optional.empty();
            }
            throw e;
        }
        List<RunContainer.Mounted> mounts = status.messages(14).stream()
                .map(mount -> new RunContainer.Mounted(
                        mount.text(1), mount.text(2), mount.message(9).text(1)))
                .toList();
        return Optional.of(new RunContainer(
                status.text(1),
                sandboxId,
                status.message(2).text(1),
                (int) status.message(2).number(2),
                state(status.number(3)),
                status.number(4),
                status.number(5),
                status.number(6),
                (int) status.number(7),
                status.message(8).text(1),
                status.text(9),
                status.text(10),
                status.text(11),
                status.map(12),
                status.map(13),
                mounts,
                status.text(15),
                held(status.message(16)),
                user(status.message(18))));
    }

    private static Optional<RunContainer.Held> held(Message resources) {
        if (!resources.has(1)) {
            return Optional.empty();
        }
        Message linux = resources.message(1);
        return Optional.of(new RunContainer.Held(
                linux.number(4),
                ResourceRule.millisOfQuota(linux.number(2), linux.number(1)),
                ResourceRule.millisOfShares(linux.number(3))));
    }

    private static Optional<RunContainer.User> user(Message user) {
        if (!user.has(1)) {
            return Optional.empty();
        }
        Message linux = user.message(1);
        return Optional.of(new RunContainer.User(linux.number(1), linux.number(2), linux.numbers(3)));
    }

    /// The outcome of a command in a container.
    public record Executed(int exitCode, byte[] output, byte[] errors) {}

    /// Runs a command to its end.
    ///
    /// @param within whole seconds; afterwards it is killed and the call fails
    public Executed exec(String id, List<String> command, Duration within) {
        Message request = Message.builder()
                .text(1, id)
                .texts(2, command)
                .number(3, Math.max(1, within.toSeconds()))
                .build();
        Message reply = call("ExecSync", request, within.plus(LIST_WITHIN));
        return new Executed((int) reply.number(3), reply.data(1), reply.data(2));
    }

    /// What of a container's streams is wanted.
    public record Streams(boolean stdin, boolean stdout, boolean stderr, boolean tty) {}

    /// Prepares a command in a container.
    ///
    /// @return the address at which the runtime serves the streams
    public String execAddress(String id, List<String> command, Streams streams) {
        Message request = Message.builder()
                .text(1, id)
                .texts(2, command)
                .flag(3, streams.tty())
                .flag(4, streams.stdin())
                .flag(5, streams.stdout())
                .flag(6, streams.stderr() && !streams.tty())
                .build();
        return call("Exec", request, ANSWER_WITHIN).text(1);
    }

    /// @return the address at which the runtime serves the streams
    public String attachAddress(String id, Streams streams) {
        Message request = Message.builder()
                .text(1, id)
                .flag(2, streams.stdin())
                .flag(3, streams.tty())
                .flag(4, streams.stdout())
                .flag(5, streams.stderr() && !streams.tty())
                .build();
        return call("Attach", request, ANSWER_WITHIN).text(1);
    }

    /// @return the address at which the runtime serves connections into the sandbox
    public String portForwardAddress(String sandboxId) {
        return call("PortForward", ofId(sandboxId), ANSWER_WITHIN).text(1);
    }

    public void reopenLog(String id) {
        call("ReopenContainerLog", ofId(id), ANSWER_WITHIN);
    }

    /// What a container uses.
    ///
    /// @param bytes written into its own layer
    /// @param memoryBytes its working set, if the runtime says so
    public record LayerUse(String podUid, String container, long bytes, long inodes, OptionalLong memoryBytes) {}

    /// What all running containers use.
    public List<LayerUse> layers() {
        return call("ListContainerStats", Message.EMPTY, LIST_WITHIN).messages(1).stream()
                .map(stats -> new LayerUse(
                        stats.message(1).map(3).getOrDefault(Labels.POD_UID, ""),
                        stats.message(1).message(2).text(1),
                        stats.message(4).wrapped(3).orElse(0),
                        stats.message(4).wrapped(4).orElse(0),
                        stats.message(3).wrapped(2)))
                .toList();
    }

    /// What all containers have used of processors, memory and swap.
    ///
    /// @return by the container's id; those of which the runtime tells nothing are missing
    public Map<String, ResourceUse> uses() {
        var uses = new HashMap<String, ResourceUse>();
        for (Message stats :
                call("ListContainerStats", Message.EMPTY, LIST_WITHIN).messages(1)) {
            Message cpu = stats.message(2);
            Message memory = stats.message(3);
            long measuredNanos = Math.max(cpu.number(1), memory.number(1));
            if (measuredNanos > 0) {
                uses.put(
                        stats.message(1).text(1),
                        new ResourceUse(
                                Instant.EPOCH.plusNanos(measuredNanos),
                                cpu.wrapped(2),
                                OptionalLong.empty(),
                                memory.wrapped(2),
                                stats.message(5).wrapped(3),
                                swapLimit(stats.message(5))));
            }
        }
        return uses;
    }

    private static OptionalLong swapLimit(Message swap) {
        OptionalLong left = swap.wrapped(2);
        return left.isPresent()
                ? OptionalLong.of(left.getAsLong() + swap.wrapped(3).orElse(0))
                : left;
    }

    private static Message ofId(String id) {
        return Message.builder().text(1, id).build();
    }

    private Message call(String method, Message request, Duration within) {
        return channel.call(SERVICE + method, request, within);
    }

    private static RunContainer.State state(long number) {
        return switch ((int) number) {
            case 0 -> RunContainer.State.CREATED;
            case 1 -> RunContainer.State.RUNNING;
            case 2 -> RunContainer.State.EXITED;
            default -> RunContainer.State.UNKNOWN;
        };
    }
}
