package dev.tenure.wire.view;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerPort;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.function.Predicate;

/// Pods and pod templates.
final class PodViews {
    private static final long GRACE_SECONDS_DEFAULT = 30;

    private PodViews() {}

    static Pod pod(JsonNode object) {
        return new Pod(MetaViews.meta(object), spec(object.path("spec")), status(object.path("status")));
    }

    /// The pod with other metadata and another status.
    ///
    /// @param shared whether both states have the very same at a member of the status
    static Pod of(Pod before, ObjectMeta meta, JsonNode status, Predicate<String> shared) {
        return new Pod(meta, before.spec(), status(status, before.status(), shared));
    }

    /// The pod with other metadata.
    static Pod of(Pod before, ObjectMeta meta) {
        return new Pod(meta, before.spec(), before.status());
    }

    /// The pod with the node that the object names.
    static Pod bound(Pod before, JsonNode object) {
        PodSpec spec = before.spec();
        String node = Tree.text(object.path("spec"), "nodeName");
        return new Pod(before.meta(), spec.with(node, spec.tolerations(), spec.containers()), before.status());
    }

    static PodTemplate template(JsonNode node) {
        JsonNode meta = node.path("metadata");
        return new PodTemplate(
                Tree.textMap(meta, "labels"), Tree.textMap(meta, "annotations"), spec(node.path("spec")));
    }

    static PodSpec spec(JsonNode node) {
        return new PodSpec(
                Tree.text(node, "nodeName"),
                Tree.text(node, "schedulerName", "default-scheduler"),
                Tree.integer(node, "priority"),
                Tree.text(node, "priorityClassName"),
                preemptionPolicy(node),
                TaintViews.tolerations(node, "tolerations"),
                Tree.textMap(node, "nodeSelector"),
                Shared.value(AffinityViews.affinity(node.path("affinity"))),
                Tree.list(node, "topologySpreadConstraints", each -> Shared.value(AffinityViews.spread(each))),
                Tree.list(node, "initContainers", each -> Shared.container(container(each))),
                Tree.list(node, "containers", each -> Shared.container(container(each))),
                ResourceViews.list(node, "overhead"),
                Tree.optional(node, "resources", ResourceViews::requirements),
                Tree.list(node, "schedulingGates", gate -> Tree.text(gate, "name")),
                Tree.flag(node, "hostNetwork"),
                node.path("hostUsers").asBoolean(true),
                Tree.list(node, "volumes", volume -> Shared.value(VolumeViews.volume(volume))),
                Tree.optionalNumber(node, "terminationGracePeriodSeconds").orElse(GRACE_SECONDS_DEFAULT),
                RestartPolicy.ofWord(Tree.text(node, "restartPolicy")),
                Tree.text(node, "serviceAccountName"),
                Tree.optionalNumber(node, "activeDeadlineSeconds"),
                Tree.text(node, "runtimeClassName"),
                Tree.text(node.path("os"), "name"),
                Tree.list(node, "readinessGates", gate -> Tree.text(gate, "conditionType")),
                Tree.list(node, "resourceClaims", PodViews::claim),
                identity(node));
    }

    static PreemptionPolicy preemptionPolicy(JsonNode node) {
        return Tree.text(node, "preemptionPolicy").equals("Never")
                ? PreemptionPolicy.NEVER
                : PreemptionPolicy.PREEMPT_LOWER_PRIORITY;
    }

    private static PodSpec.ResourceClaim claim(JsonNode node) {
        return new PodSpec.ResourceClaim(
                Tree.text(node, "name"),
                Tree.text(node, "resourceClaimName"),
                Tree.text(node, "resourceClaimTemplateName"));
    }

    private static PodSpec.Identity identity(JsonNode node) {
        return Tree.has(node, "hostname") || Tree.has(node, "subdomain")
                ? new PodSpec.Identity(Tree.text(node, "hostname"), Tree.text(node, "subdomain"))
                : PodSpec.Identity.NONE;
    }

    private static Container container(JsonNode node) {
        return new Container(
                Tree.text(node, "name"),
                Tree.text(node, "image"),
                ResourceViews.requirements(node.path("resources")),
                Tree.list(node, "ports", PodViews::port),
                Tree.optional(node, "restartPolicy", policy -> RestartPolicy.ofWord(policy.asText())),
                Tree.list(node, "restartPolicyRules", PodViews::restartRule),
                Tree.has(node, "readinessProbe"),
                refers(node));
    }

