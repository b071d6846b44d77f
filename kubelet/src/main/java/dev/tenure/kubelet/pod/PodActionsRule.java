package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.kubelet.pod.PodActions.Kill;
import dev.tenure.kubelet.pod.PodActions.Resize;
import dev.tenure.kubelet.pod.PodActions.Resizes;
import dev.tenure.kubelet.pod.PodActions.SandboxStep;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Container.RestartRule;
import dev.tenure.model.core.RestartPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Decides what a pod needs next: a sandbox, its init containers one by one, then all others; what ended
/// and may run again, again. It does not know how long to wait before a restart. Upstream:
/// kuberuntime_manager.go computePodActions.
public final class PodActionsRule {
    private PodActionsRule() {}

    /// @param health by id of container; those without an entry were not probed yet
    /// @param actuated what was given last, where that may differ from what is set aside
    public static PodActions decide(PodPlan pod, PodSeen seen, Map<String, ContainerHealth> health, Actuated actuated) {
        Optional<Sandbox> newest = seen.sandbox();
        if (newest.isEmpty() || !usable(pod, seen, newest.get())) {
            return withNewSandbox(pod, seen, newest);
        }
        var keep = new SandboxStep.Keep(newest.get().id());
        List<RunContainer> reset = reset(pod, seen);
        if (!reset.isEmpty()) {
            return PodActions.anew(keep, reset);
        }
        var needs = new Needs(pod, seen, health, actuated);
        needs.start.addAll(ephemerals(pod, seen));
        boolean begun = pod.mains().stream()
                .anyMatch(main -> seen.container(main.name()).isPresent());
        Step step = new Inits(needs).walk(begun);
        if (step == Step.FAILED) {
            return PodActions.end(true);
        }
        if (step == Step.WAIT) {
            return needs.actions(keep);
        }
        int kept = 0;
        for (ContainerPlan main : pod.mains()) {
            if (!needs.next(main)) {
                kept++;
            }
        }
        if (kept == pod.mains().size()
                && pod.mains().stream().noneMatch(main -> running(seen, main))
                && needs.start.stream().noneMatch(plan -> plan.role() == Role.MAIN)) {
            return PodActions.end(false);
        }
        return needs.actions(keep);
    }

    /// They are started even while the pod is still being initialized, and never twice.
    private static List<ContainerPlan> ephemerals(PodPlan pod, PodSeen seen) {
        return pod.ephemerals().stream()
                .filter(plan -> seen.container(plan.name()).isEmpty())
                .toList();
    }

    /// What goes when a container has ended in a way that has all of them start anew. Those that have ended
    /// so go last: whoever is interrupted finds by them that there was something to do.
    private static List<RunContainer> reset(PodPlan pod, PodSeen seen) {
        boolean wanted = Stream.concat(pod.inits().stream(), pod.mains().stream())
                .anyMatch(plan -> seen.container(plan.name())
                        .filter(last -> asksForReset(plan, last))
                        .isPresent());
        if (!wanted) {
            return List.of();
        }
        var causes = new ArrayList<RunContainer>();
        var others = new ArrayList<RunContainer>();
        for (ContainerPlan plan :
                Stream.concat(pod.mains().stream(), pod.inits().stream()).toList()) {
            seen.containers().stream()
                    .filter(container -> container.name().equals(plan.name()))
                    .forEach(container -> (asksForReset(plan, container) ? causes : others).add(container));
        }
        others.addAll(causes);
        return others;
    }

    /// Whether all containers of the pod start anew because of how this one has ended.
    public static boolean asksForReset(ContainerPlan plan, RunContainer container) {
        return container.exited() && plan.startsAllAnew(container.exitCode());
    }

    private static boolean usable(PodPlan pod, PodSeen seen, Sandbox newest) {
        long ready = seen.sandboxes().stream().filter(Sandbox::ready).count();
        boolean hostNetwork = pod.pod().spec().hostNetwork();
        return ready == 1
                && newest.ready()
                && newest.hostNetwork() == hostNetwork
                && (hostNetwork || !newest.addresses().isEmpty());
    }

    private static PodActions withNewSandbox(PodPlan pod, PodSeen seen, Optional<Sandbox> newest) {
        int attempt = newest.map(sandbox -> sandbox.attempt() + 1).orElse(0);
        boolean never = pod.pod().spec().restartPolicy() == RestartPolicy.NEVER;
        if (never && attempt != 0 && !seen.containers().isEmpty()) {
            return PodActions.end(false);
        }
        List<ContainerPlan> left = pod.mains().stream()
                .filter(main -> main.restartPolicy() != RestartPolicy.ON_FAILURE
                        || seen.container(main.name())
                                .filter(last -> last.exited() && last.exitCode() == 0)
                                .isEmpty())
                .toList();
        if (left.isEmpty()) {
            return PodActions.end(false);
        }
        List<ContainerPlan> start =
                pod.inits().isEmpty() ? left : List.of(pod.inits().getFirst());
        return new PodActions(
                newest.isPresent(), new SandboxStep.Create(attempt), List.of(), List.of(), Resizes.NONE, start, false);
    }

    /// Whether a container that does not run may be started once more.
    static boolean mayRunAgain(ContainerPlan plan, RunContainer last) {
        return !last.exited() || plan.startsAgain(last.exitCode());
    }

    /// Whether a container that ended is started again.
    public static boolean startsAgain(RestartPolicy policy, int exitCode) {
        return switch (policy) {
            case ALWAYS -> true;
            case ON_FAILURE -> exitCode != 0;
            case NEVER -> false;
        };
    }

