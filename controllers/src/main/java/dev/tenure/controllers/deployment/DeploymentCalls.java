package dev.tenure.controllers.deployment;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.AdoptionRule;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.TemplateHash;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The calls of the Deployment controller. Every method blocks and says whether it succeeded; a write that
/// somebody else forestalled fails, and the next look decides again.
final class DeploymentCalls {
    private static final String HISTORY = "deployment.kubernetes.io/revision-history";
    private static final int HISTORY_LENGTH_MAX = 2_000;

    /// Annotations of a Deployment that its sets do not inherit.
    private static final Set<String> NOT_INHERITED = Set.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            ScaleRule.REVISION,
            HISTORY,
            ScaleRule.DESIRED,
            ScaleRule.MAX,
            "deprecated.deployment.rollback.to");

    private final ClusterClient client;
    private final WorkloadCalls shared;

    DeploymentCalls(ClusterClient client) {
        this.client = client;
        this.shared = new WorkloadCalls(client, ResourceTypes.DEPLOYMENTS);
    }

    /// A set for the present template.
    ///
    /// @param revision the number of the rollout
    ObjectNode newest(StoredObject stored, String name, int replicas, long revision) {
        Deployment deployment = stored.view(Deployment.class);
        Document document = Document.of(stored.content());
        String hash = name.substring(stored.key().name().length() + 1);
        ObjectNode set = Json.object().put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
        ObjectNode meta = set.putObject("metadata")
                .put("name", name)
                .put("namespace", stored.key().namespace());
        ObjectNode template = (ObjectNode) document.at("spec", "template").deepCopy();
        template.withObject("/metadata").withObject("/labels").put(TemplateHash.LABEL, hash);
        meta.set("labels", template.path("metadata").path("labels").deepCopy());
        ObjectNode annotations = meta.putObject("annotations");
        deployment.meta().annotations().forEach((key, value) -> {
            if (!NOT_INHERITED.contains(key)) {
                annotations.put(key, value);
            }
        });
        annotations.put(ScaleRule.REVISION, Long.toString(revision));
        sizes(annotations, deployment);
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(ResourceTypes.DEPLOYMENTS, stored));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        if (deployment.minReadySeconds() > 0) {
            spec.put("minReadySeconds", deployment.minReadySeconds());
        }
        ObjectNode selector = (ObjectNode) document.at("spec", "selector").deepCopy();
        selector.withObject("/matchLabels").put(TemplateHash.LABEL, hash);
        spec.set("selector", selector);
        spec.set("template", template);
        return set;
    }

    private static void sizes(ObjectNode annotations, Deployment deployment) {
        annotations
                .put(ScaleRule.DESIRED, Integer.toString(deployment.replicas()))
                .put(ScaleRule.MAX, Integer.toString(deployment.replicas() + ScaleRule.maxSurge(deployment)));
    }

    ApiReply create(ObjectNode set) {
        return client.create(
                ResourceTypes.REPLICA_SETS,
                set.path("metadata").path("namespace").asText(),
                Document.of(set));
    }

    /// Sizes sets; each write holds only if the set is still what was looked at.
    boolean scale(Deployment deployment, Map<StoredObject, Integer> sizes) {
        boolean done = true;
        for (Map.Entry<StoredObject, Integer> entry : sizes.entrySet()) {
            ObjectNode patch = Json.object();
            ObjectNode meta = patch.putObject("metadata")
                    .put("resourceVersion", Long.toString(entry.getKey().revision()));
            sizes(meta.putObject("annotations"), deployment);
            patch.putObject("spec").put("replicas", entry.getValue());
            done &= shared.merge(ResourceTypes.REPLICA_SETS, entry.getKey(), "", patch);
        }
        return done;
    }

    /// Notes the number of the rollout, and other annotations of the Deployment, at its newest set.
    boolean annotate(StoredObject set, Map<String, String> annotations, int minReadySeconds) {
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("resourceVersion", Long.toString(set.revision()));
        ObjectNode noted = meta.putObject("annotations");
        annotations.forEach(noted::put);
        patch.putObject("spec").put("minReadySeconds", minReadySeconds);
        return shared.merge(ResourceTypes.REPLICA_SETS, set, "", patch);
    }

    /// Adopts and releases sets.
    boolean claim(StoredObject deployment, AdoptionRule.Claims claims) {
        boolean done = true;
        for (StoredObject set : claims.release()) {
            done &= shared.release(deployment, ResourceTypes.REPLICA_SETS, set);
        }
        for (StoredObject set : claims.adopt()) {
            done &= shared.adopt(deployment, ResourceTypes.REPLICA_SETS, set);
        }
        return done;
    }

    /// The annotations that the newest set should have and has not.
    static Map<String, String> missing(Deployment deployment, ReplicaSet newest, long revision) {
        var missing = new HashMap<String, String>();
        deployment.meta().annotations().forEach((key, value) -> {
            if (!NOT_INHERITED.contains(key)
                    && !value.equals(newest.meta().annotations().get(key))) {
                missing.put(key, value);
            }
        });
        String number = Long.toString(revision);
        String before = newest.meta().annotations().getOrDefault(ScaleRule.REVISION, "");
        if (!number.equals(before)) {
            missing.put(ScaleRule.REVISION, number);
            if (!before.isEmpty()) {
                former(newest.meta().annotations().getOrDefault(HISTORY, ""), before)
                        .ifPresent(history -> missing.put(HISTORY, history));
            }
        }
        return missing;
    }

    /// The numbers of the rollouts that a set has been before, the eldest of which are forgotten when they
    /// become too many. Upstream: SetNewReplicaSetAnnotations.
    static Optional<String> former(String history, String last) {
        if (history.isEmpty()) {
            return Optional.of(last);
        }
        String longer = history + "," + last;
        while (longer.length() > HISTORY_LENGTH_MAX) {
            int comma = longer.indexOf(',');
            if (comma < 0) {
                return Optional.empty();
            }
            longer = longer.substring(comma + 1);
        }
        return Optional.of(longer);
    }

    /// Written with the status, as upstream: a change of annotations by the main path would count as a new
    /// generation.
    boolean noteRevision(StoredObject deployment, long revision) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(ScaleRule.REVISION, Long.toString(revision));
        return shared.merge(ResourceTypes.DEPLOYMENTS, deployment, "status", patch);
    }

    boolean status(StoredObject deployment, ObjectNode patch) {
        return shared.merge(ResourceTypes.DEPLOYMENTS, deployment, "status", patch);
    }

    /// Whether the set of this name is the one for the present template, only not seen yet, or cannot be
    /// asked for now.
    boolean isNewest(StoredObject deployment, String name) {
        ApiReply reply = client.get(ResourceTypes.REPLICA_SETS, deployment.key().namespace(), name);
        if (!(reply instanceof ApiReply.One(var _, StoredObject standing, var _))) {
            return true;
        }
        boolean owned = standing.view(ReplicaSet.class).meta().isControlledBy(deployment.uid());
        return owned && template(standing).equals(template(deployment));
    }

    private static JsonNode template(StoredObject object) {
        return TemplateHash.withoutHash(Document.of(object.content()).at("spec", "template"));
    }

    /// A set of the same name was made from another template: the next name counts one collision more.
    boolean noteCollision(StoredObject deployment, int collisions) {
        ObjectNode patch = Json.object();
        patch.putObject("status").put("collisionCount", collisions);
        return shared.merge(ResourceTypes.DEPLOYMENTS, deployment, "status", patch);
    }

    boolean delete(StoredObject set) {
        return shared.delete(ResourceTypes.REPLICA_SETS, set);
    }

    static boolean taken(ApiReply reply) {
        return reply.isConflict();
    }
}
