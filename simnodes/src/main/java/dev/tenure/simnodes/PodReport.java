package dev.tenure.simnodes;

import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.simnodes.config.ConfigLack;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a simulated node reports of one pod: a strategic merge patch of its status that leaves out what the
/// pod shows already, except whether it is ready, which others write too. Upstream:
/// kubelet/status/generate.go, kubelet_pods.go, and util/pod (PatchPodStatus).
final class PodReport {
    private static final String NOT_READY = "ContainersNotReady";
    private static final String NOT_INITIALIZED = "ContainersNotInitialized";
    private static final String READY_TO_START = "PodReadyToStartContainers";
    /// Exit codes of a process that ends on SIGTERM, and of one that has to be killed.
    private static final int TERMINATED = 143;

    private static final int KILLED = 137;
    private static final String IMAGE_ID_PREFIX = "simulated://";

    private final Pod pod;
    private final Instant now;
    private final String hostIp;
    private final String podIp;
    private final int restarts;
    private final OwnStarts starts;
    /// The pod as it runs, which may ask for something else meanwhile.
    private final Pod granted;
    private final ResizeConditions resizing;
    /// Whether all containers run, and only those with a readiness probe may not be ready.
    private boolean probed;
    /// Init containers that are not done.
    private List<String> uninitialized = List.of();
    /// Containers that run while others cannot start.
    private List<String> ahead = List.of();

    /// @param podIp the address that the pod has or gets
    private PodReport(SimulatedPod entry, Instant now, String hostIp, String podIp) {
        this.pod = entry.pod();
        this.granted = entry.granted();
        this.resizing = entry.resizing;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
        this.hostIp = hostIp;
        this.podIp = podIp;
        this.restarts = entry.progress.restarts();
        this.starts = entry.starts;
    }

    static PodReport of(SimulatedPod entry, Instant now, AddressState addresses) {
        String hostIp = addresses.ofNode(entry.pod().spec().nodeName());
        return new PodReport(entry, now, hostIp, addresses.ofPod(entry.uid()));
    }

    /// The containers are being made.
    ObjectNode creating() {
        ObjectNode status = status(PodPhase.PENDING, false);
        conditions(status, false, true, NOT_READY);
        ArrayNode list =
                containers(status, (_, state) -> state.putObject("waiting").put("reason", "ContainerCreating"), false);
        for (JsonNode container : list) {
            String image = container.path("image").asText();
            if (!ImageRule.available(image)) {
                ((ObjectNode) container)
                        .putObject("state")
                        .putObject("waiting")
                        .put("reason", "ErrImagePull")
                        .put("message", "failed to pull image \"" + image + "\": not found");
            }
        }
        return patch(status);
    }

    /// Something is missing that the pod needs to start.
    ///
    /// @param stored the pod, which may have run before
    ObjectNode lacking(StoredObject stored, List<ConfigLack> lacks) {
        var report = new LackReport(lacks);
        if (pod.status().phase() == PodPhase.RUNNING) {
            ObjectNode status = status(PodPhase.RUNNING, true);
            JsonNode shown = Json.readObject(stored.json()).path("status").path("containerStatuses");
            status.set("containerStatuses", report.again(shown));
            return patch(status);
        }
        ObjectNode status = status(PodPhase.PENDING, report.mounted());
        uninitialized = report.uninitialized(pod);
        ahead = pod.spec().containers().stream()
                .map(Container::name)
                .filter(report::runs)
                .toList();
        conditions(status, false, report.mounted(), NOT_READY);
        ArrayNode list = containers(status, (_, _) -> {}, false);
        report.inits(status.path("initContainerStatuses"));
        report.containers(list, pod);
        show(ahead, granted.spec().containers(), list);
        List<String> sidecars = granted.spec().initContainers().stream()
                .filter(init -> init.sidecar() && report.initialized())
                .map(Container::name)
                .toList();
        if (status.get("initContainerStatuses") instanceof ArrayNode inits) {
            show(sidecars, granted.spec().initContainers(), inits);
        }
        return patch(status);
    }

    /// Puts statuses of running containers in the places of some.
    ///
    /// @param statuses of the containers, in their order
    private void show(List<String> running, List<Container> containers, ArrayNode statuses) {
        for (int i = 0; i < statuses.size(); i++) {
            Container container = containers.get(i);
            if (running.contains(container.name())) {
                statuses.set(i, ahead(container));
            }
        }
    }

    /// A container that runs while others of its pod cannot start.
    private ObjectNode ahead(Container container) {
        ObjectNode entry = container(Json.array(), container, true)
                .put("ready", !container.readinessProbe())
                .put("started", true);
        Instant since = starts.ahead(container.name(), now);
        entry.putObject("state").putObject("running").put("startedAt", since.toString());
        return entry;
    }

