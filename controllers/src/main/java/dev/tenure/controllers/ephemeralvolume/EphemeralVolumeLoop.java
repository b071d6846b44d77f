package dev.tenure.controllers.ephemeralvolume;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.volume.PodVolumeRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of the controller of volumes that live with their pod: follows pods and claims, and makes each
/// claim that is not there. Every method runs on its loop. Upstream: ephemeralController.
public final class EphemeralVolumeLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "ephemeral-volume-controller";

    private static final String EVENT_SOURCE = "ephemeral_volume";
    private static final String EVENT_REASON = "FailedBinding";
    private static final int WORKERS_MAX = 5;

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer pods;
    private final Informer claims;

    public EphemeralVolumeLoop(ControllerContext context) {
        this.loop = context.loop();
        this.client = context.client();
        this.events = new EventRecorder(loop, client, EVENT_SOURCE);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.claims = context.informers().all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, new ClaimChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        pods.start();
        claims.start();
    }

    private void beginWhenSynced() {
        if (pods.hasSynced() && claims.hasSynced()) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        return pods.get(key).flatMap(stored -> {
            Pod pod = stored.view(Pod.class);
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (Volume volume : EphemeralClaims.volumes(pod)) {
                ObjectKey claim = EphemeralClaims.claim(pod, volume);
                Optional<StoredObject> there = claims.get(claim);
                if (there.isEmpty()) {
                    calls.add(() -> make(stored, volume, claim.name()));
                } else if (!PodVolumeRule.owns(pod, there.get().view(PersistentVolumeClaim.class))) {
                    calls.add(() -> failed(stored, volume, PodVolumeRule.notOwned(pod, claim.name())));
                }
            }
            return ReconcileQueue.allOf(calls);
        });
    }

    private boolean make(StoredObject pod, Volume volume, String name) {
        ApiReply reply = client.create(
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                pod.key().namespace(),
                Document.of(EphemeralClaims.made(pod, volume)));
        return !(reply instanceof ApiReply.Failure(var status, var _))
                || failed(pod, volume, "create PVC %s: %s".formatted(name, status.message()));
    }

    /// @return false, for it is tried again
    private boolean failed(StoredObject pod, Volume volume, String why) {
        loop.post(
                "claim-failed",
                () -> events.record(
                        InvolvedObject.of(ResourceTypes.PODS, pod),
                        EventRecorder.Type.Warning,
                        EVENT_REASON,
                        "ephemeral volume %s: %s".formatted(volume.name(), why)));
        return false;
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            // volumes of a pod never change
            if (before.isEmpty()
                    && !EphemeralClaims.volumes(after.view(Pod.class)).isEmpty()) {
                queue.add(after.key());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            // its claims go with it
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class ClaimChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            // whether it is the pod's is asked when the pod is looked at
        }

        @Override
        public void deleted(StoredObject last) {
            last.view(PersistentVolumeClaim.class).meta().ownerReferences().stream()
                    .map(owner -> ResourceTypes.PODS.key(last.key().namespace(), owner.name()))
                    .forEach(queue::add);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
