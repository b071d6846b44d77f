package dev.tenure.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.access.CertificateSigningRequestStrategy;
import dev.tenure.kinds.access.RoleBindingStrategy;
import dev.tenure.kinds.access.RoleStrategy;
import dev.tenure.kinds.apiservice.ApiServiceStrategy;
import dev.tenure.kinds.autoscaler.HorizontalPodAutoscalerStrategy;
import dev.tenure.kinds.batch.CronJobStrategy;
import dev.tenure.kinds.batch.JobStrategy;
import dev.tenure.kinds.core.ConfigMapStrategy;
import dev.tenure.kinds.core.NamespaceStrategy;
import dev.tenure.kinds.core.SecretStrategy;
import dev.tenure.kinds.core.ServiceAccountStrategy;
import dev.tenure.kinds.definition.CustomResourceDefinitionStrategy;
import dev.tenure.kinds.device.DeviceClassStrategy;
import dev.tenure.kinds.device.ResourceClaimStrategy;
import dev.tenure.kinds.device.ResourceSliceStrategy;
import dev.tenure.kinds.endpoints.EndpointSliceStrategy;
import dev.tenure.kinds.endpoints.EndpointsStrategy;
import dev.tenure.kinds.flowcontrol.FlowSchemaStrategy;
import dev.tenure.kinds.flowcontrol.PriorityLevelConfigurationStrategy;
import dev.tenure.kinds.networking.IngressClassStrategy;
import dev.tenure.kinds.networking.IngressStrategy;
import dev.tenure.kinds.networking.IpAddressStrategy;
import dev.tenure.kinds.networking.NetworkPolicyStrategy;
import dev.tenure.kinds.networking.ServiceCidrStrategy;
import dev.tenure.kinds.node.LeaseStrategy;
import dev.tenure.kinds.node.NodeStrategy;
import dev.tenure.kinds.pod.PodStrategy;
import dev.tenure.kinds.quota.LimitRangeStrategy;
import dev.tenure.kinds.quota.ResourceQuotaStrategy;
import dev.tenure.kinds.scheduling.PodDisruptionBudgetStrategy;
import dev.tenure.kinds.scheduling.PriorityClassStrategy;
import dev.tenure.kinds.scheduling.RuntimeClassStrategy;
import dev.tenure.kinds.service.ServiceStrategy;
import dev.tenure.kinds.storage.CsiDriverStrategy;
import dev.tenure.kinds.storage.CsiNodeStrategy;
import dev.tenure.kinds.storage.CsiStorageCapacityStrategy;
import dev.tenure.kinds.storage.StorageClassStrategy;
import dev.tenure.kinds.storage.VolumeAttachmentStrategy;
import dev.tenure.kinds.storage.VolumeAttributesClassStrategy;
import dev.tenure.kinds.volume.PersistentVolumeClaimStrategy;
import dev.tenure.kinds.volume.PersistentVolumeStrategy;
import dev.tenure.kinds.webhook.PolicyStrategy;
import dev.tenure.kinds.webhook.PolicyStrategy.Part;
import dev.tenure.kinds.webhook.WebhookStrategy;
import dev.tenure.kinds.workload.ControllerRevisionStrategy;
import dev.tenure.kinds.workload.DaemonSetStrategy;
import dev.tenure.kinds.workload.DeploymentStrategy;
import dev.tenure.kinds.workload.PodTemplateStrategy;
import dev.tenure.kinds.workload.ReplicaSetStrategy;
import dev.tenure.kinds.workload.ReplicationControllerStrategy;
import dev.tenure.kinds.workload.StatefulSetStrategy;
import dev.tenure.rules.feature.FeatureGates;
import java.util.Map;

/// Which strategy each kind has; kinds that are not named have their metadata checked and nothing else.
/// Immutable.
final class KindStrategies {
    private final Map<String, KindStrategy> byResource;

