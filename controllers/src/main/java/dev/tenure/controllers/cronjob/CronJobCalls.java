package dev.tenure.controllers.cronjob;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.batch.CronJob.ActiveJob;
import dev.tenure.model.batch.CronJob.CronJobStatus;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// The calls of the controller of CronJobs. Every method blocks.
final class CronJobCalls {
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

    private final ClusterClient client;
    private final WorkloadCalls shared;

    CronJobCalls(ClusterClient client) {
        this.client = client;
        this.shared = new WorkloadCalls(client, ResourceTypes.CRON_JOBS);
    }

    /// The name of the job for one start: the same start never makes two jobs.
    static String jobName(StoredObject cronJob, Instant start) {
        return cronJob.key().name() + "-" + Math.floorDiv(start.getEpochSecond(), 60);
    }

    /// Makes the job for one start.
    ApiReply create(StoredObject cronJob, Instant start, ZoneId zone) {
        JsonNode template = Document.of(cronJob.content()).at("spec", "jobTemplate");
        ObjectNode job = Json.object().put("apiVersion", "batch/v1").put("kind", "Job");
        ObjectNode meta = job.putObject("metadata")
                .put("name", jobName(cronJob, start))
                .put("namespace", cronJob.key().namespace());
        if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
            meta.set("labels", labels.deepCopy());
        }
        ObjectNode annotations = meta.putObject("annotations");
        if (template.path("metadata").path("annotations") instanceof ObjectNode given) {
            annotations.setAll(given.deepCopy());
        }
        annotations.put(SCHEDULED, TIME.format(start.atZone(zone)));
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(ResourceTypes.CRON_JOBS, cronJob));
        job.set("spec", template.path("spec").deepCopy());
        return client.create(ResourceTypes.JOBS, cronJob.key().namespace(), Document.of(job));
    }

    ApiReply job(String namespace, String name) {
        return client.get(ResourceTypes.JOBS, namespace, name);
    }

    ApiReply cronJob(StoredObject cronJob) {
        return client.get(
                ResourceTypes.CRON_JOBS,
                cronJob.key().namespace(),
                cronJob.key().name());
    }

    ApiReply delete(StoredObject job) {
        return shared.deleteBeforeDependents(ResourceTypes.JOBS, job);
    }

    /// Writes the status on exactly the revision that it was worked out from.
    boolean writeStatus(StoredObject cronJob, CronJobStatus wanted) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", cronJob.uid()).put("resourceVersion", Long.toString(cronJob.revision()));
        ObjectNode status = patch.putObject("status");
        if (wanted.active().isEmpty()) {
            status.putNull("active");
        } else {
            ArrayNode active = status.putArray("active");
            wanted.active().forEach(job -> active.add(reference(job)));
        }
        wanted.lastScheduleTime().ifPresent(at -> status.put("lastScheduleTime", seconds(at)));
        wanted.lastSuccessfulTime().ifPresent(at -> status.put("lastSuccessfulTime", seconds(at)));
        return shared.merge(ResourceTypes.CRON_JOBS, cronJob, "status", patch);
    }

    private static String seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static ObjectNode reference(ActiveJob job) {
        return Json.object()
                .put("kind", "Job")
                .put("namespace", job.namespace())
                .put("name", job.name())
                .put("uid", job.uid())
                .put("apiVersion", "batch/v1")
                .put("resourceVersion", job.resourceVersion());
    }
}
