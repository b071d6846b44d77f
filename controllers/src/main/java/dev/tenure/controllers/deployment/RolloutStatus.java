package dev.tenure.controllers.deployment;

import dev.tenure.controllers.workload.StatusFields;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.Deployment.DeploymentStatus;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Works out the status of a Deployment, with its conditions. Upstream: progress.go, sync.go
/// (calculateStatus).
final class RolloutStatus {
    private static final String AVAILABLE = "Available";
    private static final String PROGRESSING = "Progressing";
    private static final String REPLICA_FAILURE = "ReplicaFailure";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final String NEW_AVAILABLE = "NewReplicaSetAvailable";
    private static final String PAUSED = "DeploymentPaused";
    /// The reason of Event and condition when a set could not be made.
    static final String CREATE_FAILED = "ReplicaSetCreateError";

    private final Deployment deployment;
    private final RolloutRule.View view;
    private final Supplier<Document> document;
    private final Instant now;
    private final UnaryOperator<Instant> asOfNow;
    /// The conditions as they are to be; absent for as long as nobody needs more than the Deployment's view
    /// of them.
    private @Nullable ArrayNode changed;

    /// @param document the Deployment as it stands; only read, and only when its conditions change
    RolloutStatus(Supplier<Document> document, RolloutRule.View view, ClockReading clock) {
        this.deployment = view.deployment();
        this.view = view;
        this.now = clock.now().truncatedTo(ChronoUnit.SECONDS);
        this.asOfNow = clock.asOfNow();
        this.document = document;
    }

    private ArrayNode conditions() {
        ArrayNode known = changed;
        if (known == null) {
            known = present().deepCopy();
            changed = known;
        }
        return known;
    }

    private ArrayNode present() {
        return document.get()
                .list("status", "conditions")
                .orElseGet(() -> Json.object().putArray("conditions"));
    }

    /// What the status has to say, as a merge patch for `/status`; empty when it says so already. To be asked
    /// once.
    ///
    /// @param created the name of a set that was just made, if one was
    Optional<ObjectNode> wanted(Optional<String> created) {
        List<ReplicaSet> all = view.all();
        int available = ScaleRule.available(all);
        int replicas = 0;
        int ready = 0;
        int terminating = 0;
        for (ReplicaSet set : all) {
            replicas += set.status().replicas();
            ready += set.status().readyReplicas();
            terminating += set.status().terminatingReplicas();
        }
        var status = new DeploymentStatus(
                deployment.meta().generation(),
                replicas,
                view.newest().map(set -> set.status().replicas()).orElse(0),
                ready,
                available,
                Math.max(0, ScaleRule.replicas(all) - available),
                terminating,
                deployment.status().collisionCount(),
                deployment.status().conditions());
        availability(status);
        pause();
        found();
        if (deployment.progressDeadlineSeconds().isPresent()) {
            created.ifPresent(
                    name -> progress("True", "NewReplicaSetCreated", "Created new replica set \"" + name + "\""));
        }
        if (created.isEmpty() && !deployment.paused()) {
            advance(status);
        }
        failure();
        Optional<ArrayNode> others = Optional.ofNullable(changed).filter(list -> !list.equals(present()));
        boolean reported = others.isEmpty() && status.equals(deployment.status());
        return reported ? Optional.empty() : Optional.of(patch(status, others));
    }

    private void availability(DeploymentStatus status) {
        boolean enough = status.availableReplicas() >= deployment.replicas() - ScaleRule.maxUnavailable(deployment);
        set(
                AVAILABLE,
                enough ? "True" : "False",
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                enough ? "Deployment has minimum availability." : "Deployment does not have minimum availability.");
    }

    /// A set that was there before anybody asked for progress begins a rollout.
    private void found() {
        if (deployment.progressDeadlineSeconds().isEmpty()) {
            if (!status(PROGRESSING).isEmpty()) {
                remove(conditions(), PROGRESSING);
            }
        } else if (status(PROGRESSING).isEmpty()) {
            view.newest()
                    .ifPresent(set -> progress(
                            "True",
                            "FoundNewReplicaSet",
                            "Found new replica set \"" + set.meta().name() + "\""));
        }
    }

    /// What the status has to say when no set could be made, as a merge patch for `/status`.
    Optional<ObjectNode> failedToCreate(String message) {
        if (deployment.progressDeadlineSeconds().isEmpty()) {
            return Optional.empty();
        }
        progress("False", CREATE_FAILED, message);
        ObjectNode patch = Json.object();
        patch.putObject("status").set("conditions", conditions());
        return Optional.of(patch);
    }

    private void pause() {
        if (deployment.progressDeadlineSeconds().isEmpty()
                || reason(PROGRESSING).equals(TIMED_OUT)) {
            return;
        }
        boolean saysPaused = reason(PROGRESSING).equals(PAUSED);
        if (deployment.paused() && !saysPaused) {
            progress("Unknown", PAUSED, "Deployment is paused");
        } else if (!deployment.paused() && saysPaused) {
            progress("Unknown", "DeploymentResumed", "Deployment is resumed");
        }
    }

