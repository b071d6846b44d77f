package dev.tenure.wire.view;

import dev.tenure.model.batch.CronJob;
import dev.tenure.model.batch.Job;
import dev.tenure.model.batch.Job.ConditionPattern;
import dev.tenure.model.batch.Job.ExitCodes;
import dev.tenure.model.batch.Job.FailureRule;
import dev.tenure.model.batch.Job.JobStatus;
import dev.tenure.model.batch.Job.SuccessRule;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;

/// Jobs, and what starts them.
final class JobViews {
    private static final int BACKOFF_LIMIT = 6;

    private JobViews() {}

    static Job job(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Job(
                MetaViews.meta(object),
                MetaViews.optionalSelector(spec, "selector"),
                Tree.integer(spec, "parallelism", 1),
                Tree.optionalInteger(spec, "completions"),
                Tree.integer(spec, "backoffLimit", BACKOFF_LIMIT),
                Tree.optionalInteger(spec, "backoffLimitPerIndex"),
                Tree.optionalInteger(spec, "maxFailedIndexes"),
                Tree.optionalNumber(spec, "activeDeadlineSeconds"),
                Tree.optionalInteger(spec, "ttlSecondsAfterFinished"),
                Tree.text(spec, "completionMode").equals("Indexed"),
                Tree.flag(spec, "suspend"),
                Tree.text(spec, "podReplacementPolicy").equals("Failed"),
                Tree.list(spec.path("podFailurePolicy"), "rules", JobViews::failureRule),
                Tree.list(spec.path("successPolicy"), "rules", JobViews::successRule),
                Tree.optional(spec, "managedBy", JsonNode::asText),
                PodViews.template(spec.path("template")),
                status(object.path("status")));
    }

    private static FailureRule failureRule(JsonNode rule) {
        List<ConditionPattern> conditions = Tree.list(
                rule,
                "onPodConditions",
                pattern -> new ConditionPattern(Tree.text(pattern, "type"), Tree.text(pattern, "status", "True")));
        return new FailureRule(
                Tree.text(rule, "action"), Tree.optional(rule, "onExitCodes", JobViews::exitCodes), conditions);
    }

    private static SuccessRule successRule(JsonNode rule) {
        return new SuccessRule(
                Tree.optional(rule, "succeededIndexes", JsonNode::asText),
                Tree.optionalInteger(rule, "succeededCount"));
    }

    private static ExitCodes exitCodes(JsonNode node) {
        var values = new HashSet<Integer>();
        node.path("values").forEach(value -> values.add(value.intValue()));
        return new ExitCodes(
                Tree.text(node, "containerName"), Tree.text(node, "operator").equals("In"), values);
    }

    private static JobStatus status(JsonNode status) {
        JsonNode uncounted = status.path("uncountedTerminatedPods");
        return new JobStatus(
                Tree.integer(status, "active"),
                Tree.integer(status, "ready"),
                Tree.integer(status, "terminating"),
                Tree.integer(status, "succeeded"),
                Tree.integer(status, "failed"),
                TimeReader.optional(status, "startTime"),
                TimeReader.optional(status, "completionTime"),
                Tree.text(status, "completedIndexes"),
                Tree.optional(status, "failedIndexes", JsonNode::asText),
                new HashSet<>(Tree.texts(uncounted, "succeeded")),
                new HashSet<>(Tree.texts(uncounted, "failed")),
                MetaViews.conditions(status));
    }

    static CronJob cronJob(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new CronJob(
                MetaViews.meta(object),
                Tree.text(spec, "schedule"),
                Tree.optional(spec, "timeZone", JsonNode::asText),
                Tree.optionalNumber(spec, "startingDeadlineSeconds"),
                Tree.text(spec, "concurrencyPolicy", "Allow"),
                Tree.flag(spec, "suspend"),
                Tree.optionalInteger(spec, "successfulJobsHistoryLimit"),
                Tree.optionalInteger(spec, "failedJobsHistoryLimit"),
                PodViews.template(spec.at("/jobTemplate/spec/template")),
                new CronJob.CronJobStatus(
                        Tree.list(status, "active", JobViews::activeJob),
                        TimeReader.optional(status, "lastScheduleTime"),
                        TimeReader.optional(status, "lastSuccessfulTime")));
    }

    private static CronJob.ActiveJob activeJob(JsonNode reference) {
        return new CronJob.ActiveJob(
                Tree.text(reference, "namespace"),
                Tree.text(reference, "name"),
                Tree.text(reference, "uid"),
                Tree.text(reference, "resourceVersion"));
    }
}
