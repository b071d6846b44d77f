package dev.tenure.controllers.persistentvolume;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Lets deleted claims go that no pod holds. The pods of a namespace are listed once for all of its claims
/// that wait, for each of them might have as many pods beside it as there are claims. Confined to one loop.
/// Upstream: pvcprotection/pvc_protection_controller.go (LazyLivePodList).
final class ClaimProtection {
    static final String FINALIZER = "kubernetes.io/pvc-protection";

    private static final int NAMESPACES_AT_ONCE = 20;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
    /// Claims that are deleted and protected, by namespace.
    private static final Grouping WAITING = claim -> waits(claim) ? claim.key().namespace() : "";

    private final Informer claims;
    private final VolumeCalls calls;
    private final ReconcileQueue<String> queue;

    /// @param name of the controller
    /// @param claims all of them
    ClaimProtection(EventLoop loop, String name, Informer claims, VolumeCalls calls) {
        this.claims = claims;
        this.calls = calls;
        this.queue = new ReconcileQueue<>(loop, name + "-protection", NAMESPACES_AT_ONCE, this::plan);
    }

    private static boolean waits(StoredObject claim) {
        return claim.header().deleting()
                && claim.view(PersistentVolumeClaim.class).meta().finalizers().contains(FINALIZER);
    }

    /// Begins once all claims are known.
    void start() {
        queue.start();
    }

    /// A claim is there, or has changed.
    void changed(StoredObject claim) {
        if (waits(claim)) {
            queue.add(claim.key().namespace());
        }
    }

    private Optional<Callable<Boolean>> plan(String namespace) {
        List<StoredObject> waiting = List.copyOf(claims.in(WAITING, namespace));
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        queue.addAfter(namespace, LOOK_AGAIN);
        return Optional.of(() -> calls.unprotect(namespace, waiting));
    }
}
