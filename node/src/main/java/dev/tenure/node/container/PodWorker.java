package dev.tenure.node.container;

import dev.tenure.kubelet.pod.BackoffState;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.ContainerHealth;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.PodActions;
import dev.tenure.kubelet.pod.PodActions.Kill;
import dev.tenure.kubelet.pod.PodActions.SandboxStep;
import dev.tenure.kubelet.pod.PodActionsRule;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cri.Message;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Takes one pod one step on: looks, decides, acts, looks again. Waits for runtime, disk and API, so it runs
/// beside the loop; at most one runs for a pod at a time.
public final class PodWorker {
    private static final String NO_USER_NAMESPACES = "Failed to create pod sandbox: can't set `spec.hostUsers: false`,"
            + " runtime does not support user namespaces";
    private static final Duration RESIZE_RETRY = Duration.ofSeconds(10);
    /// Exit code of a process that was killed.
    private static final int KILLED = 137;

    private final PodServices services;
    private final PodReader reader;
    private final PodStopper stopper;

    public PodWorker(PodServices services) {
        this.services = services;
        this.reader = new PodReader(services.runtime());
        this.stopper = new PodStopper(services);
    }

    /// What is asked for.
    ///
    /// @param health by id of container
    /// @param actuated what containers were given last
    /// @param restarts restarts that the API knows of, by name of container
    /// @param backoff belongs to this pod
    /// @param notes whom to tell what happens
    public record Job(
            PodPlan pod,
            Map<String, ContainerHealth> health,
            Actuated actuated,
            Map<String, Integer> restarts,
            BackoffState backoff,
            PodEvents notes) {}

    /// What came of amounts of memory and CPU.
    ///
    /// @param given what containers got in this step, when they were made or resized
    /// @param error why a resize is not done yet
    /// @param group what the pod's own control group is limited to, if that can be read
    public record Resized(Actuated given, Optional<String> error, Optional<RunContainer.Held> group) {}

    /// What came of it.
    ///
    /// @param waiting by name of container
    /// @param again when to come back at the latest; absent: when something changes
    /// @param acted whether something was done, so that it is worth looking again at once
    /// @param failed whether the pod has failed for good
    /// @param removed the last container of each name that went because all of the pod start anew
    public record Result(
            PodSeen seen,
            Map<String, Waiting> waiting,
            Optional<Duration> again,
            boolean acted,
            boolean failed,
            List<RunContainer> removed,
            Resized resized) {}

    /// One step.
    ///
    /// @throws RuntimeUnavailableException when the runtime cannot be asked at all
    public Result step(Job job) {
        PodSeen seen = reader.read(job.pod().uid());
        PodActions actions = PodActionsRule.decide(job.pod(), seen, job.health(), job.actuated());
        var step = new Step(job, seen);
        step.carryOut(actions);
        PodSeen after = step.acted ? reader.read(job.pod().uid()) : seen;
        var resized = new Resized(step.given(after), step.resizeError, PodResizer.held(services, job.pod()));
        return new Result(after, step.waiting, step.again, step.acted, actions.failed(), step.removed, resized);
    }

    /// One step under way.
    private final class Step {
        private final Job job;
        private final PodPlan pod;
        private final PodSeen seen;
        private final PodEvents notes;
        private final Map<String, Waiting> waiting = new HashMap<>();
        private Optional<Duration> again = Optional.empty();
        private boolean acted;
        private List<RunContainer> removed = List.of();
        private Actuated given = Actuated.NOTHING;
        private Optional<String> resizeError = Optional.empty();

        Step(Job job, PodSeen seen) {
            this.job = job;
            this.notes = job.notes();
            this.pod = job.pod();
            this.seen = seen;
        }

