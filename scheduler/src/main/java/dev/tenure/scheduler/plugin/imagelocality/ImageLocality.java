package dev.tenure.scheduler.plugin.imagelocality;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import java.util.List;

/// The larger the images that a node holds already, and the more nodes hold them, the better; so that one
/// node with a rare image does not draw all pods.
public final class ImageLocality implements ScorePlugin {
    public static final String NAME = "ImageLocality";

    private static final long MEBIBYTE = 1024 * 1024;
    private static final long LOWEST_BYTES = 23 * MEBIBYTE;
    private static final long HIGHEST_BYTES_PER_CONTAINER = 1000 * MEBIBYTE;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        if (node.images().isEmpty()) {
            return 0;
        }
        List<String> images = cycle.pod().shape().images();
        int nodes = cycle.cluster().nodes().size();
        long sum = 0;
        for (String image : images) {
            if (node.images().contains(image)) {
                sum += cycle.cluster()
                        .image(image)
                        .map(spread -> (long) (spread.sizeBytes() * ((double) spread.nodes() / nodes)))
                        .orElse(0L);
            }
        }
        long highest = HIGHEST_BYTES_PER_CONTAINER * images.size();
        long counted = Math.clamp(sum, LOWEST_BYTES, highest);
        return SCORE_MAX * (counted - LOWEST_BYTES) / (highest - LOWEST_BYTES);
    }

    @Override
    public Reach scoreReach() {
        return Reach.NODE_TYPE;
    }
}
