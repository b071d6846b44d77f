package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The ControllerRevisions of all workloads of one kind, as the API shows them. Confined to one loop.
/// Upstream: controller/history (ListControllerRevisions) and the revision handlers of daemon_controller.go.
public final class WorkloadRevisions {
    private static final Grouping BY_CONTROLLER = ControllerGroups.by(revision -> revision.view(ObjectMeta.class));

    private final ResourceType type;
    private final Consumer<ObjectKey> wake;
    private final Informer informer;

    /// What the loop is notified of.
    ///
    /// @param wake a workload one of whose revisions has changed or gone
    /// @param synced all revisions have been seen
    public record Listener(Consumer<ObjectKey> wake, Runnable synced) {}

    /// @param type of the workloads
    public WorkloadRevisions(SharedInformers informers, ResourceType type, Listener listener) {
        this.type = type;
        this.wake = listener.wake();
        this.informer = informers.all(ResourceTypes.CONTROLLER_REVISIONS, new Changes(listener.synced()));
    }

    /// The informer that keeps them, for the loop to start and to ask whether it has synced.
    public Informer informer() {
        return informer;
    }

    /// Those that a workload controls.
    public List<StoredObject> of(StoredObject workload) {
        return List.copyOf(informer.in(BY_CONTROLLER, workload.uid()));
    }

    /// Those of its namespace that nobody controls and that the workload's selector matches.
    public List<StoredObject> adoptable(StoredObject workload, LabelSelector selector) {
        return informer
                .in(BY_CONTROLLER, ControllerGroups.orphans(workload.key().namespace()))
                .stream()
                .filter(revision -> !revision.header().deleting())
                .filter(revision -> selector.matches(revision.header().labels()))
                .toList();
    }

    private static Optional<OwnerReference> owner(StoredObject revision) {
        return revision.view(ObjectMeta.class).controllerOwner();
    }

    private final class Changes implements InformerHandler {
        private final Runnable synced;

        private Changes(Runnable synced) {
            this.synced = synced;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            wakeOwner(after);
        }

        @Override
        public void deleted(StoredObject last) {
            wakeOwner(last);
        }

        private void wakeOwner(StoredObject revision) {
            owner(revision)
                    .filter(owner -> owner.kind().equals(type.kind()))
                    .ifPresent(owner -> wake.accept(type.key(revision.key().namespace(), owner.name())));
        }

        @Override
        public void synced() {
            synced.run();
        }
    }
}
