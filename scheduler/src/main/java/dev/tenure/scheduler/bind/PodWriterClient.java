package dev.tenure.scheduler.bind;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ConditionPatch;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/// Writes about pods. Every call blocks, so the loop makes it as work. Safe for use by several threads.
public final class PodWriterClient {
    private static final int ATTEMPTS_MAX = 3;

    private final ClusterClient client;

    /// What a status patch is to change.
    ///
    /// @param condition replaces the one of its type
    /// @param nomination the nominated node; empty takes a nomination back, absent leaves it
    public record StatusChange(Optional<Condition> condition, Optional<String> nomination) {}

    public PodWriterClient(ClusterClient client) {
        this.client = client;
    }

    public WriteOutcome bind(Pod pod, String node) {
        ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid());
        binding.putObject("target").put("kind", "Node").put("name", node);
        return WriteOutcome.of(client.create(
                ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name(), "binding", Document.of(binding)));
    }

    /// Patches the status; tried again at once a few times when somebody else wrote in between.
    public WriteOutcome patchStatus(Pod pod, StatusChange change) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.meta().uid());
        ObjectNode status = patch.putObject("status");
        change.condition()
                .ifPresent(condition -> ConditionPatch.put(status, pod.status().conditions(), condition));
        change.nomination().ifPresent(node -> {
            if (node.isEmpty()) {
                status.putNull("nominatedNodeName");
            } else {
                status.put("nominatedNodeName", node);
            }
        });
        var body = new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch));
        WriteOutcome outcome = new WriteOutcome.Gone();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            outcome = WriteOutcome.of(client.patch(
                    ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name(), "status", body));
            boolean conflict = outcome instanceof WriteOutcome.Refused refused
                    && refused.status().isConflict();
            if (!conflict) {
                return outcome;
            }
        }
        return outcome;
    }

    /// Marks a pod as about to be removed for a more important one, then deletes it.
    public WriteOutcome preempt(Pod victim, String schedulerName, Instant now) {
        var condition = new Condition(
                Pod.DISRUPTION_TARGET,
                Condition.Truth.TRUE,
                "PreemptionByScheduler",
                schedulerName + ": preempting to accommodate a higher priority pod",
                now,
                Instant.EPOCH,
                victim.meta().generation());
        WriteOutcome marked = patchStatus(victim, new StatusChange(Optional.of(condition), Optional.empty()));
        if (!(marked instanceof WriteOutcome.Written)) {
            return marked;
        }
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", victim.meta().uid());
        return WriteOutcome.of(client.delete(
                ResourceTypes.PODS, victim.meta().namespace(), victim.meta().name(), Document.of(options)));
    }
}
