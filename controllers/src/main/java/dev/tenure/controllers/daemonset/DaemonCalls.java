package dev.tenure.controllers.daemonset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.DaemonSet.DaemonSetStatus;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;

/// The calls of the daemon set controller. Every method blocks; those that answer yes or no say whether it is done.
final class DaemonCalls {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ClusterClient client;

    DaemonCalls(ClusterClient client) {
        this.client = client;
    }

    ApiReply createPod(String namespace, Document pod) {
        return client.create(ResourceTypes.PODS, namespace, pod);
    }

    boolean delete(ResourceType type, StoredObject object) {
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", object.uid());
        return done(client.delete(type, object.key().namespace(), object.key().name(), Document.of(options)));
    }

    /// Makes a revision. One of the same name with another template makes the set count a collision, which gives the
    /// next try another name.
    boolean makeRevision(StoredObject set, ObjectNode revision) {
        String namespace = set.key().namespace();
        ApiReply reply = client.create(ResourceTypes.CONTROLLER_REVISIONS, namespace, Document.of(revision));
        if (!(reply instanceof ApiReply.Failure(var status, var _)) || status.code() != CONFLICT) {
            return done(reply);
        }
        String name = revision.path("metadata").path("name").asText();
        ApiReply standing = client.get(ResourceTypes.CONTROLLER_REVISIONS, namespace, name);
        if (standing instanceof ApiReply.One(var _, StoredObject found, var _) && DaemonHistory.same(found, revision)) {
            return true;
        }
        int collisions = set.view(DaemonSet.class).status().collisionCount().orElse(0) + 1;
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(set.revision()));
        patch.putObject("status").put("collisionCount", collisions);
        return done(patch(ResourceTypes.DAEMON_SETS, set, "status", patch));
    }

    boolean renumber(DaemonHistory.Revision revision, long number) {
        ObjectNode patch = Json.object().put("revision", number);
        patch.putObject("metadata")
                .put("resourceVersion", Long.toString(revision.stored().revision()));
        return done(patch(ResourceTypes.CONTROLLER_REVISIONS, revision.stored(), "", patch));
    }

    /// Makes the set the controller of an object that has none.
    boolean adopt(StoredObject set, ResourceType type, StoredObject orphan) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", orphan.uid())
                .putArray("ownerReferences")
                .add(PodTemplateShape.controllerReference(ResourceTypes.DAEMON_SETS, set));
        return strategic(type, orphan, patch);
    }

    /// Lets a pod go whose labels are no longer those of the set.
    boolean release(StoredObject set, StoredObject pod) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", pod.uid())
                .putArray("ownerReferences")
                .addObject()
                .put("$patch", "delete")
                .put("uid", set.uid());
        return strategic(ResourceTypes.PODS, pod, patch);
    }

    private boolean strategic(ResourceType type, StoredObject object, ObjectNode patch) {
        return done(client.patch(
                type,
                object.key().namespace(),
                object.key().name(),
                "",
                new Body(Body.STRATEGIC_MERGE_PATCH, Json.write(patch))));
    }

    boolean writeStatus(StoredObject set, DaemonSetStatus wanted) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", set.uid());
        ObjectNode status = patch.putObject("status")
                .put("currentNumberScheduled", wanted.currentNumberScheduled())
                .put("numberMisscheduled", wanted.numberMisscheduled())
                .put("desiredNumberScheduled", wanted.desiredNumberScheduled())
                .put("numberReady", wanted.numberReady())
                .put("observedGeneration", wanted.observedGeneration());
        count(status, "updatedNumberScheduled", wanted.updatedNumberScheduled());
        count(status, "numberAvailable", wanted.numberAvailable());
        count(status, "numberUnavailable", wanted.numberUnavailable());
        return done(patch(ResourceTypes.DAEMON_SETS, set, "status", patch));
    }

    private static void count(ObjectNode status, String field, int value) {
        if (value == 0) {
            status.putNull(field);
        } else {
            status.put(field, value);
        }
    }

    private ApiReply patch(ResourceType type, StoredObject object, String subresource, ObjectNode patch) {
        return client.patch(
                type,
                object.key().namespace(),
                object.key().name(),
                subresource,
                new Body(Body.MERGE_PATCH, Json.write(patch)));
    }

    private static boolean done(ApiReply reply) {
        return !(reply instanceof ApiReply.Failure(var status, var _)) || status.code() == NOT_FOUND;
    }
}