    /// Whether a container that ended is started again: as its own rules say, else its own policy, else that
    /// of its pod. Upstream: container/helpers.go (ShouldContainerBeRestarted).
    public static boolean startsAgain(Container container, RestartPolicy ofPod, int exitCode) {
        return startsAgain(container.restartPolicy().orElse(ofPod), container.restartPolicyRules(), exitCode);
    }

    /// Both actions that a rule can have start the container again.
    static boolean startsAgain(RestartPolicy policy, List<RestartRule> rules, int exitCode) {
        return matching(rules, exitCode).isPresent() || startsAgain(policy, exitCode);
    }

    /// The first rule about that exit code.
    static Optional<RestartRule> matching(List<RestartRule> rules, int exitCode) {
        return rules.stream().filter(rule -> fits(rule, exitCode)).findFirst();
    }

    private static boolean fits(RestartRule rule, int exitCode) {
        return rule.exitCodes().contains(exitCode) == rule.exitCodesOperator().equals("In");
    }

    private static boolean running(PodSeen seen, ContainerPlan plan) {
        return seen.container(plan.name()).map(RunContainer::running).orElse(false);
    }

    /// Gathers what the containers of a pod need, one after another.
    private static final class Needs {
        private final PodPlan pod;
        private final PodSeen seen;
        private final Map<String, ContainerHealth> health;
        private final Actuated actuated;
        private final List<ContainerPlan> start = new ArrayList<>();
        private final List<Kill> kill = new ArrayList<>();
        private final List<Resize> resize = new ArrayList<>();
        private boolean restartsToResize;

        Needs(PodPlan pod, PodSeen seen, Map<String, ContainerHealth> health, Actuated actuated) {
            this.pod = pod;
            this.seen = seen;
            this.health = health;
            this.actuated = actuated;
        }

        PodActions actions(SandboxStep keep) {
            boolean whole = restartsToResize || ResizeRule.wholeDiffers(pod, actuated);
            return new PodActions(false, keep, kill, List.of(), new Resizes(resize, whole), start, false);
        }

        /// Adds what one container needs.
        ///
        /// @return whether it is started, now or again
        boolean next(ContainerPlan plan) {
            Optional<RunContainer> last = seen.container(plan.name());
            if (last.isEmpty()) {
                start.add(plan);
                return true;
            }
            RunContainer container = last.get();
            if (!container.running()) {
                if (mayRunAgain(plan, container)) {
                    start.add(plan);
                    return true;
                }
                return false;
            }
            ContainerHealth containerHealth = ContainerHealth.of(health, plan, container.id());
            String hash = container.annotations().getOrDefault("io.kubernetes.container.hash", plan.hash());
            if (!hash.equals(plan.hash())) {
                kill.add(new Kill(
                        container,
                        plan,
                        "Container %s definition changed, will be restarted".formatted(plan.name()),
                        OptionalLong.empty()));
                start.add(plan);
                return true;
            }
            if (containerHealth.failing()) {
                failing(plan, container, containerHealth);
                return true;
            }
            return resize(plan, container);
        }

        private void failing(ContainerPlan plan, RunContainer container, ContainerHealth failing) {
            boolean again = plan.restartPolicy() != RestartPolicy.NEVER;
            Optional<ProbePlan> probe =
                    failing.started() ? plan.probes().liveness() : plan.probes().startup();
            kill.add(new Kill(
                    container,
                    plan,
                    failing.why() + (again ? ", will be restarted" : ""),
                    probe.map(ProbePlan::graceSeconds).orElse(OptionalLong.empty())));
            if (again) {
                start.add(plan);
            }
        }

        /// @return whether it is started again with other amounts
        boolean resize(ContainerPlan plan, RunContainer container) {
            return switch (ResizeRule.decide(pod, plan, container, actuated)) {
                case ResizeRule.Verdict.Keep _ -> false;
                case ResizeRule.Verdict.Update(Amounts given, Amounts wanted) -> {
                    resize.add(new Resize(container, plan, given, wanted));
                    yield false;
                }
                case ResizeRule.Verdict.Restart _ -> {
                    kill.add(new Kill(
                            container,
                            plan,
                            "Container %s resize requires restart".formatted(plan.name()),
                            OptionalLong.empty()));
                    start.add(plan);
                    restartsToResize = true;
                    yield true;
                }
            };
        }
    }

    private enum Step {
        /// Init containers are not through.
        WAIT,
        GO_ON,
        FAILED
    }

    /// The walk through the init containers.
    private record Inits(Needs needs) {
        /// @param begun whether a main container was started before: then only sidecars are looked after
        Step walk(boolean begun) {
            for (ContainerPlan init : needs.pod.inits()) {
                Step step = init.role() == Role.SIDECAR ? sidecar(init, begun) : begun ? Step.GO_ON : plain(init);
                if (step != Step.GO_ON) {
                    return step;
                }
            }
            return Step.GO_ON;
        }

        private Step sidecar(ContainerPlan init, boolean begun) {
            boolean changed = needs.next(init);
            if (begun) {
                return Step.GO_ON;
            }
            boolean started = needs.seen
                    .container(init.name())
                    .filter(RunContainer::running)
                    .map(container -> ContainerHealth.of(needs.health, init, container.id())
                            .started())
                    .orElse(false);
            return changed || !started ? Step.WAIT : Step.GO_ON;
        }

        private Step plain(ContainerPlan init) {
            Optional<RunContainer> last = needs.seen.container(init.name());
            if (last.isEmpty()) {
                needs.start.add(init);
                return Step.WAIT;
            }
            RunContainer container = last.get();
            if (container.running()) {
                needs.resize(init, container);
                return Step.WAIT;
            }
            if (container.exited() && container.exitCode() == 0) {
                return Step.GO_ON;
            }
            if (!mayRunAgain(init, container)) {
                return Step.FAILED;
            }
            needs.start.add(init);
            return Step.WAIT;
        }
    }
}
