package dev.tenure.controllers.persistentvolume;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.persistentvolume.ClaimSyncRule.Note;
import dev.tenure.controllers.persistentvolume.ClaimSyncRule.Step;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The shell of volumes and claims: follows both and their classes, and does as [ClaimSyncRule] and
/// [VolumeSyncRule] say. Every method runs on its loop.
public final class VolumeBinderLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "persistentvolume-binder-controller";

    private static final String EVENT_SOURCE = "persistentvolume-controller";
    private static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";
    private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
    private static final int WORKERS_MAX = 20;
    /// As often as upstream has all claims looked at that wait.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);
    private static final ResourceType VOLUMES = ResourceTypes.PERSISTENT_VOLUMES;
    private static final ResourceType CLAIMS = ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
    private static final ResourceType CLASSES = ResourceTypes.STORAGE_CLASSES;

    /// The volumes that are kept for a claim, by its namespace and name.
    private static final Grouping KEPT_FOR = volume -> volume.view(PersistentVolume.class)
            .claim()
            .map(claim -> claim.namespace() + "/" + claim.name())
            .orElse("");
    /// The claims that are not bound, by class.
    private static final Grouping UNBOUND = VolumeBinderLoop::classIfUnbound;

    private final boolean simulated;
    private final EventLoop loop;
    private final VolumeCalls calls;
    private final EventRecorder events;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer volumes;
    private final Informer claims;
    private final Informer classes;
    private final FreeVolumes free = new FreeVolumes();
    private final ClaimProtection protection;
    /// How many free volumes have come since the last look, by class.
    private final Map<String, Integer> arrived = new HashMap<>();
    private final Map<String, Note> given = new HashMap<>();
    private boolean lookingAgain;

    /// @param simulated whether every provisioner is simulated; otherwise the real ones make and delete
    /// volumes
    public VolumeBinderLoop(ControllerContext context, boolean simulated) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        this.simulated = simulated;
        this.calls = new VolumeCalls(client);
        this.events = new EventRecorder(loop, client, EVENT_SOURCE);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.volumes = context.informers().all(VOLUMES, new Changes(this::volumeSeen, this::volumeGone));
        this.claims = context.informers().all(CLAIMS, new Changes(this::claimSeen, this::claimSeen));
        this.classes = context.informers().all(CLASSES, new Changes(_ -> wakeUnbound(), _ -> wakeUnbound()));
        this.protection = new ClaimProtection(loop, NAME, claims, calls);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        List.of(volumes, claims, classes).forEach(Informer::start);
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        boolean ofVolume = key.resource().equals(VOLUMES.resource());
        Optional<StoredObject> found = (ofVolume ? volumes : claims).get(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        return ofVolume ? planVolume(found.get()) : planClaim(found.get());
    }

    private Optional<Callable<Boolean>> planClaim(StoredObject stored) {
        PersistentVolumeClaim claim = stored.view(PersistentVolumeClaim.class);
        if (claim.meta().deleting()) {
            return Optional.empty();
        }
        Optional<StoredObject> storageClass = classes.get(CLASSES.key("", claim.className()));
        var view = new ClaimSyncRule.View(
                concerned(stored, claim), storageClass.map(type -> type.view(StorageClass.class)), defaultClass());
        return switch (ClaimSyncRule.decide(claim, view)) {
            case Step.Bind(var volume) ->
                volumes.get(VOLUMES.key("", volume.meta().name()))
                        .filter(there -> VolumeCalls.differs(there, stored))
                        .map(there -> bind(there, stored));
            case Step.Wait(var note) -> {
                note.ifPresent(message -> recordOnce(stored, message));
                yield phase(stored, claim, "Pending");
            }
            case Step.Classify(var name) -> Optional.of(() -> calls.classify(stored, name));
            case Step.Provision(var type) -> provision(stored, storageClass, type);
            case Step.Lose(var note) -> {
                if (!claim.phase().equals("Lost")) {
                    recordOnce(stored, note);
                }
                yield phase(stored, claim, "Lost");
            }
        };
    }

    /// Meanwhile no other claim is given the volume.
    private Callable<Boolean> bind(StoredObject volume, StoredObject claim) {
        free.remove(volume.key().name());
        return () -> {
            boolean bound = false;
            try {
                bound = calls.bind(volume, claim);
            } finally {
                if (!bound) {
                    loop.post(NAME, () -> notBound(volume.key()));
                }
            }
            return bound;
        };
    }

    private void notBound(ObjectKey volume) {
        volumes.get(volume).ifPresent(now -> free.put(now.view(PersistentVolume.class)));
    }

    private Optional<Callable<Boolean>> phase(StoredObject stored, PersistentVolumeClaim claim, String phase) {
        return claim.phase().equals(phase) ? Optional.empty() : Optional.of(() -> calls.claimPhase(stored, phase));
    }

    private Optional<Callable<Boolean>> provision(
            StoredObject claim, Optional<StoredObject> storageClass, StorageClass type) {
        recordOnce(
                claim,
                new Note(
                        false,
                        "ExternalProvisioning",
                        ("Waiting for a volume to be created either by the external provisioner '%s' or manually by the "
                                        + "system administrator. If volume creation is delayed, please verify that the "
                                        + "provisioner is running and correctly registered.")
                                .formatted(type.provisioner())));
        boolean make = simulated && !type.provisioner().equals("kubernetes.io/no-provisioner");
        return Optional.of(
                () -> calls.provision(claim, type) && (!make || calls.make(claim, storageClass.orElseThrow())));
    }

    /// The volumes that may be a claim's, in the order of their names.
    private List<PersistentVolume> concerned(StoredObject stored, PersistentVolumeClaim claim) {
        if (!claim.volumeName().isEmpty()) {
            return volumes.get(VOLUMES.key("", claim.volumeName())).stream()
                    .map(volume -> volume.view(PersistentVolume.class))
                    .toList();
        }
        return Stream.concat(
                        free.best(claim).stream(),
                        volumes
                                .in(
                                        KEPT_FOR,
                                        stored.key().namespace() + "/"
                                                + stored.key().name())
                                .stream()
                                .map(volume -> volume.view(PersistentVolume.class)))
                .sorted(Comparator.comparing(volume -> volume.meta().name()))
                .toList();
    }

    private Optional<Callable<Boolean>> planVolume(StoredObject stored) {
        PersistentVolume volume = stored.view(PersistentVolume.class);
        if (free(volume)) {
            return Optional.of(() -> calls.removeFinalizer(VOLUMES, stored, VOLUME_PROTECTION));
        }
        Optional<ObjectKey> claimKey =
                volume.claim().map(reference -> CLAIMS.key(reference.namespace(), reference.name()));
        Optional<PersistentVolumeClaim> claim =
                claimKey.flatMap(claims::get).map(found -> found.view(PersistentVolumeClaim.class));
        boolean deletes = simulated
                && Json.readObject(stored.json())
                        .at("/spec/persistentVolumeReclaimPolicy")
                        .asText()
                        .equals("Delete");
        return switch (VolumeSyncRule.decide(volume, claim, deletes)) {
            case VolumeSyncRule.Step.Phase(String phase) ->
                volume.phase().equals(phase)
                        ? Optional.empty()
                        : Optional.of(() -> calls.phase(stored, phase).isPresent());
            case VolumeSyncRule.Step.WakeClaim _ -> {
                claimKey.ifPresent(queue::add);
                yield Optional.empty();
            }
            case VolumeSyncRule.Step.Release _ -> release(stored, volume, deletes);
            case VolumeSyncRule.Step.Unbind _ -> Optional.of(() -> calls.unbind(stored));
        };
    }

    /// Whether nothing but its protection keeps a deleted volume.
    private static boolean free(PersistentVolume volume) {
        return volume.meta().deleting()
                && volume.meta().finalizers().contains(VOLUME_PROTECTION)
                && !volume.phase().equals("Bound");
    }

    private Optional<Callable<Boolean>> release(StoredObject stored, PersistentVolume volume, boolean deletes) {
        boolean done = volume.phase().equals("Failed")
                || (volume.phase().equals("Released")
                        && (!deletes || volume.meta().deleting()));
        return done ? Optional.empty() : Optional.of(() -> calls.release(stored, deletes));
    }

    /// The newest of the classes that are marked as default.
    private Optional<StorageClass> defaultClass() {
        return classes.all().stream()
                .map(type -> type.view(StorageClass.class))
                .filter(type -> "true".equals(type.meta().annotations().get(DEFAULT_CLASS)))
                .max(Comparator.comparing((StorageClass type) -> type.meta().creationTimestamp())
                        .thenComparing(type -> type.meta().name(), Comparator.reverseOrder()));
    }

    /// Records an Event, unless it is the one that was recorded last.
    private void recordOnce(StoredObject claim, Note note) {
        if (!note.equals(given.put(claim.uid(), note))) {
            events.record(
                    InvolvedObject.of(CLAIMS, claim),
                    note.warning() ? EventRecorder.Type.Warning : EventRecorder.Type.Normal,
                    note.reason(),
                    note.message());
        }
    }

    private void claimSeen(StoredObject stored) {
        queue.add(stored.key());
        protection.changed(stored);
        String volume = stored.view(PersistentVolumeClaim.class).volumeName();
        if (!volume.isEmpty()) {
            queue.add(VOLUMES.key("", volume));
        }
    }

    private void volumeSeen(StoredObject stored) {
        PersistentVolume volume = stored.view(PersistentVolume.class);
        free.put(volume);
        queue.add(stored.key());
        if (volume.claim().isEmpty()) {
            arrived.merge(volume.storageClassName(), 1, Integer::sum);
        } else {
            wakeClaim(volume);
        }
    }

    private void volumeGone(StoredObject last) {
        free.remove(last.key().name());
        wakeClaim(last.view(PersistentVolume.class));
    }

    private void wakeClaim(PersistentVolume volume) {
        volume.claim().ifPresent(claim -> queue.add(CLAIMS.key(claim.namespace(), claim.name())));
    }

    /// A free volume is for one claim of those that wait for such: as many are looked at as there are
    /// volumes. Should they not take all of them, the others are woken after a while.
    private void wakeForArrived() {
        arrived.forEach((storageClass, count) -> {
            List<StoredObject> waiting = claims.in(UNBOUND, classGroup(storageClass)).stream()
                    .filter(claim ->
                            !free.best(claim.view(PersistentVolumeClaim.class)).isEmpty())
                    .limit(count)
                    .toList();
            waiting.forEach(claim -> queue.add(claim.key()));
            if (!waiting.isEmpty()) {
                lookAgainLater();
            }
        });
        arrived.clear();
    }

    private void lookAgainLater() {
        if (!lookingAgain) {
            lookingAgain = true;
            loop.alarm(NAME + "-waiting", loop.time().now().plus(LOOK_AGAIN), this::lookAgain);
        }
    }

    private void lookAgain() {
        lookingAgain = false;
        if (!free.isEmpty()) {
            wakeUnbound();
        }
    }

    private void wakeUnbound() {
        claims.groups(UNBOUND).forEach(group -> claims.in(UNBOUND, group).forEach(claim -> queue.add(claim.key())));
    }

    private static String classIfUnbound(StoredObject stored) {
        PersistentVolumeClaim claim = stored.view(PersistentVolumeClaim.class);
        return claim.phase().equals("Bound") ? "" : classGroup(claim.className());
    }

    private static String classGroup(String storageClass) {
        return "class " + storageClass;
    }

    /// One kind of objects, and whom its changes concern.
    private final class Changes implements InformerHandler {
        private final Consumer<StoredObject> seen;
        private final Consumer<StoredObject> gone;

        Changes(Consumer<StoredObject> seen, Consumer<StoredObject> gone) {
            this.seen = seen;
            this.gone = gone;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            seen.accept(after);
        }

        @Override
        public void deleted(StoredObject last) {
            given.remove(last.uid());
            gone.accept(last);
        }

        @Override
        public void batchEnded() {
            wakeForArrived();
        }

        @Override
        public void synced() {
            if (List.of(volumes, claims, classes).stream().allMatch(Informer::hasSynced)) {
                queue.start();
                protection.start();
            }
        }
    }
}
