package dev.tenure.node;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.container.PodServices;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Ends what runs of pods that the API does not know: they went while the agent was away. Confined to its
/// loop.
final class Orphans {
    private static final System.Logger LOG = System.getLogger(Orphans.class.getPackageName());
    private static final long GRACE_SECONDS = 30;

    private final EventLoop loop;
    private final PodServices services;
    private final Set<String> underWay = new HashSet<>();

    Orphans(EventLoop loop, PodServices services) {
        this.loop = loop;
        this.services = services;
    }

    /// @param known tells whether the API, or a file, has the pod
    void stop(Relist relist, Predicate<String> known) {
        Set<String> strangers = new LinkedHashSet<>();
        relist.sandboxes().forEach(sandbox -> strangers.add(sandbox.podUid()));
        relist.containers().forEach(container -> strangers.add(container.podUid()));
        strangers.removeIf(uid -> known.test(uid) || underWay.contains(uid));
        for (String uid : strangers) {
            List<RunContainer> containers = relist.containers().stream()
                    .filter(container -> container.podUid().equals(uid))
                    .toList();
            List<Sandbox> sandboxes = relist.sandboxes().stream()
                    .filter(sandbox -> sandbox.podUid().equals(uid))
                    .toList();
            loop.work("orphan", () -> remove(uid, containers, sandboxes), outcome -> {
                underWay.remove(uid);
                if (outcome instanceof Outcome.Failed<Boolean>(Exception cause)) {
                    LOG.log(System.Logger.Level.WARNING, "orphaned pod {0}: {1}", uid, cause.getMessage());
                }
            });
            underWay.add(uid);
        }
    }

    private boolean remove(String uid, List<RunContainer> containers, List<Sandbox> sandboxes) throws IOException {
        for (RunContainer container : containers) {
            if (container.running()) {
                services.runtime().stopContainer(container.id(), grace(container));
            }
        }
        for (Sandbox sandbox : sandboxes) {
            services.runtime().stopSandbox(sandbox.id());
        }
        containers.forEach(container -> services.runtime().removeContainer(container.id()));
        sandboxes.forEach(sandbox -> services.runtime().removeSandbox(sandbox.id()));
        new PodRemains(services).remove(uid);
        return true;
    }

    private static Duration grace(RunContainer container) {
        String seconds = container.annotations().getOrDefault(Labels.GRACE_PERIOD, "");
        try {
            return Duration.ofSeconds(Long.parseLong(seconds));
        } catch (NumberFormatException _) {
            return Duration.ofSeconds(GRACE_SECONDS);
        }
    }
}
