package dev.tenure.kinds.node;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Which objects belong to a node, because the node's pods need them. A question reads the pods of the node
/// (the store has an index for them) and what they refer to; nothing is kept between two questions.
///
/// A mirror pod gives its node nothing but itself: the node writes it, and could name in it whatever it
/// likes. Upstream: plugin/pkg/auth/authorizer/node/graph.go.
public final class NodeRelations {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String NODE_NAME = "spec.nodeName";
    private static final Set<String> CSI_SECRETS =
            Set.of("nodeStageSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef");

    /// What can belong to a node.
    public enum Related {
        POD,
        SECRET,
        CONFIG_MAP,
        SERVICE_ACCOUNT,
        PERSISTENT_VOLUME_CLAIM,
        PERSISTENT_VOLUME,
        RESOURCE_CLAIM,
        VOLUME_ATTACHMENT,
        RESOURCE_SLICE
    }

    private final Store store;

    public NodeRelations(Store store) {
        this.store = store;
    }

    /// Whether the object belongs to the node.
    ///
    /// @param namespace empty for objects of the whole cluster
    public boolean belongs(String node, Related kind, String namespace, String name) {
        return switch (kind) {
            case POD ->
                tree(ResourceTypes.PODS.key(namespace, name))
                        .filter(pod -> isOn(pod, node))
                        .isPresent();
            case VOLUME_ATTACHMENT -> names("storage.k8s.io", "volumeattachments", name, node);
            case RESOURCE_SLICE -> names("resource.k8s.io", "resourceslices", name, node);
            case PERSISTENT_VOLUME -> volume(name).filter(v -> claimed(node, v)).isPresent();
            case SECRET ->
                podsOf(node, namespace)
                                .anyMatch(pod -> PodReferences.secrets(pod).anyMatch(name::equals))
                        || secretOfVolume(node, namespace, name);
            case CONFIG_MAP ->
                podsOf(node, namespace)
                        .anyMatch(pod -> PodReferences.configMaps(pod).anyMatch(name::equals));
            case SERVICE_ACCOUNT ->
                podsOf(node, namespace)
                        .anyMatch(pod -> pod.path("spec")
                                .path("serviceAccountName")
                                .asText("")
                                .equals(name));
            case PERSISTENT_VOLUME_CLAIM -> claims(node, namespace).anyMatch(name::equals);
            case RESOURCE_CLAIM ->
                podsOf(node, namespace)
                        .anyMatch(pod -> PodReferences.resourceClaims(pod).anyMatch(name::equals));
        };
    }

    private static boolean isOn(JsonNode object, String node) {
        return object.path("spec").path("nodeName").asText("").equals(node);
    }

    private boolean names(String group, String resource, String name, String node) {
        return tree(new ObjectKey(group, resource, "", name))
                .filter(o -> isOn(o, node))
                .isPresent();
    }

    /// The pods of a node that somebody else than the node has made.
    ///
    /// @param namespace empty for all
    private Stream<JsonNode> podsOf(String node, String namespace) {
        var range = new Range(
                new ResourceId("", "pods"), namespace, Optional.empty(), 0, 0, Optional.of(new Index(NODE_NAME, node)));
        List<StoredObject> pods = store.list(range).items();
        return pods.stream()
                .map(NodeRelations::tree)
                .filter(pod ->
                        pod.path("metadata").path("annotations").path(MIRROR).isMissingNode());
    }

    private Stream<String> claims(String node, String namespace) {
        return podsOf(node, namespace).flatMap(PodReferences::claims);
    }

    private Optional<JsonNode> volume(String name) {
        return tree(ResourceTypes.PERSISTENT_VOLUMES.key("", name));
    }

    /// Whether a pod of the node uses the claim that the volume is bound to.
    private boolean claimed(String node, JsonNode volume) {
        JsonNode claim = volume.path("spec").path("claimRef");
        String name = claim.path("name").asText("");
        return !name.isEmpty()
                && claims(node, claim.path("namespace").asText("")).anyMatch(name::equals);
    }

    /// Secrets that agents need for the volumes of their pods. They are in the namespace that the volume
    /// names.
    private boolean secretOfVolume(String node, String namespace, String name) {
        return podsOf(node, "")
                .flatMap(pod -> {
                    String own = pod.path("metadata").path("namespace").asText("");
                    return PodReferences.claims(pod)
                            .map(claim -> ResourceTypes.PERSISTENT_VOLUME_CLAIMS.key(own, claim));
                })
                .distinct()
                .flatMap(claim -> tree(claim)
                        .flatMap(found ->
                                volume(found.path("spec").path("volumeName").asText("")))
                        .filter(volume -> isFor(volume, claim))
                        .stream())
                .anyMatch(volume -> secrets(volume, namespace).anyMatch(name::equals));
    }

    private static boolean isFor(JsonNode volume, ObjectKey claim) {
        JsonNode reference = volume.path("spec").path("claimRef");
        return reference.path("name").asText("").equals(claim.name())
                && reference.path("namespace").asText("").equals(claim.namespace());
    }

    private static Stream<String> secrets(JsonNode volume, String namespace) {
        JsonNode spec = volume.path("spec");
        String ofClaim = spec.path("claimRef").path("namespace").asText("");
        Stream<JsonNode> references = Stream.concat(
                CSI_SECRETS.stream().map(field -> spec.path("csi").path(field)),
                Stream.of("cephfs", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos")
                        .map(source -> spec.path(source).path("secretRef")));
        Stream<String> named = references
                .filter(reference -> reference.path("namespace").asText(ofClaim).equals(namespace))
                .map(reference -> reference.path("name").asText(""));
        JsonNode azure = spec.path("azureFile");
        boolean azureHere = azure.path("secretNamespace").asText(ofClaim).equals(namespace);
        return Stream.concat(
                named, azureHere ? Stream.of(azure.path("secretName").asText("")) : Stream.empty());
    }

    private Optional<JsonNode> tree(ObjectKey key) {
        return store.get(key).map(NodeRelations::tree);
    }

    private static JsonNode tree(StoredObject object) {
        return Json.read(object.json());
    }
}
