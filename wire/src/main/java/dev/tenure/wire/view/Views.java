package dev.tenure.wire.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.TreeContent;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The view of each kind: which record it is, and how it is read. Kinds that no decision reads have the view
/// [ObjectMeta]. Pure; for use by any thread.
public final class Views {
    private static final Map<String, Function<JsonNode, Object>> READERS = Map.ofEntries(
            Map.entry("Pod", PodViews::pod),
            Map.entry("Node", NodeViews::node),
            Map.entry("Namespace", ClusterViews::namespace),
            Map.entry("Service", ClusterViews::service),
            Map.entry("ResourceQuota", ClusterViews::quota),
            Map.entry("ReplicationController", WorkloadViews::replicationController),
            Map.entry("PersistentVolume", StorageViews::volume),
            Map.entry("PersistentVolumeClaim", StorageViews::claim),
            Map.entry("apps/ReplicaSet", WorkloadViews::replicaSet),
            Map.entry("apps/Deployment", WorkloadViews::deployment),
            Map.entry("apps/DaemonSet", WorkloadViews::daemonSet),
            Map.entry("apps/StatefulSet", WorkloadViews::statefulSet),
            Map.entry("batch/Job", JobViews::job),
            Map.entry("policy/PodDisruptionBudget", ClusterViews::budget),
            Map.entry("scheduling.k8s.io/PriorityClass", ClusterViews::priorityClass),
            Map.entry("coordination.k8s.io/Lease", NodeViews::lease),
            Map.entry("node.k8s.io/RuntimeClass", NodeViews::runtimeClass),
            Map.entry("storage.k8s.io/StorageClass", StorageViews::storageClass),
            Map.entry("storage.k8s.io/CSINode", StorageViews::csiNode));

    private static final Map<String, ViewReader> OF_BYTES = READERS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> ofBytes(e.getValue())));

    private static final ViewReader META_OF_BYTES = ofBytes(MetaViews::meta);

    private Views() {}

    /// Reads views of a kind from canonical JSON.
    ///
    /// @param group empty for the core group
    public static ViewReader reader(String group, String kind) {
        return OF_BYTES.getOrDefault(key(group, kind), META_OF_BYTES);
    }

    public static ViewReader reader(ResourceType type) {
        return reader(type.group(), type.kind());
    }

    /// The view of an object that is already a tree. The tree is only read.
    ///
    /// @throws IllegalArgumentException when the tree is no object of the kind
    public static Object view(ResourceType type, ObjectNode object) {
        return READERS.getOrDefault(key(type.group(), type.kind()), MetaViews::meta)
                .apply(object);
    }

    /// The view of an object of which metadata and status were changed: its description is that of the view before.
    ///
    /// @param object may lack its description
    /// @throws IllegalArgumentException for other kinds than Pod, Node, ReplicaSet and Deployment
    public static Object besideSpec(Object before, ObjectNode object) {
        return of(before, MetaViews.meta(object), object.path("status"));
    }

    /// The view of an object of which the status was changed.
    ///
    /// @param object may lack everything else
    /// @throws IllegalArgumentException as above
    public static Object ofStatus(Object before, ObjectNode object) {
        return of(before, null, object.path("status"));
    }

    /// @param meta null where it is as before
    private static Object of(Object before, @Nullable ObjectMeta meta, JsonNode status) {
        return switch (before) {
            case Pod pod -> PodViews.of(pod, meta == null ? pod.meta() : meta, status);
            case Node node -> NodeViews.of(node, meta == null ? node.meta() : meta, status);
            case ReplicaSet set -> WorkloadViews.of(set, meta == null ? set.meta() : meta, status);
            case Deployment deployment -> WorkloadViews.of(deployment, meta == null ? deployment.meta() : meta, status);
            default -> throw notOfParts(before);
        };
    }

    /// The view of an object of which generation, marks of deletion or finalizers were changed.
    ///
    /// @param object may lack everything else
    /// @throws IllegalArgumentException for other kinds than Pod
    public static Object marked(Object before, ObjectNode object) {
        if (before instanceof Pod pod) {
            return PodViews.marked(pod, object);
        }
        throw notOfParts(before);
    }

    private static IllegalArgumentException notOfParts(Object view) {
        return new IllegalArgumentException("no view of this kind is made of parts: " + view);
    }

    /// A label selector as it stands in objects.
    public static LabelSelector selector(JsonNode selector) {
        return MetaViews.selector(selector);
    }

    /// The metadata of any object.
    public static ObjectMeta meta(ObjectNode object) {
        return MetaViews.meta(object);
    }

    private static String key(String group, String kind) {
        return group.isEmpty() ? kind : group + "/" + kind;
    }

    private static ViewReader ofBytes(Function<JsonNode, Object> reader) {
        return new OfJson(reader);
    }

    /// Reads a view from a tree, whether that has to be read first or not.
    private record OfJson(Function<JsonNode, Object> reader) implements ViewReader {
        @Override
        public Object read(byte[] json) {
            return reader.apply(Json.readObject(json));
        }

        @Override
        public Object read(Content content) {
            return content instanceof TreeContent there ? reader.apply(there.tree()) : read(content.bytes());
        }
    }
}