    /// @param gates features that are switched on or off
    KindStrategies(FeatureGates gates) {
        boolean comparisonOperators = gates.comparisonOperators();
        byResource = Map.ofEntries(
                Map.entry("pods", new PodStrategy(comparisonOperators)),
                Map.entry("nodes", new NodeStrategy()),
                Map.entry("configmaps", new ConfigMapStrategy()),
                Map.entry("namespaces", new NamespaceStrategy()),
                Map.entry("daemonsets.apps", new DaemonSetStrategy(comparisonOperators)),
                Map.entry("statefulsets.apps", new StatefulSetStrategy(comparisonOperators)),
                Map.entry("jobs.batch", new JobStrategy(comparisonOperators)),
                Map.entry("cronjobs.batch", new CronJobStrategy(comparisonOperators)),
                Map.entry("replicationcontrollers", new ReplicationControllerStrategy(comparisonOperators)),
                Map.entry("podtemplates", new PodTemplateStrategy(comparisonOperators)),
                Map.entry("controllerrevisions.apps", new ControllerRevisionStrategy()),
                Map.entry("deployments.apps", new DeploymentStrategy(comparisonOperators)),
                Map.entry("replicasets.apps", new ReplicaSetStrategy(comparisonOperators)),
                Map.entry("services", new ServiceStrategy()),
                Map.entry("secrets", new SecretStrategy()),
                Map.entry("serviceaccounts", new ServiceAccountStrategy()),
                Map.entry("priorityclasses.scheduling.k8s.io", new PriorityClassStrategy()),
                Map.entry("runtimeclasses.node.k8s.io", new RuntimeClassStrategy()),
                Map.entry("leases.coordination.k8s.io", new LeaseStrategy()),
                Map.entry("limitranges", new LimitRangeStrategy()),
                Map.entry("resourcequotas", new ResourceQuotaStrategy()),
                Map.entry("poddisruptionbudgets.policy", new PodDisruptionBudgetStrategy()),
                Map.entry("certificatesigningrequests.certificates.k8s.io", new CertificateSigningRequestStrategy()),
                Map.entry("rolebindings.rbac.authorization.k8s.io", new RoleBindingStrategy(false)),
                Map.entry("clusterrolebindings.rbac.authorization.k8s.io", new RoleBindingStrategy(true)),
                Map.entry("roles.rbac.authorization.k8s.io", new RoleStrategy(false)),
                Map.entry("clusterroles.rbac.authorization.k8s.io", new RoleStrategy(true)),
                Map.entry("endpoints", new EndpointsStrategy()),
                Map.entry("endpointslices.discovery.k8s.io", new EndpointSliceStrategy()),
                Map.entry("networkpolicies.networking.k8s.io", new NetworkPolicyStrategy()),
                Map.entry("ingresses.networking.k8s.io", new IngressStrategy()),
                Map.entry("ingressclasses.networking.k8s.io", new IngressClassStrategy()),
                Map.entry("ipaddresses.networking.k8s.io", new IpAddressStrategy()),
                Map.entry("servicecidrs.networking.k8s.io", new ServiceCidrStrategy()),
                Map.entry("horizontalpodautoscalers.autoscaling", new HorizontalPodAutoscalerStrategy(gates)),
                Map.entry("persistentvolumes", new PersistentVolumeStrategy()),
                Map.entry("persistentvolumeclaims", new PersistentVolumeClaimStrategy()),
                Map.entry("storageclasses.storage.k8s.io", new StorageClassStrategy()),
                Map.entry("csidrivers.storage.k8s.io", new CsiDriverStrategy()),
                Map.entry("csinodes.storage.k8s.io", new CsiNodeStrategy()),
                Map.entry("csistoragecapacities.storage.k8s.io", new CsiStorageCapacityStrategy()),
                Map.entry("volumeattachments.storage.k8s.io", new VolumeAttachmentStrategy()),
                Map.entry("volumeattributesclasses.storage.k8s.io", new VolumeAttributesClassStrategy()),
                Map.entry("apiservices.apiregistration.k8s.io", new ApiServiceStrategy()),
                Map.entry("flowschemas.flowcontrol.apiserver.k8s.io", new FlowSchemaStrategy()),
                Map.entry(
                        "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                        new PriorityLevelConfigurationStrategy()),
                Map.entry("deviceclasses.resource.k8s.io", new DeviceClassStrategy()),
                Map.entry("resourceslices.resource.k8s.io", new ResourceSliceStrategy()),
                Map.entry("resourceclaims.resource.k8s.io", new ResourceClaimStrategy(false)),
                Map.entry("resourceclaimtemplates.resource.k8s.io", new ResourceClaimStrategy(true)),
                Map.entry(
                        "validatingadmissionpolicies.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.VALIDATING)),
                Map.entry("mutatingadmissionpolicies.admissionregistration.k8s.io", new PolicyStrategy(Part.MUTATING)),
                Map.entry(
                        "validatingadmissionpolicybindings.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.VALIDATING_BINDING)),
                Map.entry(
                        "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.MUTATING_BINDING)),
                Map.entry("validatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookStrategy(false)),
                Map.entry("mutatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookStrategy(true)),
                Map.entry("customresourcedefinitions.apiextensions.k8s.io", new CustomResourceDefinitionStrategy()));
    }

    /// The entry with the strategy of its kind, unless the table gave it one.
    KindEntry apply(KindEntry entry) {
        if (!entry.strategy().equals(KindStrategy.PLAIN)) {
            return entry;
        }
        return entry.withStrategy(byResource.getOrDefault(entry.stored().qualifiedResource(), PlainKind.INSTANCE));
    }
}
