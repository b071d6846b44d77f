package dev.tenure.kinds;

import static dev.tenure.apiserver.registry.SelectableField.field;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.Subresource;
import java.util.List;

/// Everything else: networks, storage, devices, admission, leases, classes.
final class PlatformKinds {
    static final List<KindEntry> ALL = List.of(
            KindEntry.cluster("apiregistration.k8s.io/v1", "apiservices", "APIService")
                    .withCategories("api-extensions")
                    .withSubresources(Subresource.status().withoutRows())
                    .with(Flag.STORED_AS_JSON)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("networking.k8s.io/v1", "ingressclasses", "IngressClass")
                    .with(Flag.GENERATION),
            KindEntry.namespaced("networking.k8s.io/v1", "ingresses", "Ingress")
                    .withShortNames("ing")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.cluster("networking.k8s.io/v1", "ipaddresses", "IPAddress")
                    .withShortNames("ip"),
            KindEntry.namespaced("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy")
                    .withShortNames("netpol")
                    .with(Flag.GENERATION),
            KindEntry.cluster("networking.k8s.io/v1", "servicecidrs", "ServiceCIDR")
                    .withSubresources(Subresource.status()),
            KindEntry.cluster("storage.k8s.io/v1", "csidrivers", "CSIDriver")
                    .with(Flag.RETURNS_DELETED)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("storage.k8s.io/v1", "csinodes", "CSINode")
                    .with(Flag.RETURNS_DELETED)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.namespaced("storage.k8s.io/v1", "csistoragecapacities", "CSIStorageCapacity")
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("storage.k8s.io/v1", "storageclasses", "StorageClass")
                    .withShortNames("sc")
                    .with(Flag.RETURNS_DELETED),
            KindEntry.cluster("storage.k8s.io/v1", "volumeattachments", "VolumeAttachment")
                    .withSubresources(Subresource.status())
                    .with(Flag.RETURNS_DELETED)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("storage.k8s.io/v1", "volumeattributesclasses", "VolumeAttributesClass")
                    .withShortNames("vac")
                    .with(Flag.RETURNS_DELETED),
            KindEntry.cluster("admissionregistration.k8s.io/v1", "mutatingadmissionpolicies", "MutatingAdmissionPolicy")
                    .withCategories("api-extensions")
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster(
                            "admissionregistration.k8s.io/v1",
                            "mutatingadmissionpolicybindings",
                            "MutatingAdmissionPolicyBinding")
                    .withCategories("api-extensions")
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster(
                            "admissionregistration.k8s.io/v1",
                            "mutatingwebhookconfigurations",
                            "MutatingWebhookConfiguration")
                    .withCategories("api-extensions")
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster(
                            "admissionregistration.k8s.io/v1",
                            "validatingadmissionpolicies",
                            "ValidatingAdmissionPolicy")
                    .withCategories("api-extensions")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster(
                            "admissionregistration.k8s.io/v1",
                            "validatingadmissionpolicybindings",
                            "ValidatingAdmissionPolicyBinding")
                    .withCategories("api-extensions")
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster(
                            "admissionregistration.k8s.io/v1",
                            "validatingwebhookconfigurations",
                            "ValidatingWebhookConfiguration")
                    .withCategories("api-extensions")
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("apiextensions.k8s.io/v1", "customresourcedefinitions", "CustomResourceDefinition")
                    .withShortNames("crd", "crds")
                    .withCategories("api-extensions")
                    .withSubresources(Subresource.status().withoutRows())
                    .with(Flag.GENERATION, Flag.CLEANED_UP, Flag.STORED_AS_JSON)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("scheduling.k8s.io/v1", "priorityclasses", "PriorityClass")
                    .withShortNames("pc")
                    .with(Flag.GENERATION),
            KindEntry.namespaced("coordination.k8s.io/v1", "leases", "Lease")
                    .with(Flag.CREATE_ON_UPDATE)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.cluster("node.k8s.io/v1", "runtimeclasses", "RuntimeClass")
                    .with(Flag.CREATE_ON_UPDATE)
                    .without(Flag.UNCONDITIONAL_UPDATE),
            KindEntry.namespaced("discovery.k8s.io/v1", "endpointslices", "EndpointSlice")
                    .with(Flag.GENERATION),
            KindEntry.cluster("resource.k8s.io/v1", "deviceclasses", "DeviceClass")
                    .with(Flag.GENERATION, Flag.RETURNS_DELETED),
            KindEntry.namespaced("resource.k8s.io/v1", "resourceclaims", "ResourceClaim")
                    .withSubresources(Subresource.status().withoutRows())
                    .with(Flag.RETURNS_DELETED),
            KindEntry.namespaced("resource.k8s.io/v1", "resourceclaimtemplates", "ResourceClaimTemplate")
                    .with(Flag.RETURNS_DELETED),
            KindEntry.cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice")
                    .with(Flag.GENERATION, Flag.RETURNS_DELETED)
                    .withFields(field("spec.nodeName"), field("spec.driver")),
            KindEntry.cluster("flowcontrol.apiserver.k8s.io/v1", "flowschemas", "FlowSchema")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.cluster(
                            "flowcontrol.apiserver.k8s.io/v1",
                            "prioritylevelconfigurations",
                            "PriorityLevelConfiguration")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION));

    private PlatformKinds() {}
}
