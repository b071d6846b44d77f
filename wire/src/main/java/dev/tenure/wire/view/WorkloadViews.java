package dev.tenure.wire.view;

import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.wire.json.JsonNode;

/// Workloads.
final class WorkloadViews {
    private static final IntOrPercent QUARTER = new IntOrPercent.Percent(25);

    private WorkloadViews() {}

    static ReplicaSet replicaSet(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new ReplicaSet(
                MetaViews.meta(object),
                Tree.integer(spec, "replicas", 1),
                Tree.integer(spec, "minReadySeconds"),
                MetaViews.specSelector(spec),
                PodViews.template(spec.path("template")),
                replicaSetStatus(object.path("status")));
    }

    /// The set with other metadata and another status.
    static ReplicaSet of(ReplicaSet before, ObjectMeta meta, JsonNode status) {
        return new ReplicaSet(
                meta,
                before.replicas(),
                before.minReadySeconds(),
                before.selector(),
                before.template(),
                replicaSetStatus(status));
    }

    private static ReplicaSet.ReplicaSetStatus replicaSetStatus(JsonNode status) {
        return new ReplicaSet.ReplicaSetStatus(
                Tree.number(status, "observedGeneration"),
                Tree.integer(status, "replicas"),
                Tree.integer(status, "fullyLabeledReplicas"),
                Tree.integer(status, "readyReplicas"),
                Tree.integer(status, "availableReplicas"),
                Tree.integer(status, "terminatingReplicas"),
                MetaViews.conditions(status));
    }

    static ReplicationController replicationController(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new ReplicationController(
                MetaViews.meta(object),
                Tree.integer(spec, "replicas", 1),
                Tree.integer(spec, "minReadySeconds"),
                Tree.textMap(spec, "selector"),
                PodViews.template(spec.path("template")),
                new ReplicationController.ReplicationControllerStatus(
                        Tree.number(status, "observedGeneration"),
                        Tree.integer(status, "replicas"),
                        Tree.integer(status, "fullyLabeledReplicas"),
                        Tree.integer(status, "readyReplicas"),
                        Tree.integer(status, "availableReplicas"),
                        MetaViews.conditions(status)));
    }

    static Deployment deployment(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Deployment(
                MetaViews.meta(object),
                Tree.integer(spec, "replicas", 1),
                Tree.integer(spec, "minReadySeconds"),
                Tree.flag(spec, "paused"),
                Tree.optionalInteger(spec, "revisionHistoryLimit"),
                Tree.optionalInteger(spec, "progressDeadlineSeconds"),
                strategy(spec.path("strategy")),
                MetaViews.specSelector(spec),
                PodViews.template(spec.path("template")),
                deploymentStatus(object.path("status")));
    }

    /// The deployment with other metadata and another status.
    static Deployment of(Deployment before, ObjectMeta meta, JsonNode status) {
        return new Deployment(
                meta,
                before.replicas(),
                before.minReadySeconds(),
                before.paused(),
                before.revisionHistoryLimit(),
                before.progressDeadlineSeconds(),
                before.strategy(),
                before.selector(),
                before.template(),
                deploymentStatus(status));
    }

    private static Deployment.DeploymentStatus deploymentStatus(JsonNode status) {
        return new Deployment.DeploymentStatus(
                Tree.number(status, "observedGeneration"),
                Tree.integer(status, "replicas"),
                Tree.integer(status, "updatedReplicas"),
                Tree.integer(status, "readyReplicas"),
                Tree.integer(status, "availableReplicas"),
                Tree.integer(status, "unavailableReplicas"),
                Tree.integer(status, "terminatingReplicas"),
                Tree.optionalInteger(status, "collisionCount"),
                MetaViews.conditions(status));
    }

    private static Deployment.Strategy strategy(JsonNode node) {
        if (Tree.text(node, "type").equals("Recreate")) {
            return new Deployment.Strategy.Recreate();
        }
        JsonNode rolling = node.path("rollingUpdate");
        return new Deployment.Strategy.RollingUpdate(
                amount(rolling, "maxUnavailable", QUARTER), amount(rolling, "maxSurge", QUARTER));
    }

    private static IntOrPercent amount(JsonNode node, String field, IntOrPercent absent) {
        return Tree.optional(node, field, MetaViews::intOrPercent).orElse(absent);
    }

    static DaemonSet daemonSet(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new DaemonSet(
                MetaViews.meta(object),
                Tree.integer(spec, "minReadySeconds"),
                Tree.optionalInteger(spec, "revisionHistoryLimit"),
                updateStrategy(spec.path("updateStrategy")),
                MetaViews.specSelector(spec),
                PodViews.template(spec.path("template")),
                new DaemonSet.DaemonSetStatus(
                        Tree.number(status, "observedGeneration"),
                        Tree.integer(status, "currentNumberScheduled"),
                        Tree.integer(status, "desiredNumberScheduled"),
                        Tree.integer(status, "numberMisscheduled"),
                        Tree.integer(status, "numberReady"),
                        Tree.integer(status, "numberAvailable"),
                        Tree.integer(status, "numberUnavailable"),
                        Tree.integer(status, "updatedNumberScheduled"),
                        Tree.optionalInteger(status, "collisionCount")));
    }

    private static DaemonSet.UpdateStrategy updateStrategy(JsonNode node) {
        if (Tree.text(node, "type").equals("OnDelete")) {
            return new DaemonSet.UpdateStrategy.OnDelete();
        }
        JsonNode rolling = node.path("rollingUpdate");
        return new DaemonSet.UpdateStrategy.RollingUpdate(
                amount(rolling, "maxUnavailable", new IntOrPercent.Count(1)),
                amount(rolling, "maxSurge", new IntOrPercent.Count(0)));
    }

    static StatefulSet statefulSet(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        JsonNode strategy = spec.path("updateStrategy");
        return new StatefulSet(
                MetaViews.meta(object),
                Tree.integer(spec, "replicas", 1),
                Tree.integer(spec.path("ordinals"), "start"),
                Tree.integer(spec, "minReadySeconds"),
                Tree.text(spec, "serviceName"),
                Tree.text(spec, "podManagementPolicy").equals("Parallel"),
                Tree.text(strategy, "type").equals("OnDelete"),
                Tree.optionalInteger(strategy.path("rollingUpdate"), "partition"),
                Tree.optionalInteger(spec, "revisionHistoryLimit"),
                MetaViews.specSelector(spec),
                PodViews.template(spec.path("template")),
                new StatefulSet.StatefulSetStatus(
                        Tree.number(status, "observedGeneration"),
                        Tree.integer(status, "replicas"),
                        Tree.integer(status, "readyReplicas"),
                        Tree.integer(status, "availableReplicas"),
                        Tree.integer(status, "currentReplicas"),
                        Tree.integer(status, "updatedReplicas"),
                        Tree.text(status, "currentRevision"),
                        Tree.text(status, "updateRevision"),
                        Tree.optionalInteger(status, "collisionCount")));
    }
}
