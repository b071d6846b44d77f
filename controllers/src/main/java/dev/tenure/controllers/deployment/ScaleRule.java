package dev.tenure.controllers.deployment;

import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.Deployment.Strategy;
import dev.tenure.model.apps.ReplicaSet;
import java.util.List;

/// The numbers of a rollout. Upstream: deployment/util/deployment_util.go.
final class ScaleRule {
    static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    static final String MAX = "deployment.kubernetes.io/max-replicas";
    static final String REVISION = "deployment.kubernetes.io/revision";

    private ScaleRule() {}

    /// How many pods may be missing at a time; at least one of the two bounds is never zero.
    static int maxUnavailable(Deployment deployment) {
        if (!(deployment.strategy() instanceof Strategy.RollingUpdate(var unavailable, var surge))
                || deployment.replicas() == 0) {
            return 0;
        }
        int most = unavailable.roundedDownOf(deployment.replicas());
        int resolved = most == 0 && surge.roundedUpOf(deployment.replicas()) == 0 ? 1 : most;
        return Math.min(resolved, deployment.replicas());
    }

    /// How many pods may be there beyond those wanted.
    static int maxSurge(Deployment deployment) {
        return deployment.strategy() instanceof Strategy.RollingUpdate(var _, var surge)
                ? surge.roundedUpOf(deployment.replicas())
                : 0;
    }

    static int replicas(List<ReplicaSet> sets) {
        int replicas = 0;
        for (ReplicaSet set : sets) {
            replicas += set.replicas();
        }
        return replicas;
    }

    static int available(List<ReplicaSet> sets) {
        int available = 0;
        for (ReplicaSet set : sets) {
            available += set.status().availableReplicas();
        }
        return available;
    }

    /// The replicas that the newest set should have during a rollout.
    static int newReplicas(Deployment deployment, List<ReplicaSet> all, ReplicaSet newest) {
        if (!(deployment.strategy() instanceof Strategy.RollingUpdate)) {
            return deployment.replicas();
        }
        int total = replicas(all);
        int most = deployment.replicas() + maxSurge(deployment);
        if (total >= most) {
            return newest.replicas();
        }
        return newest.replicas() + Math.min(most - total, deployment.replicas() - newest.replicas());
    }

    /// Whether the rollout has reached its end.
    static boolean complete(Deployment deployment, Deployment.DeploymentStatus status) {
        return status.updatedReplicas() == deployment.replicas()
                && status.replicas() == deployment.replicas()
                && status.availableReplicas() == deployment.replicas()
                && status.observedGeneration() >= deployment.meta().generation();
    }
}
