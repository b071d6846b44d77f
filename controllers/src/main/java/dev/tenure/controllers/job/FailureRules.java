package dev.tenure.controllers.job;

import dev.tenure.model.batch.Job;
import dev.tenure.model.batch.Job.ExitCodes;
import dev.tenure.model.batch.Job.FailureRule;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.ContainerStatus.State.Terminated;
import dev.tenure.model.core.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the failure of a pod means to its job. Pure. Upstream: pod_failure_policy.go.
final class FailureRules {
    private static final int OK = 0;

    /// What a failure comes to.
    sealed interface Meaning {
        /// It counts towards the limit.
        record Counts() implements Meaning {}

        /// It counts, and the number of the pod is given up.
        record EndsTheIndex() implements Meaning {}

        /// The pod is replaced and nothing is counted.
        record Ignored() implements Meaning {}

        /// The job has failed.
        record EndsTheJob(String message) implements Meaning {}
    }

    private FailureRules() {}

    static Meaning meaning(Job job, Pod pod) {
        List<FailureRule> rules = job.failureRules();
        for (int i = 0; i < rules.size(); i++) {
            Optional<String> fits = fits(rules.get(i), pod);
            if (fits.isPresent()) {
                return switch (rules.get(i).action()) {
                    case "FailJob" -> new Meaning.EndsTheJob(fits.get() + " matching FailJob rule at index " + i);
                    case "FailIndex" ->
                        job.backoffLimitPerIndex().isPresent() ? new Meaning.EndsTheIndex() : new Meaning.Counts();
                    case "Ignore" -> new Meaning.Ignored();
                    default -> new Meaning.Counts();
                };
            }
        }
        return new Meaning.Counts();
    }

    private static Optional<String> fits(FailureRule rule, Pod pod) {
        String name = pod.meta().namespace() + "/" + pod.meta().name();
        if (rule.onExitCodes().isPresent()) {
            return containers(pod)
                    .filter(container -> fits(rule.onExitCodes().get(), container))
                    .findFirst()
                    .map(container -> "Container %s for pod %s failed with exit code %d"
                            .formatted(container.name(), name, exitCode(container)));
        }
        return rule.onConditions().stream()
                .filter(pattern -> pod.status()
                        .condition(pattern.type())
                        .filter(condition -> condition.status().word().equals(pattern.status()))
                        .isPresent())
                .findFirst()
                .map(pattern -> "Pod %s has condition %s".formatted(name, pattern.type()));
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return Stream.concat(pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream())
                .filter(container -> exitCode(container) != OK);
    }

    private static int exitCode(ContainerStatus container) {
        return container.state() instanceof Terminated ended ? ended.exitCode() : OK;
    }

    private static boolean fits(ExitCodes codes, ContainerStatus container) {
        boolean meant = codes.container().isEmpty() || codes.container().equals(container.name());
        return meant && codes.values().contains(exitCode(container)) == codes.among();
    }
}
