package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

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

    private static final Pattern HASH = Pattern.compile("-[a-z0-9]{6,10}$");

    /// Pods that go because somebody wants them to, or end by themselves.
    private static final Set<String> WANTED = Set.of("scale-down", "owner-gone", ENDED, DEADLINE);

    /// The workload of a pod, in the words of users: that of a ReplicaSet is the Deployment that has it.
    public static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(owner -> owner.kind().equals("ReplicaSet")
                        ? HASH.matcher(owner.name()).replaceFirst("")
                        : owner.name())
                .orElse(pod.meta().name());
    }

    /// Whether a pod that leaves for this cause leaves against the wish of its owner.
    static boolean isEviction(String cause) {
        return !WANTED.contains(cause);
    }
}
