package dev.tenure.kubelet.status;

import dev.tenure.kubelet.pod.ContainerHealth;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.kubelet.pod.PodActionsRule;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container.RestartRule;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status of one pod on a real node, as a strategic merge patch of the pod.
public final class PodStatusReport {
    private static final String DIRECTIVE = "$patch";
    private static final String READY_TO_START = "PodReadyToStartContainers";
    private static final String RESTARTING = "AllContainersRestarting";

    /// Why a pod ended that did not end by itself.
    ///
    /// @param reason for example `Evicted`
    /// @param disruption reason of the condition DisruptionTarget; empty for none
    /// @param disruptionMessage of that condition
    public record Ended(String reason, String message, String disruption, String disruptionMessage) {
        /// A pod that left so that a critical one could start.
        public static final Ended PREEMPTED = new Ended(
                "Preempting",
                "Preempted in order to admit critical pod",
                "TerminationByKubelet",
                "Pod was preempted by Kubelet to accommodate a critical pod.");

        /// A pod that has been on its node for as long as it may. Upstream: kubelet/active_deadline.go.
        public static final Ended EXPIRED =
                new Ended("DeadlineExceeded", "Pod was active on the node longer than the specified deadline", "");

        /// The condition, if any, says the same as the status.
        public Ended(String reason, String message, String disruption) {
            this(reason, message, disruption, message);
        }
    }

    /// All that is known.
    ///
    /// @param before the pod as the API shows it
    /// @param waiting by name of container
    /// @param health by id of container
    /// @param ended why the pod was ended, if it was
    /// @param ending whether nothing is started any more
    public record Facts(
            Pod before,
            PodSeen seen,
            Map<String, Waiting> waiting,
            Map<String, ContainerHealth> health,
            Optional<Ended> ended,
            boolean ending,
            Resizing resizing) {}

    /// What is known of amounts of memory and CPU.
    ///
    /// @param actuated what containers were given last
    /// @param conditions what is told of a resize
    /// @param group what the pod's own control group says, if it was read
    public record Resizing(Actuated actuated, ResizeConditions conditions, Optional<RunContainer.Held> group) {
        public static final Resizing NONE = new Resizing(Actuated.NOTHING, ResizeConditions.NONE, Optional.empty());
    }

    private final PodPlan plan;
    private final Facts facts;
    private final String hostIp;
    private final Instant now;

