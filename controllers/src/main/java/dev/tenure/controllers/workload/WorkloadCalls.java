package dev.tenure.controllers.workload;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.List;

/// The calls that controllers of workloads share. Every method blocks; those that answer yes or no say
/// whether it is done.
public final class WorkloadCalls {

    private final ClusterClient client;
    private final ResourceType type;

    /// @param type of the workload
    public WorkloadCalls(ClusterClient client, ResourceType type) {
        this.client = client;
        this.type = type;
    }

    public ApiReply createPod(String namespace, Document pod) {
        return client.create(ResourceTypes.PODS, namespace, pod);
    }

    /// Deletes exactly this object.
    public boolean delete(ResourceType what, StoredObject object) {
        return tryDelete(what, object, Deletion.of(object.uid())).succeededOrGone();
    }

    /// Deletes exactly this object, which goes only after what it owns.
    public boolean deleteAfterDependents(ResourceType what, StoredObject object) {
        return tryDelete(what, object, Deletion.of(object.uid()).propagating("Foreground"))
                .succeededOrGone();
    }

    /// Deletes exactly this object; what it owns follows it.
    public ApiReply deleteBeforeDependents(ResourceType what, StoredObject object) {
        return tryDelete(what, object, Deletion.of(object.uid()).propagating("Background"));
    }

    private ApiReply tryDelete(ResourceType what, StoredObject object, Deletion deletion) {
        return client.delete(what, object.key().namespace(), object.key().name(), deletion);
    }

    /// Deletes exactly this pod.
    public ApiReply deletePod(StoredObject pod) {
        return tryDelete(ResourceTypes.PODS, pod, Deletion.of(pod.uid()));
    }

    /// Whether a call deleted something.
    public static boolean deleted(Outcome<ApiReply> outcome) {
        return outcome instanceof Outcome.Done<ApiReply>(var reply) && !(reply instanceof ApiReply.Failure);
    }

    /// Whether a call failed because what it was about is not there.
    public static boolean gone(Outcome<ApiReply> outcome) {
        return outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.isNotFound();
    }

    /// Makes a revision. One of the same name with another template makes the set count a collision, which
    /// gives the next try another name.
    ///
    /// @param collisions so far
    public boolean makeRevision(StoredObject set, ObjectNode revision, int collisions) {
        String namespace = set.key().namespace();
        ApiReply reply = client.create(ResourceTypes.CONTROLLER_REVISIONS, namespace, Document.of(revision));
        if (!(reply instanceof ApiReply.Failure(var status, var _)) || !status.isConflict()) {
            return reply.succeededOrGone();
        }
        String name = revision.path("metadata").path("name").asText();
        ApiReply standing = client.get(ResourceTypes.CONTROLLER_REVISIONS, namespace, name);
        if (standing instanceof ApiReply.One(var _, StoredObject found, var _)
                && RevisionHistory.sameData(found, revision)) {
            // that of a set of the same name which is gone is soon gone too
            return found.header().ownerUids().contains(set.uid());
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(set.revision()));
        patch.putObject("status").put("collisionCount", collisions + 1);
        return merge(type, set, "status", patch);
    }

    public boolean renumber(RevisionHistory.Revision revision, long number) {
        ObjectNode patch = Json.object().put("revision", number);
        patch.putObject("metadata")
                .put("resourceVersion", Long.toString(revision.stored().revision()));
        return merge(ResourceTypes.CONTROLLER_REVISIONS, revision.stored(), "", patch);
    }

    /// Whether something could not be made because its namespace is on its way out. Upstream:
    /// NamespaceTerminatingCause.
    public static boolean namespaceGoes(Status why) {
        return why.details()
                .filter(details -> details.causes().stream()
                        .anyMatch(cause -> cause.reason().equals("NamespaceTerminating")))
                .isPresent();
    }

    /// Makes the set the controller of an object that has none, unless the API says that the set itself is
    /// gone or going: what was copied may be older. Upstream: RecheckDeletionTimestamp.
    public boolean adopt(StoredObject set, ResourceType what, StoredObject orphan) {
        return adopt(set, what, orphan, List.of());
    }

    /// As [#adopt(StoredObject, ResourceType, StoredObject)]; the object bears these finalizers then.
    public boolean adopt(StoredObject set, ResourceType what, StoredObject orphan, List<String> finalizers) {
        boolean stays = client.get(type, set.key().namespace(), set.key().name())
                        instanceof ApiReply.One(var _, StoredObject fresh, var _)
                && fresh.uid().equals(set.uid())
                && !fresh.header().deleting();
        if (!stays) {
            return false;
        }
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("uid", orphan.uid());
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(type, set));
        if (!finalizers.isEmpty()) {
            finalizers.forEach(meta.putArray("finalizers")::add);
        }
        return strategic(what, orphan, patch);
    }

    /// Lets an object go whose labels are no longer those of the set.
    public boolean release(StoredObject set, ResourceType what, StoredObject owned) {
        return release(set, what, owned, List.of());
    }

    /// As [#release(StoredObject, ResourceType, StoredObject)]; these finalizers go as well.
    public boolean release(StoredObject set, ResourceType what, StoredObject owned, List<String> finalizers) {
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("uid", owned.uid());
        meta.putArray("ownerReferences").addObject().put("$patch", "delete").put("uid", set.uid());
        if (!finalizers.isEmpty()) {
            finalizers.forEach(meta.putArray("$deleteFromPrimitiveList/finalizers")::add);
        }
        return strategic(what, owned, patch);
    }

    /// Takes owners from an object and gives it others.
    ///
    /// @param gone their uids
    public boolean changeOwners(
            ResourceType what, StoredObject object, Collection<String> gone, Collection<ObjectNode> added) {
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("uid", object.uid());
        ArrayNode owners = meta.putArray("ownerReferences");
        gone.forEach(uid -> owners.addObject().put("$patch", "delete").put("uid", uid));
        added.forEach(owners::add);
        return strategic(what, object, patch);
    }

    private boolean strategic(ResourceType what, StoredObject object, ObjectNode patch) {
        return client.patch(
                        what,
                        object.key().namespace(),
                        object.key().name(),
                        "",
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)))
                .succeededOrGone();
    }

    /// Writes fields of the status, null for those that go.
    public boolean writeStatus(StoredObject set, ObjectNode status) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", set.uid());
        patch.set("status", status);
        return merge(type, set, "status", patch);
    }

    /// A merge patch of an object or of a subresource of it.
    ///
    /// @param subresource empty for the object itself
    public boolean merge(ResourceType what, StoredObject object, String subresource, ObjectNode patch) {
        return client.patch(
                        what,
                        object.key().namespace(),
                        object.key().name(),
                        subresource,
                        new Body(Body.MERGE_PATCH, Document.of(patch)))
                .succeededOrGone();
    }

    /// As [#namespaceGoes(Status)], of a call that has ended.
    public static boolean namespaceGoes(Outcome<ApiReply> outcome) {
        return outcome instanceof Outcome.Done<ApiReply>(ApiReply.Failure(var why, var _)) && namespaceGoes(why);
    }

    /// Why a call did not do what it should have done.
    public static String whyNot(Outcome<ApiReply> outcome) {
        return switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> status.message();
            case Outcome.Done<ApiReply> _ -> "the server answered something else";
            case Outcome.Failed<ApiReply>(var cause) -> String.valueOf(cause.getMessage());
        };
    }
}
