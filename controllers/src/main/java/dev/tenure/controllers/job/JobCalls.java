package dev.tenure.controllers.job;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.AdoptionRule;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.StatusFields;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.batch.Job.JobStatus;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The calls of the job controller. Every method blocks; those that answer yes or no say whether it is done.
final class JobCalls {
    private final ClusterClient client;
    private final WorkloadCalls shared;

    JobCalls(ClusterClient client) {
        this.client = client;
        this.shared = new WorkloadCalls(client, ResourceTypes.JOBS);
    }

    /// Makes a pod that bears the finalizer by which it is counted.
    ///
    /// @param index its number, in an indexed job
    /// @param annotations further ones that it bears
    ApiReply create(StoredObject job, OptionalInt index, Map<String, String> annotations) {
        Document document = Document.of(job.content());
        ObjectNode pod = PodTemplateShape.pod(ResourceTypes.JOBS, job, document.at("spec", "template"));
        ObjectNode meta = (ObjectNode) pod.path("metadata");
        meta.withArray("finalizers").add(Tally.FINALIZER);
        index.ifPresent(number -> number(pod, job.key().name(), number));
        annotations.forEach((key, value) -> meta.withObject("/annotations").put(key, value));
        return client.create(ResourceTypes.PODS, job.key().namespace(), Document.of(pod));
    }

    private static void number(ObjectNode pod, String job, int index) {
        String text = Integer.toString(index);
        ObjectNode meta = (ObjectNode) pod.path("metadata");
        meta.put("generateName", job + "-" + text + "-");
        meta.withObject("/annotations").put(Indexes.KEY, text);
        meta.withObject("/labels").put(Indexes.KEY, text);
        ObjectNode spec = (ObjectNode) pod.path("spec");
        spec.put("hostname", job + "-" + text);
        for (String list : new String[] {"initContainers", "containers"}) {
            spec.path(list).forEach(container -> addCompletionIndex((ObjectNode) container));
        }
    }

    private static void addCompletionIndex(ObjectNode container) {
        ArrayNode variables = container.withArray("env");
        for (var variable : variables) {
            if (variable.path("name").asText().equals("JOB_COMPLETION_INDEX")) {
                return;
            }
        }
        variables
                .addObject()
                .put("name", "JOB_COMPLETION_INDEX")
                .putObject("valueFrom")
                .putObject("fieldRef")
                .put("fieldPath", "metadata.labels['" + Indexes.KEY + "']");
    }

    /// Deletes a job whose time is up, after its pods. Upstream: ttlafterfinished_controller.go (processJob).
    boolean expire(StoredObject job) {
        return shared.deleteAfterDependents(ResourceTypes.JOBS, job);
    }

    ApiReply deletePod(StoredObject pod) {
        return shared.deletePod(pod);
    }

    /// Takes pods, which then bear the finalizer by which they are counted, and lets others go without it.
    boolean claim(StoredObject job, AdoptionRule.Claims claims) {
        List<String> finalizers = List.of(Tally.FINALIZER);
        boolean done = true;
        for (StoredObject pod : claims.release()) {
            done &= shared.release(job, ResourceTypes.PODS, pod, finalizers);
        }
        for (StoredObject pod : claims.adopt()) {
            done &= shared.adopt(job, ResourceTypes.PODS, pod, finalizers);
        }
        return done;
    }

    /// Lets a pod go that is counted, or that nobody counts.
    boolean release(Pod pod) {
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("uid", pod.meta().uid());
        meta.putArray("$deleteFromPrimitiveList/finalizers").add(Tally.FINALIZER);
        return client.patch(
                        ResourceTypes.PODS,
                        pod.meta().namespace(),
                        pod.meta().name(),
                        "",
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)))
                .succeededOrGone();
    }

    /// Writes the status on exactly the revision that it was worked out from: what counts a pod must not
    /// count it twice.
    boolean writeStatus(StoredObject job, JobStatus wanted) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", job.uid()).put("resourceVersion", Long.toString(job.revision()));
        ObjectNode status =
                patch.putObject("status").put("ready", wanted.ready()).put("terminating", wanted.terminating());
        StatusFields.count(status, "active", wanted.active());
        StatusFields.count(status, "succeeded", wanted.succeeded());
        StatusFields.count(status, "failed", wanted.failed());
        status.put(
                "startTime",
                wanted.startTime()
                        .map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString())
                        .orElse(null));
        status.put(
                "completionTime",
                wanted.completionTime()
                        .map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString())
                        .orElse(null));
        status.put("completedIndexes", wanted.completedIndexes().isEmpty() ? null : wanted.completedIndexes());
        wanted.failedIndexes().ifPresent(failed -> status.put("failedIndexes", failed));
        ObjectNode uncounted = status.putObject("uncountedTerminatedPods");
        uids(uncounted, "succeeded", wanted.uncountedSucceeded());
        uids(uncounted, "failed", wanted.uncountedFailed());
        if (!wanted.conditions().isEmpty()) {
            ArrayNode conditions = status.putArray("conditions");
            wanted.conditions().forEach(condition -> conditions.add(condition(condition)));
        }
        return shared.merge(ResourceTypes.JOBS, job, "status", patch);
    }

    private static void uids(ObjectNode uncounted, String field, Collection<String> uids) {
        if (uids.isEmpty()) {
            uncounted.putNull(field);
        } else {
            ArrayNode list = uncounted.putArray(field);
            uids.stream().sorted().forEach(list::add);
        }
    }

    private static ObjectNode condition(Condition condition) {
        return Json.object()
                .put("type", condition.type())
                .put("status", condition.status().word())
                .put(
                        "lastProbeTime",
                        condition
                                .lastHeartbeatTime()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put(
                        "lastTransitionTime",
                        condition
                                .lastTransitionTime()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put("reason", condition.reason())
                .put("message", condition.message());
    }
}
