package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An agent may ask for tokens only on behalf of pods on its node, and only for audiences that they name or
/// that a role gives it by the verb `request-serviceaccounts-token-audience`.
final class NodeTokenRule {
    private static final ResourceType CSI_DRIVERS =
            new ResourceType("storage.k8s.io", "v1", "csidrivers", "CSIDriver", ResourceType.Scope.CLUSTER);

    /// Kinds of disks that drivers have taken over, in volumes of pods and in persistent ones. Upstream:
    /// csi-translation-lib.
    private static final Map<String, String> MOVED = Map.of(
            "gcePersistentDisk", "pd.csi.storage.gke.io",
            "awsElasticBlockStore", "ebs.csi.aws.com",
            "cinder", "cinder.csi.openstack.org",
            "azureDisk", "disk.csi.azure.com",
            "azureFile", "file.csi.azure.com",
            "vsphereVolume", "csi.vsphere.vmware.com",
            "portworxVolume", "pxd.portworx.com");

    private static final String VERB = "request-serviceaccounts-token-audience";

    private final String node;
    private final AdmissionRequest request;
    private final ClusterAccess cluster;

    NodeTokenRule(String node, AdmissionRequest request, ClusterAccess cluster) {
        this.node = node;
        this.request = request;
        this.cluster = cluster;
    }

    void check(Authorizer authorizer) {
        if (request.operation() != Operation.CREATE || !request.subresource().equals("token")) {
            return;
        }
        JsonNode bound = request.object().path("spec").path("boundObjectRef");
        boolean toPod = bound.path("apiVersion").asText("").equals("v1")
                && bound.path("kind").asText("").equals("Pod")
                && !bound.path("name").asText("").isEmpty();
        if (!toPod) {
            throw request.forbidden("node requested token not bound to a pod");
        }
        String uid = bound.path("uid").asText("");
        if (uid.isEmpty()) {
            throw request.forbidden("node requested token with a pod binding without a uid");
        }
        String name = bound.path("name").asText();
        StoredObject pod = cluster.get(ResourceTypes.PODS, request.namespace(), name)
                .orElseThrow(() -> new RefusedException(Statuses.notFound("", "pod", name)));
        if (!uid.equals(pod.uid())) {
            throw request.forbidden(("the UID in the bound object reference (%s) does not match the UID in record. The"
                            + " object might have been deleted and then recreated")
                    .formatted(uid));
        }
        JsonNode spec = cluster.tree(pod).path("spec");
        if (!spec.path("nodeName").asText("").equals(node)) {
            throw request.forbidden("node requested token bound to a pod scheduled on a different node");
        }
        audience(name, spec, authorizer);
    }

    /// Whether the volume's CSI driver is to be given tokens for this audience.
    ///
    /// @param missing gains what was not found on the way to the driver
    private boolean driverAsksFor(String pod, JsonNode volume, String audience, Set<String> missing) {
        String driver;
        if (volume.path("ephemeral").path("volumeClaimTemplate").isObject()) {
            driver = driverOfClaim(pod + "-" + volume.path("name").asText(""), missing);
        } else if (volume.path("persistentVolumeClaim").isObject()) {
            String claim =
                    volume.path("persistentVolumeClaim").path("claimName").asText("");
            driver = driverOfClaim(claim, missing);
        } else {
            driver = driverOf(volume);
        }
        if (driver.isEmpty()) {
            return false;
        }
        JsonNode found = found(CSI_DRIVERS, "csidriver", driver, missing);
        for (JsonNode token : found.path("spec").path("tokenRequests")) {
            if (token.path("audience").asText("").equals(audience)) {
                return true;
            }
        }
        return false;
    }

    private String driverOfClaim(String claim, Set<String> missing) {
        JsonNode spec = found(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "persistentvolumeclaim", claim, missing)
                .path("spec");
        if (spec.isMissingNode()) {
            return "";
        }
        String volume = spec.path("volumeName").asText("");
        return driverOf(found(ResourceTypes.PERSISTENT_VOLUMES, "persistentvolume", volume, missing)
                .path("spec"));
    }

    /// The driver of a volume, or the one that has taken over its kind of disks; empty where no driver is
    /// asked.
    private static String driverOf(JsonNode volume) {
        if (volume.path("csi").isObject()) {
            return volume.path("csi").path("driver").asText("");
        }
        return MOVED.entrySet().stream()
                .filter(disk -> volume.path(disk.getKey()).isObject())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    /// The audience stands in the place of the resource, the account in that of the name.
    private Attributes asked(String audience) {
        return Attributes.ofResource(
                request.caller(), VERB, new Target("", "v1", audience, request.namespace(), request.name(), ""));
    }

    private JsonNode found(ResourceType type, String singular, String name, Set<String> missing) {
        String namespace = type.scope() == ResourceType.Scope.NAMESPACED ? request.namespace() : "";
        Optional<StoredObject> object = name.isEmpty() ? Optional.empty() : cluster.get(type, namespace, name);
        if (object.isEmpty()) {
            missing.add(Statuses.notFound(type.group(), singular, name).message());
            return MissingNode.INSTANCE;
        }
        return cluster.tree(object.get());
    }

    private void audience(String pod, JsonNode spec, Authorizer authorizer) {
        JsonNode audiences = request.object().path("spec").path("audiences");
        if (audiences.size() > 1) {
            throw request.forbidden("node may only request 0 or 1 audiences");
        }
        String audience = audiences.path(0).asText("");
        Set<String> missing = new LinkedHashSet<>();
        for (JsonNode volume : spec.path("volumes")) {
            for (JsonNode source : volume.path("projected").path("sources")) {
                JsonNode token = source.path("serviceAccountToken");
                if (!token.isMissingNode() && token.path("audience").asText("").equals(audience)) {
                    return;
                }
            }
            if (driverAsksFor(pod, volume, audience, missing)) {
                return;
            }
        }
        if (!missing.isEmpty()) {
            String why = missing.size() == 1 ? missing.iterator().next() : "[" + String.join(", ", missing) + "]";
            throw request.forbidden("error validating audience %s: %s".formatted(Quoted.of(audience), why));
        }
        if (authorizer.decide(asked(audience)) instanceof Decision.Allow) {
            return;
        }
        throw request.forbidden("audience %s not found in pod spec volume, %s is not authorized to request tokens for"
                        .formatted(Quoted.of(audience), request.caller().user())
                + " this audience");
    }
}
