package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.kubelet.pod.PodActions.Kill;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.probe.Answer;
import dev.tenure.node.probe.Prober;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Ends the containers of a pod: its hook first, then the stop signal, then, when its grace is over, the
/// kill. Sidecars go after the others, the last one first. Waits for the runtime. Upstream:
/// kuberuntime_container.go killContainer, killContainersWithSyncResult.
public final class PodStopper {
    private static final Duration GRACE_MIN = Duration.ofSeconds(2);
    private static final int AT_ONCE_MAX = 64;

    private final PodServices services;

    public PodStopper(PodServices services) {
        this.services = services;
    }

    /// How to stop.
    ///
    /// @param graceSeconds overrides whatever else says how long; absent: the pod's own
    /// @param message of the events; empty for `Stopping container …`
    /// @param sandboxes whether the sandboxes end too
    public record Manner(OptionalLong graceSeconds, String message, boolean sandboxes) {}

    /// Stops everything that the pod has; returns when it has ended.
    ///
    /// @throws RuntimeUnavailableException when the runtime did not do it
    public void stop(PodPlan pod, PodSeen seen, Manner manner, PodEvents notes) {
        Tick began = services.time().now();
        var first = new ArrayList<RunContainer>();
        for (RunContainer container : seen.containers()) {
            if (!container.exited() && role(pod, container) != Role.SIDECAR) {
                first.add(container);
            }
        }
        if (!first.isEmpty()) {
            together(pod, first, manner, notes);
        }
        for (ContainerPlan plan : pod.inits().reversed()) {
            Optional<RunContainer> last = seen.container(plan.name());
            if (plan.role() == Role.SIDECAR && last.isPresent() && !last.get().exited()) {
                long whole = grace(pod, manner).toSeconds();
                long left =
                        Math.max(0, whole - services.time().now().since(began).toSeconds());
                stopOne(pod, last.get(), new Manner(OptionalLong.of(left), manner.message(), false), notes);
            }
        }
        if (manner.sandboxes()) {
            for (Sandbox sandbox : seen.sandboxes()) {
                services.runtime().stopSandbox(sandbox.id());
            }
        }
    }

    private void together(PodPlan pod, List<RunContainer> containers, Manner manner, PodEvents notes) {
        try {
            Batch.run(containers, AT_ONCE_MAX, container -> stopOne(pod, container, manner, notes), _ -> {});
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RuntimeUnavailableException("interrupted while containers were stopping");
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("stopping containers throws only what the runtime says", e);
        }
    }

    private static Role role(PodPlan pod, RunContainer container) {
        return plan(pod, container.name()).map(ContainerPlan::role).orElse(Role.MAIN);
    }

    private static Optional<ContainerPlan> plan(PodPlan pod, String name) {
        return pod.containers().stream()
                .filter(plan -> plan.name().equals(name))
                .findFirst();
    }

    private static Duration grace(PodPlan pod, Manner manner) {
        if (manner.graceSeconds().isPresent()) {
            return Duration.ofSeconds(manner.graceSeconds().getAsLong());
        }
        long seconds = pod.pod()
                .meta()
                .deletion()
                .map(deletion -> deletion.graceSeconds())
                .orElse(pod.pod().spec().terminationGraceSeconds());
        Duration own = Duration.ofSeconds(seconds);
        return own.compareTo(GRACE_MIN) < 0 ? GRACE_MIN : own;
    }

    /// Stops one container because of its probe or its new definition.
    void stopOne(PodPlan pod, Kill kill, PodEvents notes) {
        stopOne(pod, kill.container(), new Manner(kill.graceSeconds(), kill.message(), false), notes);
    }

    /// Stops one container without grace and without its hook.
    void stopNow(PodPlan pod, RunContainer container, PodEvents notes) {
        stopOne(pod, container, new Manner(OptionalLong.of(0), "", false), notes);
    }

    private void stopOne(PodPlan pod, RunContainer container, Manner manner, PodEvents notes) {
        Duration grace = grace(pod, manner);
        Optional<ContainerPlan> plan = plan(pod, container.name());
        Tick began = services.time().now();
        if (plan.isPresent()) {
            String message = manner.message().isEmpty() ? "Stopping container " + container.name() : manner.message();
            notes.normal("Killing", message, plan.get());
            if (container.running() && grace.isPositive()) {
                preStop(pod, plan.get(), container, grace, notes);
            }
        }
        Duration left = grace.minus(services.time().now().since(began));
        services.runtime().stopContainer(container.id(), left.compareTo(GRACE_MIN) < 0 ? GRACE_MIN : left);
    }

    private void preStop(PodPlan pod, ContainerPlan plan, RunContainer container, Duration grace, PodEvents notes) {
        JsonNode hook = plan.spec().path("lifecycle").path("preStop");
        if (!hook.isObject()) {
            return;
        }
        String address = pod.pod().status().podIps().stream().findFirst().orElse("");
        var target = new Prober.Target(container.id(), address, plan.spec());
        Answer answer = services.prober().hook(target, hook, grace, length -> Pause.of(length, services.time()));
        if (answer instanceof Answer.Warning(String what)) {
            notes.warning(Prober.FALLBACK, what, plan);
        }
        if (answer instanceof Answer.Failure(String written)) {
            notes.warning("FailedPreStopHook", "PreStopHook failed: " + written, plan);
        }
    }
}
