package dev.tenure.cli.taints;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ListPager;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Reads the pods that taints can do something to: those on the nodes that bear one, and those that wait for
/// a node where one keeps pods off. A server is asked for the pods of a few nodes node by node; of more nodes
/// it is asked for all pods, page by page, and only those that count are kept, without their containers.
/// Confined to one thread.
public final class PodsInSight {
    /// A server that keeps no index of pods by node looks at all of them each time.
    private static final int NODE_BY_NODE_MAX = 8;

    private static final String SELECTOR = "fieldSelector";
    private static final String OF_NODE = "spec.nodeName=";
    private static final String LIVE = ",status.phase!=Succeeded,status.phase!=Failed";

    /// What came of it.
    public sealed interface Outcome {
        /// @param pods that have not ended
        record Read(List<Pod> pods) implements Outcome {
            public Read {
                pods = List.copyOf(pods);
            }
        }

        record Refused(Status status) implements Outcome {}
    }

    private final ClusterClient client;
    private final Set<String> nodes = new HashSet<>();
    private final boolean keepsOff;
    private final List<Pod> pods = new ArrayList<>();
    /// The values of the fields that many pods share.
    private final Map<Object, Object> shared = new HashMap<>();

    private PodsInSight(ClusterClient client, List<StoredObject> found, Predicate<Taint> wanted) {
        this.client = client;
        boolean some = false;
        for (StoredObject stored : found) {
            Node node = stored.view(Node.class);
            List<Taint> taints = node.spec().taints().stream().filter(wanted).toList();
            if (!taints.isEmpty()) {
                nodes.add(node.name());
            }
            some |= taints.stream().anyMatch(taint -> TolerationRule.KEEPS_OFF.contains(taint.effect()));
        }
        this.keepsOff = some;
    }

    /// Waits for the server.
    ///
    /// @param found the nodes that are looked at
    /// @param wanted which taints
    public static Outcome read(ClusterClient client, List<StoredObject> found, Predicate<Taint> wanted) {
        var sight = new PodsInSight(client, found, wanted);
        return sight.read().<Outcome>map(Outcome.Refused::new).orElseGet(() -> new Outcome.Read(sight.pods));
    }

    private Optional<Status> read() {
        if (nodes.isEmpty()) {
            // whether the caller may see pods is told even where none would be looked at
            return client.list(ResourceTypes.PODS, "", Map.of("limit", "1"))
                            instanceof ApiReply.Failure(var status, var _)
                    ? Optional.of(status)
                    : Optional.empty();
        }
        if (nodes.size() > NODE_BY_NODE_MAX) {
            return pages(Map.of());
        }
        var selectors = new ArrayList<>(nodes);
        if (keepsOff) {
            selectors.add("");
        }
        return selectors.stream()
                .flatMap(node -> pages(Map.of(SELECTOR, OF_NODE + node + LIVE)).stream())
                .findFirst();
    }

    private Optional<Status> pages(Map<String, String> query) {
        return ListPager.read(client, ResourceTypes.PODS, "", query, this::add);
    }

    private void add(ObjectNode object) {
        String node = object.path("spec").path("nodeName").asText("");
        if ((node.isEmpty() ? keepsOff : nodes.contains(node))
                && Views.view(ResourceTypes.PODS, object) instanceof Pod pod
                && !pod.status().phase().terminal()) {
            pods.add(lean(pod));
        }
    }

    /// The same pod without its containers, whose other wishes are shared with pods that have the same.
    private Pod lean(Pod pod) {
        PodSpec spec = pod.spec().with(pod.spec().nodeName(), pod.spec().tolerations(), List.of());
        return new Pod(pod.meta(), shared(spec), pod.status());
    }

    private PodSpec shared(PodSpec spec) {
        return shared.computeIfAbsent(spec, _ -> spec) instanceof PodSpec known ? known : spec;
    }
}
