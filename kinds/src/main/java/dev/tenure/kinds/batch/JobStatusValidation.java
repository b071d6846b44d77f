package dev.tenure.kinds.batch;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as a job's new status after an old one. Most rules hold only for what the step changes, so
/// that old sins do not stop a controller.
final class JobStatusValidation {
    private static final GoStruct UNCOUNTED = new GoStruct()
            .with("Succeeded", "succeeded", GoStruct.Zero.NOTHING)
            .with("Failed", "failed", GoStruct.Zero.NOTHING);
    private static final String COMPLETE = "Complete";
    private static final String FAILED = "Failed";
    private static final String TARGET = "FailureTarget";
    private static final String MET = "SuccessCriteriaMet";
    private static final String START = "startTime";
    private static final String END = "completionTime";

    private final Field spec;
    private final Field status;
    private final JsonNode old;
    private final JsonNode oldSpec;

    private JobStatusValidation(Field job, JsonNode oldJob) {
        this.spec = job.at("spec");
        this.status = job.at("status");
        this.old = oldJob.path("status");
        this.oldSpec = oldJob.path("spec");
    }

    static void check(Field job, JsonNode oldJob) {
        JobStatusValidation rule = new JobStatusValidation(job, oldJob);
        rule.counts();
        rule.outcome();
        rule.finished();
        rule.indexes();
        rule.readyPods();
        rule.success();
        rule.step();
    }

    private static boolean is(JsonNode status, String type) {
        return condition(status, type, "True");
    }

