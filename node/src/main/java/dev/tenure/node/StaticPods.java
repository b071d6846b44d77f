package dev.tenure.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.StaticPodParser;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.node.ManifestFolder.Found;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Pods that this node runs by itself, out of the manifests in a folder, and the objects that mirror them in
/// the API. Confined to its loop.
///
/// A changed manifest is another pod: the one before ends first. A manifest that cannot be read is reported
/// in the log, and as long as it stays so its pod is not there. Upstream: config/file.go,
/// pod/mirror_client.go.
final class StaticPods {
    private static final System.Logger LOG = System.getLogger(StaticPods.class.getPackageName());
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final AgentPart loop;
    private final ClusterClient client;
    private final NodePods pods;
    private final ManifestFolder folder;
    private final StaticPodParser parser;
    private Map<String, String> files = Map.of();
    /// What cannot be read at present, and why.
    private Map<String, String> faults = Map.of();
    private Map<String, PodPlan> wanted = Map.of();
    /// By namespace and name.
    private final Map<String, Pod> mirrors = new HashMap<>();
    private final Set<String> writing = new HashSet<>();
    private boolean read;
    private boolean synced;
    private @Nullable Node node;

    StaticPods(AgentPart loop, ClusterClient client, NodePods pods, Optional<Path> folder, String nodeName) {
        this.loop = loop;
        this.client = client;
        this.pods = pods;
        this.folder = new ManifestFolder(folder);
        this.parser = new StaticPodParser(nodeName);
        loop.takenUpBy(this::look);
    }

    /// Begins to look at the folder.
    void start() {
        loop.run(this::look);
    }

    /// Whether the folder was looked at once.
    boolean read() {
        return read;
    }

    /// The node as the API shows it.
    void node(Node current) {
        node = current;
    }

    /// The pods of this node in the API are known from now on.
    void synced() {
        synced = true;
    }

    private void look() {
        loop.work("static-pods", folder::read, outcome -> {
            switch (outcome) {
                case Outcome.Done<Found>(Found found) -> found(found);
                case Outcome.Failed<Found>(Exception cause) -> tell(Map.of("static pods", cause.toString()));
            }
            loop.alarm("static-pods", loop.time().now().plus(LOOK_EVERY), this::look);
        });
    }

    /// Each fault once, as long as it stays the same.
    private void tell(Map<String, String> now) {
        now.forEach((path, fault) -> {
            if (!fault.equals(faults.get(path))) {
                LOG.log(System.Logger.Level.WARNING, "{0}: {1}", path, fault);
            }
        });
        faults = now;
    }

    private void found(Found now) {
        tell(now.faults());
        Map<String, String> texts = now.texts();
        if (!read || !texts.equals(files)) {
            files = texts;
            wanted = plans(texts);
        }
        read = true;
        for (PodEntry entry : List.copyOf(pods.entries())) {
            if (PodRule.isStatic(entry.pod()) && !wanted.containsKey(entry.uid())) {
                pods.gone(entry.uid());
            }
        }
        for (PodPlan plan : wanted.values()) {
            boolean before = pods.entries().stream()
                    .anyMatch(entry ->
                            entry.pod().qualifiedName().equals(plan.pod().qualifiedName()));
            if (!before) {
                pods.changed(plan);
            }
        }
        mirror();
    }

    private Map<String, PodPlan> plans(Map<String, String> texts) {
        var plans = new LinkedHashMap<String, PodPlan>();
        texts.forEach((path, text) -> {
            try {
                ObjectNode document = parser.parse(path, text);
                PodPlan plan = PodPlan.of((Pod) Views.view(ResourceTypes.PODS, document), document);
                plans.put(plan.uid(), plan);
            } catch (ConfigException | IllegalArgumentException e) {
                LOG.log(System.Logger.Level.ERROR, "{0}: {1}", path, e.getMessage());
            }
        });
        return plans;
    }

    /// A mirror was seen in the API.
    void mirrorChanged(StoredObject stored) {
        Pod mirror = stored.view(Pod.class);
        mirrors.put(mirror.qualifiedName(), mirror);
        shown(mirror).ifPresent(entry -> {
            entry.mirror = Optional.of(mirror);
            pods.report(entry);
        });
        mirror();
    }

    /// A mirror is gone from the API.
    void mirrorGone(StoredObject last) {
        Pod mirror = last.view(Pod.class);
        Pod known = mirrors.get(mirror.qualifiedName());
        if (known != null && known.meta().uid().equals(mirror.meta().uid())) {
            mirrors.remove(mirror.qualifiedName());
        }
        shown(mirror).ifPresent(entry -> {
            entry.mirror = Optional.empty();
            entry.reported = null;
        });
        mirror();
    }

    private Optional<PodEntry> shown(Pod mirror) {
        return pods.entry(mirror.meta().annotations().getOrDefault(PodRule.MIRROR_ANNOTATION, ""));
    }

    /// Makes the mirrors in the API those of the pods.
    private void mirror() {
        Node current = node;
        if (!synced || !read || current == null) {
            return;
        }
        var names = new HashMap<String, PodPlan>();
        wanted.values().forEach(plan -> names.put(plan.pod().qualifiedName(), plan));
        for (Pod mirror : List.copyOf(mirrors.values())) {
            PodPlan plan = names.get(mirror.qualifiedName());
            boolean right = plan != null
                    && plan.uid().equals(mirror.meta().annotations().get(PodRule.MIRROR_ANNOTATION))
                    && !mirror.meta().deleting();
            if (!right) {
                remove(mirror);
            }
        }
        names.forEach((name, plan) -> {
            if (!mirrors.containsKey(name) && pods.entry(plan.uid()).isPresent()) {
                create(plan, current.meta().uid());
            }
        });
    }

    private void create(PodPlan plan, String nodeUid) {
        String name = plan.pod().qualifiedName();
        if (writing.contains(name)) {
            return;
        }
        ObjectNode mirror = StaticPodParser.mirror((ObjectNode) plan.document(), nodeUid);
        loop.work(
                "mirror",
                () -> client.create(ResourceTypes.PODS, plan.pod().meta().namespace(), Document.of(mirror)),
                outcome -> written(name, outcome));
        writing.add(name);
    }

    private void remove(Pod mirror) {
        if (writing.contains(mirror.qualifiedName())) {
            return;
        }
        loop.work(
                "mirror",
                () -> client.delete(
                        ResourceTypes.PODS,
                        mirror.meta().namespace(),
                        mirror.meta().name(),
                        Deletion.of(mirror.meta().uid()).atOnce()),
                outcome -> written(mirror.qualifiedName(), outcome));
        writing.add(mirror.qualifiedName());
    }

    private void written(String name, Outcome<ApiReply> outcome) {
        writing.remove(name);
        String problem = switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> status.message();
            case Outcome.Done<ApiReply> _ -> "";
            case Outcome.Failed<ApiReply>(Exception cause) -> String.valueOf(cause.getMessage());
        };
        if (!problem.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "mirror of static pod {0}: {1}", name, problem);
        }
    }
}
