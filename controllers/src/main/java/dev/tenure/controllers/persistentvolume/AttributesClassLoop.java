package dev.tenure.controllers.persistentvolume;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Lets a deleted VolumeAttributesClass go once no claim and no volume names it any more. Every method runs
/// on its loop.
public final class AttributesClassLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "volumeattributesclass-protection-controller";

    private static final String PROTECTION = "kubernetes.io/vac-protection";
    private static final ResourceType CLASSES = ResourceTypes.VOLUME_ATTRIBUTES_CLASSES;
    private static final List<String> IN_CLAIMS = List.of(
            "/spec/volumeAttributesClassName",
            "/status/currentVolumeAttributesClassName",
            "/status/modifyVolumeStatus/targetVolumeAttributesClassName");
    private static final List<String> IN_VOLUMES = List.of("/spec/volumeAttributesClassName");
    private static final int WORKERS_MAX = 5;

    private final VolumeCalls calls;
    private final ReconcileQueue<String> queue;
    private final Informer classes;
    private final Informer claims;
    private final Informer volumes;

    public AttributesClassLoop(ControllerContext context) {
        this.calls = new VolumeCalls(context.client());
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.classes = context.informers().all(CLASSES, new Changes(List.of()));
        this.claims = context.informers().all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, new Changes(IN_CLAIMS));
        this.volumes = context.informers().all(ResourceTypes.PERSISTENT_VOLUMES, new Changes(IN_VOLUMES));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        List.of(classes, claims, volumes).forEach(Informer::start);
    }

    private Optional<Callable<Boolean>> plan(String name) {
        return classes.get(CLASSES.key("", name))
                .filter(AttributesClassLoop::isKeptOnlyByUse)
                .filter(_ -> claims.all().stream().noneMatch(claim -> names(claim, IN_CLAIMS, name)))
                .filter(_ -> volumes.all().stream().noneMatch(volume -> names(volume, IN_VOLUMES, name)))
                .map(free -> () -> calls.removeFinalizer(CLASSES, free, PROTECTION));
    }

    private static boolean isKeptOnlyByUse(StoredObject stored) {
        JsonNode metadata = Json.readObject(stored.json()).path("metadata");
        boolean guarded = false;
        for (JsonNode finalizer : metadata.path("finalizers")) {
            guarded |= finalizer.asText().equals(PROTECTION);
        }
        return guarded && metadata.hasNonNull("deletionTimestamp");
    }

    private static boolean names(StoredObject user, List<String> places, String name) {
        JsonNode tree = Json.readObject(user.json());
        return places.stream().anyMatch(place -> tree.at(place).asText("").equals(name));
    }

    /// One kind of objects; what does not name a class any more may have been the last to do so.
    private final class Changes implements InformerHandler {
        private final List<String> places;

        /// @param places where a class is named; none for the classes themselves
        Changes(List<String> places) {
            this.places = places;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (places.isEmpty()) {
                queue.add(after.key().name());
            } else {
                before.ifPresent(this::look);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            look(last);
        }

        private void look(StoredObject user) {
            JsonNode tree = Json.readObject(user.json());
            places.stream()
                    .map(place -> tree.at(place).asText(""))
                    .filter(name -> !name.isEmpty())
                    .forEach(queue::add);
        }

        @Override
        public void synced() {
            if (List.of(classes, claims, volumes).stream().allMatch(Informer::hasSynced)) {
                queue.start();
            }
        }
    }
}