    public PodStatusReport(PodPlan plan, Facts facts, String hostIp, Instant now) {
        this.plan = plan;
        this.facts = facts;
        this.hostIp = hostIp;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    public PodPhase phase() {
        PodPhase known = facts.before().status().phase();
        if (known.terminal()) {
            return known;
        }
        return facts.ended().isPresent() && facts.ending()
                ? PodPhase.FAILED
                : PodPhaseRule.decide(plan, facts.seen(), facts.ending());
    }

    /// The patch; equal facts give an equal one, times of changes apart.
    public ObjectNode patch() {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", facts.before().meta().uid());
        ObjectNode status = patch.putObject("status");
        PodPhase phase = phase();
        status.put("phase", phase.word());
        if (plan.pod().meta().generation() > 0) {
            status.put("observedGeneration", plan.pod().meta().generation());
        }
        facts.ended().ifPresent(ended -> status.put("reason", ended.reason()).put("message", ended.message()));
        status.put("hostIP", hostIp);
        addresses(status, "hostIPs", List.of(hostIp));
        status.put("startTime", facts.before().status().startTime().orElse(now).toString());
        List<String> addresses = addresses();
        if (!addresses.isEmpty()) {
            status.put("podIP", addresses.getFirst());
            addresses(status, "podIPs", addresses);
        }
        ReportedResources.pod(
                status, plan, facts.before().status(), facts.resizing().group());
        ArrayNode conditions = status.putArray("conditions");
        ResizeConditions resizing =
                phase.terminal() ? ResizeConditions.NONE : facts.resizing().conditions();
        resizing.patch(conditions, facts.before());
        conditions(conditions, phase);
        if (!plan.inits().isEmpty()) {
            containers(status.putArray("initContainerStatuses"), plan.inits());
        }
        containers(status.putArray("containerStatuses"), plan.mains());
        if (!plan.ephemerals().isEmpty()) {
            containers(status.putArray("ephemeralContainerStatuses"), plan.ephemerals());
        }
        return patch;
    }

    /// In place of those that are known: a patch would add to them, and a pod has one of each family.
    private static void addresses(ObjectNode status, String field, List<String> addresses) {
        ArrayNode list = status.putArray(field);
        addresses.forEach(address -> list.addObject().put("ip", address));
        list.addObject().put(DIRECTIVE, "replace");
    }

    /// The status as the patch tells it, without what is said to the API server alone.
    public ObjectNode status() {
        return told(patch().path("status"));
    }

    private static ObjectNode told(JsonNode patch) {
        ObjectNode told = Json.object();
        patch.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            if (value.isArray()) {
                ArrayNode list = told.putArray(entry.getKey());
                value.valueStream()
                        .filter(each -> !each.has(DIRECTIVE))
                        .forEach(each -> list.add(each.isObject() ? told(each) : each));
            } else if (!value.isNull()) {
                told.set(entry.getKey(), value.isObject() ? told(value) : value);
            }
        });
        return told;
    }

    private List<String> addresses() {
        if (plan.pod().spec().hostNetwork()) {
            return List.of(hostIp);
        }
        List<String> seen = facts.seen().sandbox().map(Sandbox::addresses).orElse(List.of());
        return seen.isEmpty() ? facts.before().status().podIps() : seen;
    }

    private void conditions(ArrayNode list, PodPhase phase) {
        boolean sandbox = facts.seen()
                .sandbox()
                .map(newest -> newest.ready()
                        && (newest.hostNetwork() || !newest.addresses().isEmpty()))
                .orElse(false);
        facts.ended()
                .filter(ended -> !ended.disruption().isEmpty())
                .ifPresent(ended -> condition(
                        list,
                        new ReportedCondition(
                                Pod.DISRUPTION_TARGET, true, ended.disruption(), ended.disruptionMessage())));
        condition(list, new ReportedCondition(READY_TO_START, sandbox, "", ""));
        List<String> left = uninitialized();
        boolean through = left.isEmpty();
        String done = phase == PodPhase.SUCCEEDED ? "PodCompleted" : "";
        condition(
                list,
                through
                        ? new ReportedCondition(Pod.INITIALIZED, true, done, "")
                        : new ReportedCondition(
                                Pod.INITIALIZED,
                                false,
                                "ContainersNotInitialized",
                                "containers with incomplete status: " + names(left)));
        ReportedCondition containers = containersReady(phase);
        List<String> gates = shutGates();
        boolean gated = containers.value() && !gates.isEmpty();
        condition(
                list,
                gated
                        ? new ReportedCondition(Pod.READY, false, "ReadinessGatesNotReady", String.join(", ", gates))
                        : new ReportedCondition(
                                Pod.READY, containers.value(), containers.reason(), containers.message()));
        condition(list, containers);
        condition(list, new ReportedCondition(Pod.SCHEDULED, true, "", ""));
        restarting().ifPresent(restarting -> condition(list, restarting));
    }

    /// What is missing at each readiness gate that is not open, in upstream's words.
    private List<String> shutGates() {
        var shut = new ArrayList<String>();
        for (String gate : plan.pod().spec().readinessGates()) {
            Optional<Condition> condition = facts.before().status().condition(gate);
            if (condition.isEmpty()) {
                shut.add("corresponding condition of pod readiness gate \"%s\" does not exist.".formatted(gate));
            } else if (!condition.get().isTrue()) {
                shut.add("the status of pod readiness gate \"%s\" is not \"True\", but %s"
                        .formatted(gate, condition.get().status().word()));
            }
        }
        return shut;
    }

    /// Whether all containers are being started anew, of a pod of which that may be asked.
    private Optional<ReportedCondition> restarting() {
        if (!mayStartAnew()) {
            return Optional.empty();
        }
        boolean asked = plan.containers().stream()
                .anyMatch(each -> facts.seen()
                        .container(each.name())
                        .filter(last -> PodActionsRule.asksForReset(each, last))
                        .isPresent());
        return Optional.of(
                asked && !phase().terminal()
                        ? new ReportedCondition(
                                RESTARTING,
                                true,
                                "RestartAllContainersStarted",
                                "container exited with restart policy rule")
                        : new ReportedCondition(RESTARTING, false, "", ""));
    }

    private boolean mayStartAnew() {
        return plan.containers().stream()
                .flatMap(each -> each.restartRules().stream())
                .anyMatch(rule -> rule.action().equals(RestartRule.ALL_CONTAINERS));
    }

    private static String names(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    /// A pod that was initialized stays so while its containers start anew.
    private List<String> uninitialized() {
        boolean before = facts.before().status().isTrue(Pod.INITIALIZED);
        if (before && mayStartAnew()) {
            return List.of();
        }
        if (plan.mains().stream()
                .anyMatch(main -> facts.seen().container(main.name()).isPresent())) {
            return List.of();
        }
        var left = new ArrayList<String>();
        for (ContainerPlan init : plan.inits()) {
            Optional<RunContainer> last = facts.seen().container(init.name());
            boolean done = init.role() == Role.SIDECAR
                    ? last.map(this::started).orElse(false)
                    : last.map(container -> container.exited() && container.exitCode() == 0)
                            .orElse(false);
            if (!done) {
                left.add(init.name());
            }
        }
        return left;
    }

    private ReportedCondition containersReady(PodPhase phase) {
        if (phase.terminal()) {
            return new ReportedCondition(
                    Pod.CONTAINERS_READY, false, phase == PodPhase.SUCCEEDED ? "PodCompleted" : "PodFailed", "");
        }
        List<String> unready = plan.containers().stream()
                .filter(each -> each.role() == Role.MAIN || each.role() == Role.SIDECAR)
                .filter(each -> !facts.seen()
                        .container(each.name())
                        .map(container -> ready(each, container))
                        .orElse(false))
                .map(ContainerPlan::name)
                .toList();
        return unready.isEmpty()
                ? new ReportedCondition(Pod.CONTAINERS_READY, true, "", "")
                : new ReportedCondition(
                        Pod.CONTAINERS_READY,
                        false,
                        "ContainersNotReady",
                        "containers with unready status: " + names(unready));
    }

    private record ReportedCondition(String type, boolean value, String reason, String message) {}

    /// The time of a condition whose status stays is kept.
    private void condition(ArrayNode list, ReportedCondition reported) {
        String word = reported.value() ? "True" : "False";
        Instant since = facts.before()
                .status()
                .condition(reported.type())
                .filter(condition -> condition.status().word().equals(word))
                .map(Condition::lastTransitionTime)
                .filter(at -> !at.equals(Instant.EPOCH))
                .orElse(now);
        ObjectNode condition = list.addObject().put("type", reported.type()).put("status", word);
        if (plan.pod().meta().generation() > 0) {
            condition.put("observedGeneration", plan.pod().meta().generation());
        }
        condition.put("lastTransitionTime", since.toString());
        text(condition, "reason", reported.reason());
        text(condition, "message", reported.message());
    }

    private static void text(ObjectNode node, String field, String value) {
        if (value.isEmpty()) {
            node.putNull(field);
        } else {
            node.put(field, value);
        }
    }

    private ContainerHealth health(ContainerPlan each, RunContainer container) {
        ContainerHealth reported = facts.health().get(container.id());
        return reported == null ? ContainerHealth.first(each) : reported;
    }

    private boolean ready(ContainerPlan each, RunContainer container) {
        return switch (each.role()) {
            case INIT -> container.exited() && container.exitCode() == 0;
            case SIDECAR, MAIN -> container.running() && health(each, container).ready();
            case EPHEMERAL -> false;
        };
    }

    private boolean started(RunContainer container) {
        return plan.containers().stream()
                .filter(each -> each.name().equals(container.name()))
                .anyMatch(each -> container.running() && health(each, container).started());
    }

    private void containers(ArrayNode list, List<ContainerPlan> plans) {
        for (ContainerPlan each : plans) {
            ObjectNode entry = list.addObject().put("name", each.name());
            Optional<RunContainer> last = facts.seen().container(each.name());
            Waiting waits = facts.waiting().get(each.name());
            entry.put(
                    "image",
                    last.map(RunContainer::image)
                            .filter(image -> !image.isEmpty())
                            .orElse(each.image()));
            entry.put("imageID", last.map(RunContainer::imageRef).orElse(""));
            last.ifPresent(container -> entry.put("containerID", "containerd://" + container.id()));
            Optional<RunContainer> removed = facts.seen().removed(each.name());
            entry.put(
                    "restartCount",
                    last.map(RunContainer::attempt)
                            .orElse(removed.map(gone -> gone.attempt() + 1).orElse(0)));
            entry.put("ready", last.map(container -> ready(each, container)).orElse(false));
            if (each.role() != Role.EPHEMERAL) {
                entry.put("started", last.map(this::started).orElse(false));
            }
            if (each.role() != Role.EPHEMERAL) {
                last.ifPresent(container -> ReportedResources.container(
                        entry, plan, each, container, facts.resizing().actuated()));
            }
            last.flatMap(RunContainer::user).ifPresent(user -> user(entry, user));
            ObjectNode state = entry.putObject("state");
            ObjectNode lastState = entry.putObject("lastState");
            if (last.isEmpty()) {
                waiting(state, waits != null ? waits : removed.isPresent() ? Waiting.ANEW : first());
                removed.ifPresent(gone -> terminated(lastState, gone));
                continue;
            }
            RunContainer container = last.get();
            if (container.running()) {
                state.putObject("running").put("startedAt", seconds(container.startedAtNanos()));
                facts.seen().previous(container).ifPresent(before -> terminated(lastState, before));
            } else if (waits != null && !facts.ending()) {
                waiting(state, waits);
                terminated(lastState, container);
            } else if (container.exited()) {
                terminated(state, container);
                facts.seen().previous(container).ifPresent(before -> terminated(lastState, before));
            } else {
                waiting(state, first());
            }
        }
    }

    private static void user(ObjectNode entry, RunContainer.User user) {
        ObjectNode linux = entry.putObject("user")
                .putObject("linux")
                .put("uid", user.uid())
                .put("gid", user.gid());
        if (!user.groups().isEmpty()) {
            ArrayNode groups = linux.putArray("supplementalGroups");
            user.groups().forEach(groups::add);
        }
    }

    private Waiting first() {
        return plan.inits().isEmpty() ? new Waiting("ContainerCreating", "") : new Waiting("PodInitializing", "");
    }

    private static void waiting(ObjectNode state, Waiting why) {
        ObjectNode waiting = state.putObject("waiting").put("reason", why.reason());
        if (!why.message().isEmpty()) {
            waiting.put("message", why.message());
        }
    }

    private static void terminated(ObjectNode state, RunContainer container) {
        ObjectNode ended = state.putObject("terminated")
                .put("exitCode", container.exitCode())
                .put("reason", container.reason());
        if (!container.message().isEmpty()) {
            ended.put("message", container.message());
        }
        ended.put("startedAt", seconds(container.startedAtNanos()))
                .put("finishedAt", seconds(container.finishedAtNanos()))
                .put("containerID", "containerd://" + container.id());
    }

    private static String seconds(long nanos) {
        return Instant.ofEpochSecond(nanos / 1_000_000_000L).toString();
    }
}
