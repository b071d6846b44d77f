package dev.tenure.console.page;

import dev.tenure.model.core.Pod;
import dev.tenure.plan.forecast.LeftPod;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// To which workload a pod belongs, as people name it: the Deployment and not one of its ReplicaSets. Pure.
final class WorkloadNameRule {
    /// The letters of which Kubernetes makes the ends of names.
    private static final String LETTERS = "[bcdfghjklmnpqrstvwxz2456789]";

    private static final Pattern REPLICA = Pattern.compile("(.+)-" + LETTERS + "{5}");
    private static final Pattern TEMPLATE = Pattern.compile("(.+)-" + LETTERS + "{6,10}");
    private static final Pattern ORDINAL = Pattern.compile("(.+)-[0-9]+");

    private WorkloadNameRule() {}

    /// @return `namespace/name`; of a pod without a controller its own
    static String of(Pod pod) {
        return pod.meta().namespace() + "/" + LeftPod.owner(pod);
    }

    /// Of a pod that is gone only the name is left: the ends that controllers add are taken off.
    static String ofGone(String namespace, String pod) {
        Matcher ordinal = ORDINAL.matcher(pod);
        if (ordinal.matches()) {
            return namespace + "/" + ordinal.group(1);
        }
        Matcher replica = REPLICA.matcher(pod);
        String name = replica.matches() ? replica.group(1) : pod;
        Matcher template = TEMPLATE.matcher(name);
        return namespace + "/" + (replica.matches() && template.matches() ? template.group(1) : name);
    }
}