        void carryOut(PodActions actions) {
            if (actions.killAll() && !seen.quiet()) {
                if (!(actions.sandbox() instanceof SandboxStep.None)) {
                    notes.podNormal("SandboxChanged", "Pod sandbox changed, it will be killed and re-created.");
                }
                stopper.stop(pod, seen, new PodStopper.Manner(OptionalLong.empty(), "", true), notes);
                acted = true;
            }
            for (Kill kill : actions.kill()) {
                stopper.stopOne(pod, kill, notes);
                acted = true;
            }
            reset(actions.reset());
            try {
                switch (actions.sandbox()) {
                    case SandboxStep.None _ -> {
                        return;
                    }
                    case SandboxStep.Keep(String id) -> {
                        resize(actions.resize());
                        start(actions.start(), id, seen.sandboxes().getFirst().attempt());
                    }
                    case SandboxStep.Create(int attempt) -> create(attempt, actions.start());
                }
            } catch (IOException e) {
                notes.podWarning("FailedSync", "error killing pod: " + IoWords.of(e));
                later(Duration.ofSeconds(10));
            }
        }

        /// Removes containers one by one, so that what is left tells what is still to be done.
        private void reset(List<RunContainer> containers) {
            var last = new HashMap<String, RunContainer>();
            for (RunContainer container : containers) {
                RunContainer ended = container;
                if (!container.exited()) {
                    stopper.stopNow(pod, container, notes);
                    ended = services.runtime()
                            .container(container.id(), container.sandboxId())
                            .orElse(container)
                            .endedFor(Waiting.ANEW, KILLED);
                }
                services.runtime().removeContainer(container.id());
                last.merge(ended.name(), ended, (one, other) -> one.attempt() > other.attempt() ? one : other);
                acted = true;
            }
            removed = List.copyOf(last.values());
        }

        private void resize(PodActions.Resizes resizes) {
            if (!resizes.any()) {
                return;
            }
            PodResizer.Outcome outcome = new PodResizer(services, pod).carryOut(resizes);
            given = outcome.given();
            resizeError = outcome.error();
            if (resizeError.isPresent()) {
                later(RESIZE_RETRY);
            } else {
                acted = true;
            }
        }

        /// What containers got: those that were resized, and those that were not there before.
        Actuated given(PodSeen after) {
            Actuated all = given;
            for (RunContainer container : after.containers()) {
                boolean known =
                        seen.containers().stream().anyMatch(old -> old.id().equals(container.id()));
                Optional<ContainerPlan> plan = pod.containers().stream()
                        .filter(each -> each.name().equals(container.name()))
                        .findFirst();
                if (!known && plan.isPresent()) {
                    all = all.with(container.id(), pod.amounts(plan.get()));
                }
            }
            return all;
        }

        private void create(int attempt, List<ContainerPlan> start) throws IOException {
            if (!pod.pod().spec().hostUsers()) {
                notes.podWarning("FailedCreatePodSandBox", NO_USER_NAMESPACES);
                later(Duration.ofSeconds(10));
                return;
            }
            Map<String, Path> volumes;
            try {
                volumes = volumes(List.of());
            } catch (ConfigException e) {
                notes.podWarning("FailedMount", String.valueOf(e.getMessage()));
                later(Duration.ofSeconds(2));
                return;
            }
            String id;
            try {
                Message config = sandboxConfig(attempt, true);
                id = services.runtime().runSandbox(config, handler());
            } catch (ConfigException e) {
                notes.podWarning("FailedCreatePodSandBox", "Failed to create pod sandbox: " + e.getMessage());
                later(Duration.ofSeconds(10));
                return;
            } catch (RuntimeUnavailableException e) {
                notes.podWarning("FailedCreatePodSandBox", "Failed to create pod sandbox: " + e.getMessage());
                later(Duration.ofSeconds(5));
                return;
            }
            acted = true;
            pod.amounts().ifPresent(whole -> given = given.withPod(whole));
            List<String> addresses = addresses(id);
            start(start, new Where(id, sandboxConfig(attempt, false), volumes, addresses));
        }

