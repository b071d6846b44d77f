package dev.tenure.node.garbage;

import dev.tenure.kubelet.garbage.ImageGarbageRule.Unused;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.node.cri.ImageClient.Image;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Since when each image is here and when it was last in use, as far as this process has seen. Confined to
/// its loop.
public final class ImageRecordsState {
    private record Seen(Instant first, Optional<Instant> lastUsed) {}

    private Map<String, Seen> records = new HashMap<>();

    /// Notes what is there now.
    ///
    /// @param containers all that the runtime knows, those that have ended included
    /// @return images that may go as far as their use is concerned
    public List<Unused> seen(List<Image> images, List<RunContainer> containers, Instant now) {
        Set<String> used = new HashSet<>();
        containers.forEach(container -> {
            used.add(container.image());
            used.add(container.imageRef());
            container.mounts().forEach(mount -> used.add(mount.image()));
        });
        var fresh = new HashMap<String, Seen>();
        var unused = new ArrayList<Unused>();
        for (Image image : images) {
            Seen known = records.getOrDefault(image.id(), new Seen(now, Optional.empty()));
            boolean inUse = used.contains(image.id())
                    || image.tags().stream().anyMatch(used::contains)
                    || image.digests().stream().anyMatch(used::contains);
            Seen next = inUse ? new Seen(known.first(), Optional.of(now)) : known;
            fresh.put(image.id(), next);
            boolean sandbox = image.tags().stream().anyMatch(tag -> tag.contains("/pause:"));
            if (!inUse && !image.pinned() && !sandbox) {
                unused.add(new Unused(image.id(), image.sizeBytes(), next.first(), next.lastUsed()));
            }
        }
        records = fresh;
        return unused;
    }
}
