package dev.tenure.scheduler.fast;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sorts nodes into types: nodes of one type cannot be told apart by the taints, cordon, features, images
/// and labels that the classes of pods seen so far look at. Confined to the loop.
final class NodeTypes {
    private record Type(
            List<Taint> taints,
            boolean unschedulable,
            List<String> features,
            Set<String> images,
            Map<String, String> labels) {}

    /// Types that no node is of any more are forgotten when there are more than this.
    private static final int TYPES_KEPT_MAX = 1_024;

    private final SchedulerCache cache;
    private final Set<String> labelKeys = new HashSet<>();
    private final Set<String> images = new HashSet<>();
    private final Map<Type, Integer> numbers = new HashMap<>();
    private long version;

    NodeTypes(SchedulerCache cache) {
        this.cache = cache;
    }

    /// Rises when nodes are sorted anew.
    long version() {
        return version;
    }

    int count() {
        return numbers.size();
    }

    /// How many labels and images are looked at.
    int told() {
        return labelKeys.size() + images.size();
    }

    /// Makes sure that nodes which this class tells apart are of different types.
    void regard(PodClass shape) {
        boolean finer = labelKeys.addAll(shape.nodeLabelKeys());
        for (String image : shape.images()) {
            finer |= images.add(image) && cache.image(image).isPresent();
        }
        if (finer || numbers.size() > TYPES_KEPT_MAX) {
            numbers.clear();
            version++;
        }
    }

    int of(NodeState state) {
        Node node = state.node();
        var labels = new HashMap<String, String>();
        for (String key : labelKeys) {
            String value = node.meta().labels().get(key);
            if (value != null) {
                labels.put(key, value);
            }
        }
        var held = new HashSet<String>();
        for (String image : state.images()) {
            if (images.contains(image)) {
                held.add(image);
            }
        }
        var taints = new ArrayList<Taint>();
        node.spec().taints().forEach(taint -> taints.add(taint.withoutTime()));
        var type = new Type(taints, node.spec().unschedulable(), node.status().declaredFeatures(), held, labels);
        return numbers.computeIfAbsent(type, one -> numbers.size());
    }
}