        /// What the runtime calls the class of the pod; empty for its usual one.
        private String handler() {
            String name = pod.pod().spec().runtimeClassName();
            if (name.isEmpty()) {
                return "";
            }
            return services.volumes()
                    .source()
                    .runtimeClass(name)
                    .map(found -> found.path("handler").asText())
                    .orElseThrow(
                            () -> new ConfigException("runtimeclass.node.k8s.io \"%s\" not found".formatted(name)));
        }

        private List<String> addresses(String sandboxId) {
            return pod.pod().spec().hostNetwork()
                    ? List.of(services.host().host().address())
                    : services.runtime().sandbox(sandboxId).addresses();
        }

        private void start(List<ContainerPlan> start, String sandboxId, int attempt) throws IOException {
            if (start.isEmpty()) {
                return;
            }
            List<String> addresses = addresses(sandboxId);
            Map<String, Path> volumes;
            try {
                volumes = volumes(addresses);
            } catch (ConfigException e) {
                notes.podWarning("FailedMount", String.valueOf(e.getMessage()));
                later(Duration.ofSeconds(2));
                return;
            }
            start(start, new Where(sandboxId, sandboxConfig(attempt, false), volumes, addresses));
        }

        private void start(List<ContainerPlan> start, Where where) {
            var puller = new ImagePuller(services, notes, pod, job.backoff());
            var starter = new ContainerStarter(services, notes, puller, puller.volumes(pod));
            for (ContainerPlan plan : start) {
                var order = new ContainerStarter.Order(pod, plan, seen, attempt(plan), job.backoff());
                ContainerStarter.Outcome outcome = starter.start(order, where);
                switch (outcome) {
                    case ContainerStarter.Outcome.Started _ -> acted = true;
                    case ContainerStarter.Outcome.NotYet(Waiting why, Duration left) -> {
                        waiting.put(plan.name(), why);
                        later(left);
                        if (plan.initial()) {
                            return;
                        }
                    }
                }
            }
        }

        /// Restarts so far, from the last container, else from what the API shows of one that was removed.
        private int attempt(ContainerPlan plan) {
            return seen.container(plan.name()).map(last -> last.attempt() + 1).orElseGet(() -> {
                Integer known = job.restarts().get(plan.name());
                return known == null ? 0 : known + 1;
            });
        }

        private Map<String, Path> volumes(List<String> addresses) {
            return services.volumes().make(fields(addresses), version());
        }

        private DownwardFields fields(List<String> addresses) {
            return new DownwardFields(
                    pod.document(),
                    addresses,
                    services.host().host(),
                    services.time().wall().getEpochSecond());
        }

        private String version() {
            return services.time().wall().toString().replace(':', '_');
        }

        /// @param anew whether the pod's group gets its limits again
        private Message sandboxConfig(int attempt, boolean anew) throws IOException {
            String parent = "";
            OptionalLong pidsMax = services.host().podPidsMax();
            if (services.host().groups().isPresent()) {
                PodControlGroups groups = services.host().groups().get();
                parent = anew ? groups.make(pod.pod(), pidsMax) : groups.keep(pod.pod(), pidsMax);
            }
            return new SandboxConfig(pod, services.host()).of(attempt, parent);
        }

        private void later(Duration delay) {
            if (again.isEmpty() || again.get().compareTo(delay) > 0) {
                again = Optional.of(delay);
            }
        }
    }

    /// Where containers are started.
    ///
    /// @param sandboxConfig the one that the sandbox was made with
    record Where(String sandboxId, Message sandboxConfig, Map<String, Path> volumes, List<String> addresses) {}

    /// Brings files of a running pod up to date: config maps, secrets, tokens.
    ///
    /// @throws ConfigException when something is missing
    public void refreshFiles(PodPlan pod, List<String> addresses) {
        var fields = new DownwardFields(
                pod.document(),
                addresses,
                services.host().host(),
                services.time().wall().getEpochSecond());
        services.volumes().make(fields, services.time().wall().toString().replace(':', '_'));
    }
}
