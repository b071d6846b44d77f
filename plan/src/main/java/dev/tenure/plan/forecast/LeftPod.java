package dev.tenure.plan.forecast;

import dev.tenure.controllers.workload.TemplateHash;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import java.time.Duration;
import java.util.Set;

/// That a pod left. Immutable.
///
/// @param owner who made it, without what a controller generates of names; the pod itself where nobody did
/// @param node empty when it never had one
/// @param after from the beginning
/// @param cause as in a plan
public record LeftPod(String namespace, String name, String owner, String node, Duration after, String cause) {
    /// Its containers have ended.
    static final String ENDED = "ended";
    /// It has run for as long as its activeDeadlineSeconds let it.
    static final String DEADLINE = "deadline";

    /// Pods that go because somebody wants them to, or end by themselves.
    private static final Set<String> WANTED = Set.of("scale-down", "owner-gone", ENDED, DEADLINE);

    /// The workload of a pod, in the words of users: the Deployment and not one of its ReplicaSets, whose
    /// names end with the hash that their pods bear.
    public static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(owner -> owner(pod, owner))
                .orElse(pod.meta().name());
    }

    private static String owner(Pod pod, OwnerReference owner) {
        String hash = pod.meta().labels().getOrDefault(TemplateHash.LABEL, "");
        String end = "-" + hash;
        boolean ofDeployment = owner.kind().equals("ReplicaSet")
                && !hash.isEmpty()
                && owner.name().endsWith(end);
        return ofDeployment ? owner.name().substring(0, owner.name().length() - end.length()) : owner.name();
    }

    /// Whether a pod that leaves for this cause leaves against the wish of its owner.
    static boolean isEviction(String cause) {
        return !WANTED.contains(cause);
    }
}
