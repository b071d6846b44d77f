package dev.tenure.wire.view;

import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

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
            Map.entry("batch/CronJob", JobViews::cronJob),
            Map.entry("policy/PodDisruptionBudget", ClusterViews::budget),
            Map.entry("scheduling.k8s.io/PriorityClass", ClusterViews::priorityClass),
            Map.entry("coordination.k8s.io/Lease", NodeViews::lease),
            Map.entry("storage.k8s.io/StorageClass", StorageViews::storageClass),
            Map.entry("storage.k8s.io/CSINode", StorageViews::csiNode),
            Map.entry("resource.k8s.io/DeviceClass", DeviceViews::deviceClass),
            Map.entry("resource.k8s.io/ResourceSlice", DeviceViews::slice),
            Map.entry("resource.k8s.io/ResourceClaim", DeviceClaimViews::claim));

    private static final Map<String, ViewReader> OF_BYTES = READERS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> ofBytes(e.getValue())));

    /// Of kinds that no decision reads as records: the document itself.
    public static final ViewReader WHOLE = new ViewReader() {
        @Override
        public Object read(Content content) {
            return Document.of(content);
        }

        @Override
        public Content stored(byte[] json) {
            return Document.stored(json);
        }
    };

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

    /// A step from one state of an object to the next, or from one object to another that is like it.
    ///
    /// @param before the view of the state before, of which `was` is the document
    /// @param object the tree of the next one, of which `now` is the document
    public record Change(Object before, Document was, ObjectNode object, Document now) {}

    /// The view of the next state of an object: what both states share is not read again.
    public static Object next(ResourceType type, Change change) {
        Object before = change.before();
        Document was = change.was();
        ObjectNode object = change.object();
        Document now = change.now();
        boolean sameSpec = now.shares(was, "spec");
        boolean elsewhere =
                !sameSpec && (now.sharesAllBut(was, "spec", "nodeName") || now.sharesOthers(was, "spec", "nodeName"));
        if (before instanceof Pod pod && elsewhere) {
            return of(PodViews.bound(pod, object), was, object, now);
        }
        if (before instanceof Node node) {
            ObjectMeta meta = now.shares(was, "metadata") ? node.meta() : meta(object);
            return NodeViews.next(
                    node,
                    meta,
                    object,
                    part -> part.equals("status/images") ? now.shares(was, "status", "images") : now.shares(was, part));
        }
        boolean ofParts =
                sameSpec && (before instanceof Pod || before instanceof ReplicaSet || before instanceof Deployment);
        return ofParts ? of(before, was, object, now) : view(type, object);
    }

    /// The view with other metadata and another status, where they are not shared.
    private static Object of(Object before, Document was, ObjectNode object, Document now) {
        JsonNode status = object.path("status");
        boolean sameMeta = now.shares(was, "metadata");
        return switch (before) {
            case Pod pod -> {
                ObjectMeta meta = sameMeta ? pod.meta() : meta(pod.meta(), was, object, now);
                yield now.shares(was, "status")
                        ? PodViews.of(pod, meta)
                        : PodViews.of(pod, meta, status, member -> now.shares(was, "status", member));
            }
            case ReplicaSet set -> WorkloadViews.of(set, sameMeta ? set.meta() : meta(object), status);
            case Deployment all -> WorkloadViews.of(all, sameMeta ? all.meta() : meta(object), status);
            default -> throw new IllegalArgumentException("no view of this kind is made of parts: " + before);
        };
    }

    private static ObjectMeta meta(ObjectMeta before, Document was, ObjectNode object, Document now) {
        return MetaViews.meta(object, before, member -> now.shares(was, "metadata", member));
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
        public Object read(Content content) {
            return reader.apply(Document.of(content).tree());
        }

        @Override
        public Content stored(byte[] json) {
            return Document.stored(json);
        }
    }
}
