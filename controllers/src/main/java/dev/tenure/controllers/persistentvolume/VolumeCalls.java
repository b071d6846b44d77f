package dev.tenure.controllers.persistentvolume;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.rules.volume.PodVolumeRule;
import dev.tenure.rules.volume.VolumeMatchRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls of the binder. What is called here blocks. Every change names the revision that it was
/// decided on, so that one that comes too late is refused; whatever fails is decided anew.
final class VolumeCalls {
    private static final String ATTRIBUTES_CLASS = "volumeAttributesClassName";
    private static final ResourceType VOLUMES = ResourceTypes.PERSISTENT_VOLUMES;
    private static final ResourceType CLAIMS = ResourceTypes.PERSISTENT_VOLUME_CLAIMS;

    private final ClusterClient client;

    VolumeCalls(ClusterClient client) {
        this.client = client;
    }

    /// Whether [#bind] would change anything.
    static boolean differs(StoredObject volume, StoredObject claim) {
        PersistentVolumeClaim wanted = claim.view(PersistentVolumeClaim.class);
        return !refers(volume, claim)
                || !volume.view(PersistentVolume.class).phase().equals("Bound")
                || !wanted.phase().equals("Bound")
                || !wanted.volumeName().equals(volume.key().name())
                || !wanted.meta().annotations().containsKey(ClaimSyncRule.BIND_COMPLETED);
    }

    private static boolean refers(StoredObject volume, StoredObject claim) {
        return volume.view(PersistentVolume.class)
                .claim()
                .filter(reference -> reference.uid().equals(claim.uid()))
                .isPresent();
    }

    /// Lets volume and claim name each other, the volume first.
    boolean bind(StoredObject volume, StoredObject claim) {
        Optional<StoredObject> kept = refers(volume, claim) ? Optional.of(volume) : keep(volume, claim);
        return kept.flatMap(now -> phase(now, "Bound"))
                .flatMap(bound -> name(claim, bound).flatMap(named -> settle(named, bound)))
                .isPresent();
    }

    private Optional<StoredObject> keep(StoredObject volume, StoredObject claim) {
        ObjectNode patch = Json.object();
        boolean asked =
                VolumeMatchRule.keptFor(volume.view(PersistentVolume.class), claim.view(PersistentVolumeClaim.class));
        if (!asked) {
            patch.putObject("metadata").putObject("annotations").put(ClaimSyncRule.BOUND_BY_CONTROLLER, "yes");
        }
        patch.putObject("spec").set("claimRef", SimulatedVolume.reference(claim));
        return patched(VOLUMES, volume, "", patch);
    }

    private Optional<StoredObject> name(StoredObject claim, StoredObject volume) {
        PersistentVolumeClaim wanted = claim.view(PersistentVolumeClaim.class);
        boolean named = wanted.volumeName().equals(volume.key().name());
        if (named && wanted.meta().annotations().containsKey(ClaimSyncRule.BIND_COMPLETED)) {
            return Optional.of(claim);
        }
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        annotations.put(ClaimSyncRule.BIND_COMPLETED, "yes");
        if (!named) {
            annotations.put(ClaimSyncRule.BOUND_BY_CONTROLLER, "yes");
            patch.putObject("spec").put("volumeName", volume.key().name());
        }
        return patched(CLAIMS, claim, "", patch);
    }

    private Optional<StoredObject> settle(StoredObject claim, StoredObject volume) {
        String phase = claim.view(PersistentVolumeClaim.class).phase();
        if (phase.equals("Bound")) {
            return Optional.of(claim);
        }
        JsonNode spec = Json.readObject(volume.json()).path("spec");
        ObjectNode patch = Json.object();
        ObjectNode status = patch.putObject("status").put("phase", "Bound");
        status.set("accessModes", spec.path("accessModes"));
        status.set("capacity", spec.path("capacity"));
        if (phase.equals("Pending") && spec.hasNonNull(ATTRIBUTES_CLASS)) {
            // later it is for those who change volumes
            status.set("currentVolumeAttributesClassName", spec.path(ATTRIBUTES_CLASS));
        }
        return patched(CLAIMS, claim, "status", patch);
    }

    /// The phase of a claim without a volume, of which its status says nothing any more.
    boolean claimPhase(StoredObject claim, String phase) {
        ObjectNode patch = Json.object();
        ObjectNode status = patch.putObject("status").put("phase", phase);
        status.putNull("accessModes").putNull("capacity").putNull("currentVolumeAttributesClassName");
        return patched(CLAIMS, claim, "status", patch).isPresent();
    }

