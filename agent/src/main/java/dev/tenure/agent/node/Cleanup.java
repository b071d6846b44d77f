package dev.tenure.agent.node;

import dev.tenure.agent.eviction.reclaim.Reclaim;
import dev.tenure.agent.runtime.cri.ImageClient;
import dev.tenure.agent.runtime.cri.ImageClient.Image;
import dev.tenure.agent.runtime.cri.RunContainer;
import dev.tenure.agent.runtime.cri.RuntimeClient;
import dev.tenure.agent.runtime.cri.RuntimeUnavailableException;
import dev.tenure.agent.runtime.cri.Sandbox;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Removes what has had its day: containers that have ended, sandboxes without containers, images that
/// nothing uses. Waits for the runtime. Upstream: kuberuntime_gc.go, image_gc_manager.go.
final class Cleanup {
    private static final System.Logger LOG = System.getLogger(Cleanup.class.getPackageName());

    private final RuntimeClient runtime;
    private final ImageClient images;

    Cleanup(RuntimeClient runtime, ImageClient images) {
        this.runtime = runtime;
        this.images = images;
    }

    /// @param running uids of pods that are still to run: of each of their containers the newest stays
    void carryOut(Reclaim step, Set<String> running) {
        switch (step) {
            case DEAD_CONTAINERS -> containers(running);
            case UNUSED_IMAGES -> images();
        }
    }

    /// Removes ended containers, and sandboxes that are left empty.
    void containers(Set<String> running) {
        Relist all = Relist.of(runtime);
        Map<String, Integer> seen = new HashMap<>();
        List<RunContainer> newestFirst = all.containers().stream()
                .sorted(Comparator.comparingLong(RunContainer::createdAtNanos).reversed())
                .toList();
        Set<String> used = new HashSet<>();
        for (RunContainer container : newestFirst) {
            String name = container.podUid() + "/" + container.name();
            int dead = container.exited() ? seen.merge(name, 1, Integer::sum) : 0;
            boolean keep = !container.exited() || (running.contains(container.podUid()) && dead <= 1);
            if (keep || !tried(() -> runtime.removeContainer(container.id()))) {
                used.add(container.sandboxId());
            }
        }
        Map<String, Long> newest = new HashMap<>();
        all.sandboxes().forEach(sandbox -> newest.merge(sandbox.podUid(), sandbox.createdAtNanos(), Math::max));
        for (Sandbox sandbox : all.sandboxes()) {
            boolean last = running.contains(sandbox.podUid())
                    && sandbox.createdAtNanos() == newest.getOrDefault(sandbox.podUid(), 0L);
            if (!sandbox.ready() && !used.contains(sandbox.id()) && !last) {
                tried(() -> {
                    runtime.stopSandbox(sandbox.id());
                    runtime.removeSandbox(sandbox.id());
                });
            }
        }
    }

    /// Removes every image that no container was made from and that is not pinned; the sandboxes' own stays.
    void images() {
        Set<String> used = new HashSet<>();
        for (RunContainer container : runtime.containers("")) {
            used.add(container.image());
            used.add(container.imageRef());
        }
        for (Image image : images.images()) {
            boolean inUse = used.contains(image.id())
                    || image.tags().stream().anyMatch(used::contains)
                    || image.digests().stream().anyMatch(used::contains);
            boolean sandbox = image.tags().stream().anyMatch(tag -> tag.contains("/pause:"));
            if (!inUse && !image.pinned() && !sandbox) {
                LOG.log(System.Logger.Level.INFO, "removing image {0}", image.tags());
                tried(() -> images.remove(image.id()));
            }
        }
    }

    private static boolean tried(Runnable removal) {
        try {
            removal.run();
            return true;
        } catch (RuntimeUnavailableException e) {
            LOG.log(System.Logger.Level.WARNING, "cleaning up: {0}", e.getMessage());
            return false;
        }
    }
}