    /// The containers run.
    ///
    /// @param ready whether those with a readiness probe have passed it
    ObjectNode running(Instant startedAt, boolean ready) {
        ObjectNode status = status(PodPhase.RUNNING, true);
        probed = true;
        conditions(status, ready, true, ready ? "" : NOT_READY);
        if (!showsRunning(startedAt, ready)) {
            ArrayNode list = containers(
                    status,
                    (container, state) -> state.putObject("running")
                            .put("startedAt", startedAt(container, startedAt).toString()),
                    true);
            for (int i = 0; i < list.size(); i++) {
                Container container = pod.spec().containers().get(i);
                ((ObjectNode) list.get(i)).put("ready", ready || !container.readinessProbe());
            }
        }
        return patch(status);
    }

    private boolean showsRunning(Instant startedAt, boolean ready) {
        List<ContainerStatus> shown = pod.status().containerStatuses();
        List<Container> containers = pod.spec().containers();
        boolean same = shown.size() == containers.size() && showsSidecars(startedAt);
        for (int i = 0; same && i < shown.size(); i++) {
            ContainerStatus one = shown.get(i);
            same = one.containerId().equals(containerId(containers.get(i)))
                    && one.resources()
                            .equals(Optional.of(
                                    granted.spec().containers().get(i).resources()))
                    && one.ready() == (ready || !containers.get(i).readinessProbe())
                    && one.started()
                    && one.state().equals(new ContainerStatus.State.Running(startedAt(containers.get(i), startedAt)));
        }
        return same;
    }

    private Instant startedAt(Container container, Instant whole) {
        return starts.startedAt(container.name(), whole).truncatedTo(ChronoUnit.SECONDS);
    }

    private boolean showsSidecars(Instant startedAt) {
        List<ContainerStatus> shown = pod.status().initContainerStatuses();
        List<Container> containers = granted.spec().initContainers();
        boolean same = shown.size() == containers.size();
        for (int i = 0; same && i < shown.size(); i++) {
            ContainerStatus one = shown.get(i);
            Container container = containers.get(i);
            same = !container.sidecar()
                    || (one.resources().equals(Optional.of(container.resources()))
                            && one.restartCount() == starts.restarts(container.name(), restarts)
                            && one.state().equals(new ContainerStatus.State.Running(startedAt(container, startedAt))));
        }
        return same;
    }

    /// The containers have ended and will start again.
    ObjectNode crashed(Instant startedAt, int exitCode) {
        ObjectNode status = status(PodPhase.RUNNING, true);
        conditions(status, false, true, NOT_READY);
        ArrayNode list = containers(
                status,
                (_, state) -> state.putObject("waiting")
                        .put("reason", "CrashLoopBackOff")
                        .put("message", "back-off restarting failed container"),
                false);
        list.forEach(container -> terminated(((ObjectNode) container).putObject("lastState"), startedAt, exitCode));
        return patch(status);
    }

    /// The containers have ended for good.
    ObjectNode finished(Instant startedAt, int exitCode) {
        boolean succeeded = exitCode == 0;
        ObjectNode status = status(succeeded ? PodPhase.SUCCEEDED : PodPhase.FAILED, true);
        conditions(status, false, false, succeeded ? "PodCompleted" : "PodFailed");
        containers(status, (_, state) -> terminated(state, startedAt, exitCode), false);
        return patch(status);
    }

    /// The containers were asked to stop and did: those that serve for ever end well, those that had work to
    /// do are interrupted.
    ObjectNode stopped(Instant startedAt, Declared declared) {
        return finished(startedAt, declared.runFor().isPresent() ? TERMINATED : 0);
    }

    /// The node has sent the pod away and its containers have stopped.
    ObjectNode evicted(Instant startedAt, PodEviction eviction) {
        ObjectNode patch = finished(startedAt, eviction.inTime() ? TERMINATED : KILLED);
        ObjectNode status = patch.withObjectProperty("status");
        Ended why = eviction.why();
        status.put("reason", why.reason()).put("message", why.message());
        if (!why.disruption().isEmpty()) {
            status.withArrayProperty("conditions")
                    .addObject()
                    .put("type", Pod.DISRUPTION_TARGET)
                    .put("status", "True")
                    .put("observedGeneration", pod.meta().generation())
                    .put("reason", why.disruption())
                    .put("message", why.disruptionMessage())
                    .put("lastTransitionTime", now.toString());
        }
        return patch;
    }

    /// The node does not take the pod.
    ObjectNode rejected(String reason, String message) {
        ObjectNode status = Json.object()
                .put("phase", PodPhase.FAILED.word())
                .put("observedGeneration", pod.meta().generation())
                .put("reason", reason)
                .put("message", "Pod was rejected: " + message)
                .put("startTime", now.toString());
        return patch(status);
    }

