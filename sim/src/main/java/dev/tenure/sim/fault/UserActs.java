package dev.tenure.sim.fault;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What users do to a cluster, as kubectl would do it. What cannot be done, because the object is gone,
/// is left. Confined to the thread of its world.
final class UserActs {
    private static final String NAMESPACE = "default";

    private final ClusterClient client;

    UserActs(ClusterClient client) {
        this.client = client;
    }

    /// Orders the kubelet of a node to fail.
    void setFault(String node, ManagedNodeRule.Fault fault) {
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        if (fault == ManagedNodeRule.Fault.NONE) {
            annotations.putNull(ManagedNodeRule.FAULT);
        } else {
            annotations.put(ManagedNodeRule.FAULT, fault.word());
        }
        patchNode(node, patch);
    }

    private void patchNode(String node, ObjectNode patch) {
        client.patch(ResourceTypes.NODES, "", node, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
    }

    void taint(String node, String key) {
        change(node, key, true);
    }

    void untaint(String node, String key) {
        change(node, key, false);
    }

    private void change(String node, String key, boolean add) {
        Optional<StoredObject> stored = find(node);
        if (stored.isEmpty()) {
            return;
        }
        List<Taint> taints =
                new ArrayList<>(stored.get().view(Node.class).spec().taints());
        taints.removeIf(taint -> taint.key().equals(key) && taint.effect() == TaintEffect.NO_EXECUTE);
        if (add) {
            taints.add(new Taint(key, "", TaintEffect.NO_EXECUTE));
        }
        ObjectNode patch = Json.object();
        patch.putObject("spec").set("taints", TaintsShape.list(taints));
        patchNode(node, patch);
    }

    void cordon(String node, boolean unschedulable) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("unschedulable", unschedulable);
        patchNode(node, patch);
    }

    /// Asks for the eviction of every pod of a node.
    ///
    /// @return how many are still there
    int evictAll(String node) {
        List<StoredObject> pods = pods(Map.of("fieldSelector", "spec.nodeName=" + node));
        for (StoredObject pod : pods) {
            if (!pod.header().deleting()) {
                client.evict(pod.key().namespace(), pod.key().name(), Json.object());
            }
        }
        return pods.size();
    }

    private List<StoredObject> pods(Map<String, String> query) {
        return client.list(ResourceTypes.PODS, "", query) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    /// Deletes the pod with this number, counted over all of them and, beyond the last, again from the
    /// first.
    void deletePod(int number) {
        List<StoredObject> pods = pods(Map.of());
        if (!pods.isEmpty()) {
            StoredObject pod = pods.get(number % pods.size());
            client.delete(
                    ResourceTypes.PODS,
                    pod.key().namespace(),
                    pod.view(Pod.class).meta().name(),
                    Document.of(Json.object()));
        }
    }

    void scale(String deployment, int replicas) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("replicas", replicas);
        client.patch(
                ResourceTypes.DEPLOYMENTS, NAMESPACE, deployment, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
    }

    /// Deletes a node object.
    ///
    /// @return the object as it can be made anew
    Optional<ObjectNode> deleteNode(String node) {
        Optional<StoredObject> stored = find(node);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        client.delete(ResourceTypes.NODES, "", node, Document.of(Json.object()));
        ObjectNode old = Json.readObject(stored.get().json());
        ObjectNode anew = Json.object().put("apiVersion", "v1").put("kind", "Node");
        anew.putObject("metadata").put("name", node).set("labels", old.at("/metadata/labels"));
        anew.putObject("status").set("capacity", old.at("/status/capacity"));
        return Optional.of(anew);
    }

    void createNode(ObjectNode node) {
        client.create(ResourceTypes.NODES, "", Document.of(node));
    }

    private Optional<StoredObject> find(String node) {
        return client.get(ResourceTypes.NODES, "", node) instanceof ApiReply.One(var _, StoredObject stored, var _)
                ? Optional.of(stored)
                : Optional.empty();
    }
}