    boolean classify(StoredObject claim, String storageClass) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("storageClassName", storageClass);
        return patched(CLAIMS, claim, "", patch).isPresent();
    }

    /// Tells the provisioner of the class to make a volume.
    boolean provision(StoredObject claim, StorageClass storageClass) {
        Map<String, String> given =
                claim.view(PersistentVolumeClaim.class).meta().annotations();
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        for (String name : new String[] {
            "volume.kubernetes.io/storage-provisioner", "volume.beta.kubernetes.io/storage-provisioner"
        }) {
            if (!storageClass.provisioner().equals(given.get(name))) {
                annotations.put(name, storageClass.provisioner());
            }
        }
        return annotations.isEmpty() || patched(CLAIMS, claim, "", patch).isPresent();
    }

    /// Makes a simulated volume, for the node that was selected if one was.
    boolean make(StoredObject claim, StoredObject storageClass) {
        String node =
                claim.view(PersistentVolumeClaim.class).meta().annotations().get(ClaimSyncRule.SELECTED_NODE);
        Optional<Map<String, String>> labels = Optional.empty();
        if (node != null) {
            if (!(client.get(ResourceTypes.NODES, "", node) instanceof ApiReply.One(var _, var found, var _))) {
                ObjectNode patch = Json.object();
                patch.putObject("metadata").putObject("annotations").putNull(ClaimSyncRule.SELECTED_NODE);
                return patched(CLAIMS, claim, "", patch).isPresent();
            }
            labels = Optional.of(found.view(Node.class).meta().labels());
        }
        ApiReply reply = client.create(VOLUMES, "", Document.of(SimulatedVolume.of(claim, storageClass, labels)));
        return !(reply instanceof ApiReply.Failure(var status, var _)) || status.isConflict();
    }

    /// Writes the phase unless it is there already.
    Optional<StoredObject> phase(StoredObject volume, String phase) {
        if (volume.view(PersistentVolume.class).phase().equals(phase)) {
            return Optional.of(volume);
        }
        ObjectNode patch = Json.object();
        patch.putObject("status").put("phase", phase);
        return patched(VOLUMES, volume, "status", patch);
    }

    /// Makes a volume free: one that a user kept for a claim stays kept for it.
    boolean unbind(StoredObject volume) {
        ObjectNode patch = Json.object();
        boolean ours =
                volume.view(PersistentVolume.class).meta().annotations().containsKey(ClaimSyncRule.BOUND_BY_CONTROLLER);
        if (ours) {
            patch.putObject("metadata").putObject("annotations").putNull(ClaimSyncRule.BOUND_BY_CONTROLLER);
            patch.putObject("spec").putNull("claimRef");
        } else {
            patch.putObject("spec").putObject("claimRef").putNull("uid").putNull("resourceVersion");
        }
        return patched(VOLUMES, volume, "", patch)
                .flatMap(free -> phase(free, "Available"))
                .isPresent();
    }

    /// Releases a volume whose claim is gone, and deletes it if `deletes`.
    boolean release(StoredObject volume, boolean deletes) {
        PersistentVolume.ClaimReference claim =
                volume.view(PersistentVolume.class).claim().orElseThrow();
        ApiReply asked = client.get(CLAIMS, claim.namespace(), claim.name());
        boolean gone = asked.isNotFound();
        boolean another = asked instanceof ApiReply.One(var _, var found, var _)
                && (!found.uid().equals(claim.uid())
                        || !found.view(PersistentVolumeClaim.class)
                                .volumeName()
                                .equals(volume.key().name()));
        if (!gone && !another) {
            return false;
        }
        Optional<StoredObject> released = phase(volume, "Released");
        return released.isPresent() && (!deletes || delete(volume));
    }

    private boolean delete(StoredObject volume) {
        ApiReply reply = client.delete(VOLUMES, "", volume.key().name(), Deletion.of(volume.uid()));
        return reply.succeededOrGone();
    }

    /// Lets those claims of a namespace go that no pod holds.
    ///
    /// @return whether all was done; those that are held stay, and that is no failure
    boolean unprotect(String namespace, List<StoredObject> waiting) {
        if (!(client.list(ResourceTypes.PODS, namespace, Map.of()) instanceof ApiReply.Many found)) {
            return false;
        }
        Map<String, List<Pod>> byClaim = new HashMap<>();
        for (StoredObject object : found.items()) {
            Pod pod = object.view(Pod.class);
            for (Volume volume : pod.spec().volumes()) {
                PodVolumeRule.claim(pod, volume)
                        .ifPresent(name -> byClaim.computeIfAbsent(name, _ -> new ArrayList<>())
                                .add(pod));
            }
        }
        boolean done = true;
        for (StoredObject claim : waiting) {
            PersistentVolumeClaim its = claim.view(PersistentVolumeClaim.class);
            boolean held = byClaim.getOrDefault(claim.key().name(), List.of()).stream()
                    .anyMatch(pod -> PodVolumeRule.holds(pod, its));
            done &= held || removeFinalizer(CLAIMS, claim, ClaimProtection.FINALIZER);
        }
        return done;
    }

    boolean removeFinalizer(ResourceType type, StoredObject object, String finalizer) {
        ObjectNode patch = Json.object();
        var kept = patch.putObject("metadata").putArray("finalizers");
        Json.readObject(object.json()).path("metadata").path("finalizers").forEach(each -> {
            if (!each.asText().equals(finalizer)) {
                kept.add(each);
            }
        });
        return patched(type, object, "", patch).isPresent();
    }

    /// @return the object as it is now, one that is gone as it was; empty when somebody else was faster
    private Optional<StoredObject> patched(
            ResourceType type, StoredObject object, String subresource, ObjectNode patch) {
        patch.withObjectProperty("metadata")
                .put("uid", object.uid())
                .put("resourceVersion", String.valueOf(object.revision()));
        ApiReply reply = client.patch(
                type,
                object.key().namespace(),
                object.key().name(),
                subresource,
                new Body(Body.MERGE_PATCH, Document.of(patch)));
        return switch (reply) {
            case ApiReply.One(var _, var now, var _) -> Optional.of(now);
            case ApiReply.Failure(var status, var _) -> status.isNotFound() ? Optional.of(object) : Optional.empty();
            case ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }
}