    private static boolean condition(JsonNode status, String type, String value) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)
                    && condition.path("status").asText().equals(value)) {
                return true;
            }
        }
        return false;
    }

    private boolean is(String type) {
        return is(status.node(), type);
    }

    private boolean turns(String type) {
        return is(type) != is(old, type);
    }

    private boolean changes(String field) {
        return !SameValue.same(status.node().path(field), old.path(field));
    }

    private boolean isFinished() {
        return is(COMPLETE) || is(FAILED);
    }

    private boolean finishes() {
        return isFinished() != (is(old, COMPLETE) || is(old, FAILED));
    }

    private void conditions(String detail) {
        PodPoliciesValidation.withoutValue(status.at("conditions"), detail);
    }

    private void counts() {
        for (String name : List.of("active", "succeeded", "failed", "ready", "terminating")) {
            status.at(name).mustNotBeNegative();
        }
        Set<String> seen = new HashSet<>();
        for (String list : List.of("succeeded", "failed")) {
            for (Field uid : status.at("uncountedTerminatedPods", list).items()) {
                if (uid.isEmpty()) {
                    uid.invalidText("must not be empty");
                } else if (!seen.add(uid.text())) {
                    uid.duplicate();
                }
            }
        }
    }

    private void outcome() {
        if ((turns(COMPLETE) || turns(FAILED)) && is(COMPLETE) && is(FAILED)) {
            conditions("cannot set Complete=True and Failed=true conditions");
        }
        if ((turns(COMPLETE) || turns(TARGET)) && is(COMPLETE) && is(TARGET)) {
            conditions("cannot set Complete=True and FailureTarget=true conditions");
        }
        Field end = status.at(END);
        if (turns(COMPLETE) || changes(END)) {
            if (end.isSet() && !is(COMPLETE)) {
                end.invalid("cannot set completionTime when there is no Complete=True condition");
            }
            if (!end.isSet() && is(COMPLETE)) {
                end.required("completionTime is required for Complete jobs");
            }
        }
        Field start = status.at(START);
        boolean both = start.isSet() && end.isSet();
        if ((changes(START) || changes(END))
                && both
                && Instant.parse(end.text()).isBefore(Instant.parse(start.text()))) {
            end.invalid("must be equal to or after `startTime`");
        }
        if ((turns(FAILED) || changes("failedIndexes")) && is(FAILED) && !is(TARGET)) {
            conditions("cannot set Failed=True condition without the FailureTarget=true condition");
        }
        if ((turns(COMPLETE) || turns(MET)) && is(COMPLETE) && !is(MET)) {
            conditions("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
        }
    }

    private void finished() {
        if (!isFinished()) {
            return;
        }
        Field active = status.at("active");
        if ((finishes() || changes("active")) && active.number() > 0) {
            active.invalidNumber("active>0 is invalid for finished job");
        }
        boolean nothingToDo = spec.at("suspend").flag()
                && spec.at("completions").isSet()
                && spec.at("completions").number() == 0;
        if ((finishes() || changes(START)) && !nothingToDo && !status.at(START).isSet()) {
            status.at(START).required("startTime is required for finished job");
        }
        Field uncounted = status.at("uncountedTerminatedPods");
        boolean some =
                !uncounted.at("succeeded").isEmpty() || !uncounted.at("failed").isEmpty();
        if ((finishes() || changes("uncountedTerminatedPods")) && some) {
            uncounted.invalid(UNCOUNTED.of(uncounted.given()), "must be empty for finished job");
        }
    }

    private void indexes() {
        Field completed = status.at("completedIndexes");
        Field failed = status.at("failedIndexes");
        boolean limited = spec.at("completions").isSet();
        long completions = spec.at("completions").number();
        boolean perIndex = spec.at("backoffLimitPerIndex").isSet();
        CompletionIndexes completedOnes = CompletionIndexes.parse(completed.text(), completions);
        CompletionIndexes failedOnes = CompletionIndexes.parse(failed.text(), completions);
        if (changes("completedIndexes") && limited) {
            completedOnes.fault().ifPresent(fault -> completed.invalidText("error parsing completedIndexes: " + fault));
        }
        if (changes("failedIndexes") && limited && perIndex) {
            failedOnes.fault().ifPresent(fault -> failed.invalidText("error parsing failedIndexes: " + fault));
        }
        if (changes("completedIndexes")
                && !completed.isEmpty()
                && !spec.at("completionMode").is("Indexed")) {
            completed.invalidText("cannot set non-empty completedIndexes when non-indexed completion mode");
        }
        if (changes("failedIndexes") && failed.isSet() && !perIndex) {
            failed.invalidText("cannot set non-null failedIndexes when backoffLimitPerIndex is null");
        }
        if ((changes("failedIndexes") || changes("completedIndexes")) && limited && failed.isSet()) {
            completedOnes
                    .firstShared(failedOnes)
                    .ifPresent(index ->
                            failed.invalidText("failedIndexes and completedIndexes overlap at index: " + index));
        }
    }

    private void readyPods() {
        Field terminating = status.at("terminating");
        if ((finishes() || changes("terminating")) && terminating.number() > 0 && isFinished()) {
            terminating.invalidNumber("terminating>0 is invalid for finished job");
        }
        Field ready = status.at("ready");
        if ((changes("ready") || changes("active"))
                && ready.isSet()
                && ready.number() > status.at("active").number()) {
            ready.invalidNumber("cannot set more ready pods than active");
        }
    }

    private void success() {
        if (is(MET) && is(FAILED)) {
            conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions");
        }
        if (is(MET) && is(TARGET)) {
            conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        }
        if (spec.at("successPolicy").isSet() && !is(MET) && is(COMPLETE)) {
            conditions("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
        }
    }

    private void step() {
        for (String type : List.of(FAILED, COMPLETE, TARGET)) {
            if (is(old, type) && !is(type)) {
                conditions("cannot disable the terminal " + type + "=True condition");
            }
        }
        if (status.at("failed").number() < old.path("failed").asLong()) {
            status.at("failed").invalidNumber("cannot decrease the failed counter");
        }
        boolean elastic = spec.at("completionMode").is("Indexed")
                && SameValue.same(
                        spec.at("completions").node(), spec.at("parallelism").node());
        if (!elastic && status.at("succeeded").number() < old.path("succeeded").asLong()) {
            status.at("succeeded").invalidNumber("cannot decrease the succeeded counter");
        }
        if (status.at(END).isSet() && old.has(END) && changes(END)) {
            status.at(END).invalid("field is immutable");
        }
        boolean resumes = is(old, "Suspended") && condition(status.node(), "Suspended", "False");
        if (old.has(START)
                && changes(START)
                && !resumes
                && !oldSpec.path("suspend").asBoolean()) {
            status.at(START).invalid("field is immutable for unsuspended job once set");
        }
        if (is(old, MET) && !is(MET)) {
            conditions("cannot disable the SuccessCriteriaMet=True condition");
        }
        if (is(old, COMPLETE) && !is(old, MET) && is(MET)) {
            conditions("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
        }
    }
}