    private void advance(DeploymentStatus status) {
        if (deployment.progressDeadlineSeconds().isEmpty()) {
            return;
        }
        boolean settled = status.replicas() == status.updatedReplicas()
                && reason(PROGRESSING).equals(NEW_AVAILABLE);
        if (settled) {
            return;
        }
        String what = view.newest()
                .map(set -> "ReplicaSet \"" + set.meta().name() + "\"")
                .orElse("Deployment \"" + deployment.meta().name() + "\"");
        if (ScaleRule.complete(deployment, status)) {
            progress("True", NEW_AVAILABLE, what + " has successfully progressed.");
        } else if (advanced(status)) {
            progress("True", "ReplicaSetUpdated", what + " is progressing.");
        } else if (timedOut()) {
            progress("False", TIMED_OUT, what + " has timed out progressing.");
        }
    }

    private boolean advanced(DeploymentStatus status) {
        DeploymentStatus before = deployment.status();
        return status.updatedReplicas() > before.updatedReplicas()
                || status.replicas() - status.updatedReplicas() < before.replicas() - before.updatedReplicas()
                || status.readyReplicas() > before.readyReplicas()
                || status.availableReplicas() > before.availableReplicas();
    }

    private boolean timedOut() {
        return timeOutIn().filter(left -> left.isNegative() || left.isZero()).isPresent();
    }

    /// How long until the rollout counts as failed, if nothing moves; absent when it cannot.
    Optional<Duration> timeOutIn() {
        String reason = reason(PROGRESSING);
        if (reason.isEmpty()
                || reason.equals(NEW_AVAILABLE)
                || reason.equals(PAUSED)
                || deployment.progressDeadlineSeconds().isEmpty()) {
            return Optional.empty();
        }
        if (reason.equals(TIMED_OUT)) {
            return Optional.of(Duration.ZERO);
        }
        Duration deadline =
                Duration.ofSeconds(deployment.progressDeadlineSeconds().getAsInt());
        return updated(written(PROGRESSING))
                .map(at -> Duration.between(now, asOfNow.apply(at).plus(deadline)));
    }

    private static Optional<Instant> updated(Optional<ObjectNode> condition) {
        try {
            return condition.map(
                    found -> Instant.parse(found.path("lastUpdateTime").asText()));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /// The failure of one set, of the newest if it has one.
    private void failure() {
        Optional<Condition> failure = view.newest()
                .flatMap(set -> Condition.find(set.status().conditions(), REPLICA_FAILURE))
                .or(() -> view.old().stream()
                        .flatMap(set -> Condition.find(set.status().conditions(), REPLICA_FAILURE).stream())
                        .findFirst());
        if (failure.isPresent()) {
            Condition reported = failure.get();
            set(REPLICA_FAILURE, reported.status().word(), reported.reason(), reported.message());
        } else if (!status(REPLICA_FAILURE).isEmpty()) {
            remove(conditions(), REPLICA_FAILURE);
        }
    }

    private void progress(String status, String reason, String message) {
        set(PROGRESSING, status, reason, message);
    }

    /// A condition with the same status and reason stays as it is, but for one that tells of progress: its
    /// time of update is what the deadline counts from. One that changes moves behind the others. Upstream:
    /// deployment_util.go (SetDeploymentCondition).
    private void set(String type, String status, String reason, String message) {
        boolean progress = type.equals(PROGRESSING) && reason.equals("ReplicaSetUpdated");
        if (!progress && reason(type).equals(reason) && status(type).equals(status)) {
            return;
        }
        ObjectNode condition = written(type).orElseGet(() -> Json.object().put("type", type));
        remove(conditions(), type);
        conditions().add(condition);
        boolean sameStatus = condition.path("status").asText().equals(status);
        condition.put("status", status).put("reason", reason).put("message", message);
        condition.put("lastUpdateTime", now.toString());
        if (!sameStatus) {
            condition.put("lastTransitionTime", now.toString());
        }
    }

    private static void remove(ArrayNode conditions, String type) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").asText().equals(type)) {
                conditions.remove(i);
                return;
            }
        }
    }

    private String reason(String type) {
        return changed == null
                ? reported(type).map(Condition::reason).orElse("")
                : written(type)
                        .map(condition -> condition.path("reason").asText())
                        .orElse("");
    }

    private String status(String type) {
        return changed == null
                ? reported(type).map(condition -> condition.status().word()).orElse("")
                : written(type)
                        .map(condition -> condition.path("status").asText())
                        .orElse("");
    }

    private Optional<Condition> reported(String type) {
        return Condition.find(deployment.status().conditions(), type);
    }

    /// The condition with all that it says; it may be changed.
    private Optional<ObjectNode> written(String type) {
        for (JsonNode condition : conditions()) {
            if (condition instanceof ObjectNode object
                    && object.path("type").asText().equals(type)) {
                return Optional.of(object);
            }
        }
        return Optional.empty();
    }

    /// @param conditions all of them, if one has changed
    private static ObjectNode patch(DeploymentStatus wanted, Optional<ArrayNode> conditions) {
        ObjectNode patch = Json.object();
        ObjectNode status = patch.putObject("status").put("observedGeneration", wanted.observedGeneration());
        StatusFields.count(status, "replicas", wanted.replicas());
        StatusFields.count(status, "updatedReplicas", wanted.updatedReplicas());
        StatusFields.count(status, "readyReplicas", wanted.readyReplicas());
        StatusFields.count(status, "availableReplicas", wanted.availableReplicas());
        StatusFields.count(status, "unavailableReplicas", wanted.unavailableReplicas());
        status.put("terminatingReplicas", wanted.terminatingReplicas());
        conditions.ifPresent(list -> status.set("conditions", list));
        return patch;
    }
}
