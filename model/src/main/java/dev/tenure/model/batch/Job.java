package dev.tenure.model.batch;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Pods that are run until so many have succeeded.
///
/// @param selector matches its pods; absent before it is worked out
/// @param parallelism how many may run at once
/// @param completions how many have to succeed; without a number one success ends the job
/// @param backoffLimit how many failures are borne
/// @param activeDeadlineSeconds after so long the job has failed
/// @param ttlSecondsAfterFinished how long it stays when it is finished
/// @param indexed whether each success has a number of its own
/// @param suspended whether nothing is to run for now
/// @param replacesFailedOnly whether a pod that is being terminated is not replaced before it has ended
/// @param failureRules what failures of pods mean, the first that fits counts
public record Job(
        ObjectMeta meta,
        Optional<LabelSelector> selector,
        int parallelism,
        OptionalInt completions,
        int backoffLimit,
        OptionalLong activeDeadlineSeconds,
        OptionalInt ttlSecondsAfterFinished,
        boolean indexed,
        boolean suspended,
        boolean replacesFailedOnly,
        List<FailureRule> failureRules,
        PodTemplate template,
        JobStatus status) {
    public Job {
        failureRules = List.copyOf(failureRules);
    }

    /// A rule of the policy for failed pods.
    ///
    /// @param action `FailJob`, `Ignore` or `Count`
    /// @param onExitCodes asks about the codes that containers ended with
    /// @param onConditions asks about conditions of the pod, any of which fits
    public record FailureRule(String action, Optional<ExitCodes> onExitCodes, List<ConditionPattern> onConditions) {
        public FailureRule {
            onConditions = List.copyOf(onConditions);
        }
    }

    /// @param container empty for any
    /// @param among whether the code has to be one of `values`, otherwise none of them; 0 never counts
    public record ExitCodes(String container, boolean among, Set<Integer> values) {
        public ExitCodes {
            values = Frozen.set(values);
        }
    }

    public record ConditionPattern(String type, String status) {}

    /// What has come of it.
    ///
    /// @param succeeded pods that count for good; those in `uncounted` come on top
    /// @param completedIndexes as written, for example `0-2,5`
    /// @param uncountedSucceeded uids of pods that have ended and still bear the job's finalizer
    /// @param uncountedFailed the same for those that failed
    public record JobStatus(
            int active,
            int ready,
            int terminating,
            int succeeded,
            int failed,
            Optional<Instant> startTime,
            Optional<Instant> completionTime,
            String completedIndexes,
            Set<String> uncountedSucceeded,
            Set<String> uncountedFailed,
            List<Condition> conditions) {
        public JobStatus {
            uncountedSucceeded = Frozen.set(uncountedSucceeded);
            uncountedFailed = Frozen.set(uncountedFailed);
            conditions = List.copyOf(conditions);
        }

        /// Whether a condition is there and true.
        public boolean is(String condition) {
            return Condition.find(conditions, condition)
                    .filter(Condition::isTrue)
                    .isPresent();
        }

        /// Whether nothing will change any more.
        public boolean finished() {
            return is("Complete") || is("Failed");
        }
    }
}