    private static boolean refers(JsonNode container) {
        if (Tree.has(container, "envFrom")) {
            return true;
        }
        for (JsonNode variable : container.path("env")) {
            JsonNode from = variable.path("valueFrom");
            if (Tree.has(from, "configMapKeyRef") || Tree.has(from, "secretKeyRef")) {
                return true;
            }
        }
        return false;
    }

    private static Container.RestartRule restartRule(JsonNode node) {
        JsonNode codes = node.path("exitCodes");
        return new Container.RestartRule(
                Tree.text(node, "action"),
                Tree.text(codes, "operator"),
                Tree.list(codes, "values", JsonNode::intValue));
    }

    private static ContainerPort port(JsonNode node) {
        return new ContainerPort(
                Tree.text(node, "name"),
                Tree.integer(node, "containerPort"),
                Tree.integer(node, "hostPort"),
                Tree.text(node, "hostIP"),
                Tree.text(node, "protocol", "TCP"));
    }

    private static PodStatus status(JsonNode node) {
        return status(node, MetaViews.conditions(node), containers(node));
    }

    private static PodStatus status(JsonNode node, PodStatus before, Predicate<String> shared) {
        return status(
                node,
                shared.test("conditions") ? before.conditions() : MetaViews.conditions(node),
                shared.test("containerStatuses") ? before.containerStatuses() : containers(node));
    }

    private static List<ContainerStatus> containers(JsonNode node) {
        return Tree.list(node, "containerStatuses", PodViews::containerStatus);
    }

    private static PodStatus status(JsonNode node, List<Condition> conditions, List<ContainerStatus> containers) {
        return new PodStatus(
                PodPhase.ofWord(Tree.text(node, "phase")),
                Tree.text(node, "reason"),
                Tree.text(node, "message"),
                conditions,
                addresses(node, "podIP", "podIPs"),
                addresses(node, "hostIP", "hostIPs"),
                Tree.text(node, "nominatedNodeName"),
                TimeReader.optional(node, "startTime"),
                Tree.text(node, "qosClass"),
                Tree.text(node, "resize"),
                Tree.optional(node, "resources", ResourceViews::requirements),
                ResourceViews.list(node, "allocatedResources"),
                Tree.list(node, "initContainerStatuses", PodViews::containerStatus),
                containers,
                Tree.list(node, "resourceClaimStatuses", PodViews::madeClaim),
                Tree.optional(node, "extendedResourceClaimStatus", PodViews::extendedClaim),
                Tree.number(node, "observedGeneration"));
    }

    private static PodStatus.MadeClaim madeClaim(JsonNode node) {
        return new PodStatus.MadeClaim(Tree.text(node, "name"), Tree.text(node, "resourceClaimName"));
    }

    private static PodStatus.ExtendedClaim extendedClaim(JsonNode node) {
        return new PodStatus.ExtendedClaim(
                Tree.text(node, "resourceClaimName"), Tree.list(node, "requestMappings", PodViews::mapping));
    }

    private static PodStatus.Mapping mapping(JsonNode node) {
        return new PodStatus.Mapping(
                Tree.text(node, "containerName"), Tree.text(node, "resourceName"), Tree.text(node, "requestName"));
    }

    private static List<String> addresses(JsonNode node, String single, String several) {
        if (Tree.has(node, several)) {
            return Tree.list(node, several, each -> Tree.text(each, "ip"));
        }
        String address = Tree.text(node, single);
        return address.isEmpty() ? List.of() : List.of(address);
    }

    private static ContainerStatus containerStatus(JsonNode node) {
        return new ContainerStatus(
                Tree.text(node, "name"),
                Tree.text(node, "image"),
                Tree.text(node, "imageID"),
                Tree.unique(node, "containerID"),
                Tree.flag(node, "ready"),
                Tree.flag(node, "started"),
                Tree.integer(node, "restartCount"),
                state(node.path("state")),
                ResourceViews.list(node, "allocatedResources"),
                Tree.optional(node, "resources", ResourceViews::requirements));
    }

    /// A container of which nothing is said waits.
    private static ContainerStatus.State state(JsonNode node) {
        if (Tree.has(node, "running")) {
            return new ContainerStatus.State.Running(TimeReader.orEpoch(node.path("running"), "startedAt"));
        }
        if (Tree.has(node, "terminated")) {
            JsonNode end = node.path("terminated");
            return new ContainerStatus.State.Terminated(
                    Tree.integer(end, "exitCode"),
                    Tree.text(end, "reason"),
                    TimeReader.orEpoch(end, "startedAt"),
                    TimeReader.orEpoch(end, "finishedAt"));
        }
        return new ContainerStatus.State.Waiting(Tree.text(node.path("waiting"), "reason"));
    }
}
