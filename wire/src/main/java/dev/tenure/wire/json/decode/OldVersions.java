package dev.tenure.wire.json.decode;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Versions of kinds that upstream still knows and serves no more: their objects are read, and refused by a
/// message of their own. Upstream: the packages of k8s.io/api, as their register.go have it in 1.36.3.
final class OldVersions {
    /// Group and version, the group that has the kinds now, the kinds.
    private static final List<String> LINES = List.of(
            "admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io MutatingAdmissionPolicy"
                    + " MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
            "admissionregistration.k8s.io/v1beta1 admissionregistration.k8s.io MutatingAdmissionPolicy"
                    + " MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy"
                    + " ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration",
            "apiextensions.k8s.io/v1beta1 apiextensions.k8s.io CustomResourceDefinition",
            "apiregistration.k8s.io/v1beta1 apiregistration.k8s.io APIService",
            "apps/v1beta1 autoscaling Scale",
            "apps/v1beta1 apps ControllerRevision Deployment StatefulSet",
            "apps/v1beta2 autoscaling Scale",
            "apps/v1beta2 apps ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
            "authentication.k8s.io/v1alpha1 authentication.k8s.io SelfSubjectReview",
            "authentication.k8s.io/v1beta1 authentication.k8s.io SelfSubjectReview TokenReview",
            "authorization.k8s.io/v1beta1 authorization.k8s.io LocalSubjectAccessReview SelfSubjectAccessReview"
                    + " SelfSubjectRulesReview SubjectAccessReview",
            "batch/v1beta1 batch CronJob",
            "certificates.k8s.io/v1beta1 certificates.k8s.io CertificateSigningRequest",
            "coordination.k8s.io/v1beta1 coordination.k8s.io Lease",
            "discovery.k8s.io/v1beta1 discovery.k8s.io EndpointSlice",
            "events.k8s.io/v1beta1 events.k8s.io Event",
            "extensions/v1beta1 autoscaling Scale",
            "extensions/v1beta1 apps DaemonSet Deployment ReplicaSet",
            "extensions/v1beta1 networking.k8s.io Ingress NetworkPolicy",
            "flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io FlowSchema PriorityLevelConfiguration",
            "flowcontrol.apiserver.k8s.io/v1beta2 flowcontrol.apiserver.k8s.io FlowSchema PriorityLevelConfiguration",
            "flowcontrol.apiserver.k8s.io/v1beta3 flowcontrol.apiserver.k8s.io FlowSchema PriorityLevelConfiguration",
            "networking.k8s.io/v1beta1 networking.k8s.io IngressClass Ingress IPAddress ServiceCIDR",
            "node.k8s.io/v1alpha1 node.k8s.io RuntimeClass",
            "node.k8s.io/v1beta1 node.k8s.io RuntimeClass",
            "policy/v1beta1 policy PodDisruptionBudget",
            "rbac.authorization.k8s.io/v1alpha1 rbac.authorization.k8s.io ClusterRoleBinding ClusterRole RoleBinding"
                    + " Role",
            "rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io ClusterRoleBinding ClusterRole RoleBinding"
                    + " Role",
            "resource.k8s.io/v1beta1 resource.k8s.io DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
            "resource.k8s.io/v1beta2 resource.k8s.io DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
            "scheduling.k8s.io/v1beta1 scheduling.k8s.io PriorityClass",
            "storage.k8s.io/v1alpha1 storage.k8s.io CSIStorageCapacity VolumeAttachment VolumeAttributesClass",
            "storage.k8s.io/v1beta1 storage.k8s.io CSIDriver CSINode CSIStorageCapacity StorageClass"
                    + " VolumeAttachment VolumeAttributesClass");

    private static final Map<GroupVersionKind, String> GROUPS = groups();

    private OldVersions() {}

    /// The group of the kind whose old version this is; empty when it is none.
    static Optional<String> groupNow(GroupVersionKind kind) {
        return Optional.ofNullable(GROUPS.get(kind));
    }

    private static Map<GroupVersionKind, String> groups() {
        Map<GroupVersionKind, String> groups = new HashMap<>();
        for (String line : LINES) {
            String[] words = line.split(" ");
            for (String kind : List.of(words).subList(2, words.length)) {
                groups.put(GroupVersionKind.of(words[0], kind), words[1]);
            }
        }
        return Frozen.map(groups);
    }
}
