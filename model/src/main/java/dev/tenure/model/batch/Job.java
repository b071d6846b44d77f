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
/// @param backoffLimitPerIndex how many failures of each number are borne
/// @param maxFailedIndexes how many numbers may be given up
/// @param activeDeadlineSeconds after so long the job has failed
/// @param ttlSecondsAfterFinished how long it stays when it is finished
/// @param indexed whether each success has a number of its own
/// @param suspended whether nothing is to run for now
/// @param replacesFailedOnly whether a pod that is being terminated is not replaced before it has ended
/// @param failureRules what failures of pods mean, the first that fits counts
/// @param successRules when the job has succeeded although numbers are left, the first that fits counts
/// @param managedBy who looks after it, if that is set
public record Job(
        ObjectMeta meta,
        Optional<LabelSelector> selector,
        int parallelism,
        OptionalInt completions,
        int backoffLimit,
        OptionalInt backoffLimitPerIndex,
        OptionalInt maxFailedIndexes,
        OptionalLong activeDeadlineSeconds,
        OptionalInt ttlSecondsAfterFinished,
        boolean indexed,
        boolean suspended,
        boolean replacesFailedOnly,
        List<FailureRule> failureRules,
        List<SuccessRule> successRules,
        Optional<String> managedBy,
        PodTemplate template,
        JobStatus status) {
    public Job {
        failureRules = List.copyOf(failureRules);
        successRules = List.copyOf(successRules);
    }

    /// A rule of the policy for failed pods.
    ///
    /// @param action `FailJob`, `FailIndex`, `Ignore` or `Count`
    /// @param onExitCodes asks about the codes that containers ended with
    /// @param onConditions asks about conditions of the pod, any of which fits
    public record FailureRule(String action, Optional<ExitCodes> onExitCodes, List<ConditionPattern> onConditions) {
        public FailureRule {
            onConditions = List.copyOf(onConditions);
        }
    }

    /// A rule of the policy for success.
    ///
    /// @param indexes numbers as written, for example `0-2,5`; absent for any
    /// @param count how many of them have to succeed; absent: all
    public record SuccessRule(Optional<String> indexes, OptionalInt count) {}

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
    /// @param failedIndexes likewise; absent where failures are not counted by number
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
            Optional<String> failedIndexes,
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
