package dev.tenure.simnodes;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.kubelet.pod.StaticPodParser;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/// The static pods of simulated nodes: every node of a pool runs the manifests of its settings, and each has
/// a mirror in the API, which comes back when somebody deletes it. What runs is told of the mirrors; there is
/// nothing else that runs. Mirrors that no manifest stands behind are left alone. Confined to its loop.
final class SimulatedStaticPods {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final ClusterClient client;
    private final NodePools pools;
    /// Node → namespace/name → mirror.
    private final Map<String, Map<String, ObjectNode>> wanted = new HashMap<>();
    /// Mirrors in the API, by namespace/name.
    private final Map<String, StoredObject> there = new HashMap<>();
    private final Set<String> writing = new HashSet<>();
    private boolean started;

    SimulatedStaticPods(EventLoop loop, ClusterClient client, NodePools pools) {
        this.loop = loop;
        this.client = client;
        this.pools = pools;
    }

    /// The pods in the API are known from now on.
    void start() {
        started = true;
        List.copyOf(wanted.keySet()).forEach(this::settle);
    }

    /// A node has begun to run.
    void node(Node node) {
        Map<String, String> manifests = pools.of(node).staticPods();
        if (manifests.isEmpty()) {
            wanted.remove(node.name());
            return;
        }
        Map<String, ObjectNode> mirrors = new LinkedHashMap<>();
        var parser = new StaticPodParser(node.name());
        manifests.forEach((path, text) -> {
            ObjectNode mirror =
                    StaticPodParser.mirror(parser.parse(path, text), node.meta().uid());
            mirrors.put(name(mirror), mirror);
        });
        wanted.put(node.name(), mirrors);
        settle(node.name());
    }

    void forget(String node) {
        wanted.remove(node);
    }

    private static String name(ObjectNode mirror) {
        return mirror.at("/metadata/namespace").asText() + "/"
                + mirror.at("/metadata/name").asText();
    }

    /// Whether a manifest of its node stands behind this mirror as it is.
    boolean wanted(Pod pod) {
        ObjectNode mirror = wanted.getOrDefault(pod.spec().nodeName(), Map.of()).get(pod.qualifiedName());
        return mirror != null && hash(pod).equals(hash(mirror));
    }

    private static String hash(Pod pod) {
        return pod.meta().annotations().getOrDefault(PodRule.MIRROR_ANNOTATION, "");
    }

    private static String hash(ObjectNode mirror) {
        return mirror.at("/metadata/annotations")
                .path(PodRule.MIRROR_ANNOTATION)
                .asText();
    }

    void changed(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        if (PodRule.mirror(pod)) {
            there.put(pod.qualifiedName(), stored);
            settle(pod.spec().nodeName());
        }
    }

    void deleted(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        StoredObject known = there.get(pod.qualifiedName());
        if (known != null && known.uid().equals(stored.uid())) {
            there.remove(pod.qualifiedName());
            settle(pod.spec().nodeName());
        }
    }

    /// Makes mirrors that are missing, and removes those of an older manifest.
    private void settle(String node) {
        if (!started) {
            return;
        }
        wanted.getOrDefault(node, Map.of()).forEach((name, mirror) -> {
            StoredObject found = there.get(name);
            if (found == null) {
                write(
                        node,
                        name,
                        () -> client.create(
                                ResourceTypes.PODS,
                                mirror.at("/metadata/namespace").asText(),
                                Document.of(mirror)));
            } else if (!hash(found.view(Pod.class)).equals(hash(mirror))) {
                write(node, name, () -> remove(found));
            }
        });
    }

    private ApiReply remove(StoredObject mirror) {
        return client.delete(
                ResourceTypes.PODS,
                mirror.key().namespace(),
                mirror.key().name(),
                Deletion.of(mirror.uid()).atOnce());
    }

    private void write(String node, String name, Callable<ApiReply> call) {
        if (!writing.add(name)) {
            return;
        }
        loop.work("mirror", call, outcome -> {
            writing.remove(name);
            boolean done = outcome instanceof Outcome.Done<ApiReply>(var reply)
                    && (reply.succeededOrGone() || reply.isConflict());
            if (!done) {
                loop.alarm("mirror-" + name, loop.time().now().plus(RETRY_AFTER), () -> settle(node));
            }
        });
    }
}