    private ObjectNode patch(ObjectNode status) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.meta().uid());
        patch.set("status", status);
        return patch;
    }

    private ObjectNode status(PodPhase phase, boolean hasAddress) {
        PodStatus shown = pod.status();
        ObjectNode status = Json.object();
        if (shown.phase() != phase) {
            status.put("phase", phase.word());
        }
        if (shown.observedGeneration() != pod.meta().generation()) {
            status.put("observedGeneration", pod.meta().generation());
        }
        if (!shown.hostIps().equals(List.of(hostIp))) {
            status.put("hostIP", hostIp).putArray("hostIPs").addObject().put("ip", hostIp);
        }
        if (shown.startTime().isEmpty()) {
            status.put("startTime", now.toString());
        }
        String address = pod.spec().hostNetwork() ? hostIp : podIp;
        if (hasAddress && !shown.podIps().equals(List.of(address))) {
            status.put("podIP", address).putArray("podIPs").addObject().put("ip", address);
        }
        return status;
    }

    private void conditions(ObjectNode status, boolean ready, boolean sandbox, String reason) {
        ArrayNode list = status.putArray("conditions");
        resizing.patch(list, pod);
        boolean gated = gated(pod);
        condition(list, READY_TO_START, sandbox, "");
        String initialized = reason.equals("PodCompleted") ? reason : "";
        condition(
                list,
                Pod.INITIALIZED,
                uninitialized.isEmpty(),
                uninitialized.isEmpty() ? initialized : NOT_INITIALIZED);
        condition(list, Pod.READY, ready && !gated, ready && gated ? "ReadinessGatesNotReady" : reason);
        condition(list, Pod.CONTAINERS_READY, ready, reason);
        condition(list, Pod.SCHEDULED, true, "");
    }

    /// Whether a readiness gate of the pod is shut.
    static boolean gated(Pod pod) {
        return pod.spec().readinessGates().stream()
                .anyMatch(gate -> !pod.status().isTrue(gate));
    }

    /// The time of a condition whose status stays is kept.
    private void condition(ArrayNode list, String type, boolean value, String reason) {
        Optional<Condition> before = pod.status().condition(type);
        Truth truth = value ? Truth.TRUE : Truth.FALSE;
        Instant since = before.filter(condition -> condition.status() == truth)
                .map(Condition::lastTransitionTime)
                .filter(at -> !at.equals(Instant.EPOCH))
                .orElse(now);
        String message = message(reason);
        long generation = pod.meta().generation();
        boolean shown = !type.equals(Pod.READY)
                && before.isPresent()
                && before.get().equals(new Condition(type, truth, reason, message, since, Instant.EPOCH, generation));
        if (shown) {
            return;
        }
        list.addObject()
                .put("type", type)
                .put("status", truth.word())
                .put("observedGeneration", generation)
                .put("lastTransitionTime", since.toString())
                .put("reason", reason.isEmpty() ? null : reason)
                .put("message", message.isEmpty() ? null : message);
    }

    private String message(String reason) {
        return switch (reason) {
            case NOT_READY -> "containers with unready status: " + names(probed);
            case NOT_INITIALIZED -> "containers with incomplete status: [" + String.join(" ", uninitialized) + "]";
            default -> "";
        };
    }

    /// @param probed whether only those have to be named that have a readiness probe
    private String names(boolean probed) {
        return "["
                + String.join(
                        " ",
                        pod.spec().containers().stream()
                                .filter(container ->
                                        container.readinessProbe() || (!probed && !ahead.contains(container.name())))
                                .map(Container::name)
                                .toList())
                + "]";
    }

    private interface StateWriter {
        void write(Container container, ObjectNode state);
    }

    private ArrayNode containers(ObjectNode status, StateWriter state, boolean runs) {
        ArrayNode inits = Json.object().putArray("initContainerStatuses");
        for (Container init : granted.spec().initContainers()) {
            ObjectNode entry = container(inits, init, runs);
            if (init.sidecar()) {
                entry.put("ready", runs).put("started", runs);
                state.write(init, entry.putObject("state"));
            } else {
                entry.put("ready", true).put("started", false);
                terminated(entry.putObject("state"), now, 0);
            }
        }
        if (!inits.isEmpty()) {
            status.set("initContainerStatuses", inits);
        }
        ArrayNode list = status.putArray("containerStatuses");
        for (Container container : granted.spec().containers()) {
            ObjectNode entry =
                    container(list, container, runs).put("ready", runs).put("started", runs);
            state.write(container, entry.putObject("state"));
        }
        return list;
    }

    private ObjectNode container(ArrayNode list, Container container, boolean runs) {
        ObjectNode entry = list.addObject()
                .put("name", container.name())
                .put("image", container.image())
                .put("imageID", IMAGE_ID_PREFIX + container.image())
                .put("containerID", containerId(container))
                .put("restartCount", starts.restarts(container.name(), restarts));
        if (runs) {
            ResourceRequirements has = container.resources();
            amounts(entry, "allocatedResources", has.requests());
            ObjectNode resources = entry.putObject("resources");
            amounts(resources, "limits", has.limits());
            amounts(resources, "requests", has.requests());
        }
        return entry;
    }

    private static void amounts(ObjectNode into, String field, ResourceList list) {
        if (!list.isEmpty()) {
            ObjectNode amounts = into.putObject(field);
            list.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
        }
    }

    private String containerId(Container container) {
        return "simulated://" + pod.meta().uid() + "/" + container.name() + "/"
                + starts.restarts(container.name(), restarts);
    }

    private void terminated(ObjectNode state, Instant startedAt, int exitCode) {
        state.putObject("terminated")
                .put("exitCode", exitCode)
                .put("reason", exitCode == 0 ? "Completed" : "Error")
                .put("startedAt", startedAt.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("finishedAt", now.toString());
    }
}
