package dev.tenure.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.access.BindingStrategy;
import dev.tenure.kinds.access.RoleStrategy;
import dev.tenure.kinds.access.SigningRequestStrategy;
import dev.tenure.kinds.autoscaler.AutoscalerStrategy;
import dev.tenure.kinds.batch.CronJobStrategy;
import dev.tenure.kinds.batch.JobStrategy;
import dev.tenure.kinds.core.ConfigMapStrategy;
import dev.tenure.kinds.core.NamespaceStrategy;
import dev.tenure.kinds.core.SecretStrategy;
import dev.tenure.kinds.definition.DefinitionStrategy;
import dev.tenure.kinds.device.DeviceClaimStrategy;
import dev.tenure.kinds.device.DeviceClassStrategy;
import dev.tenure.kinds.device.SliceStrategy;
import dev.tenure.kinds.endpoints.EndpointSliceStrategy;
import dev.tenure.kinds.endpoints.EndpointsStrategy;
import dev.tenure.kinds.flowcontrol.FlowSchemaStrategy;
import dev.tenure.kinds.flowcontrol.PriorityLevelStrategy;
import dev.tenure.kinds.networking.AddressStrategy;
import dev.tenure.kinds.networking.IngressClassStrategy;
import dev.tenure.kinds.networking.IngressStrategy;
import dev.tenure.kinds.networking.NetworkPolicyStrategy;
import dev.tenure.kinds.networking.ServiceRangeStrategy;
import dev.tenure.kinds.node.LeaseStrategy;
import dev.tenure.kinds.node.NodeStrategy;
import dev.tenure.kinds.pod.PodStrategy;
import dev.tenure.kinds.quota.LimitRangeStrategy;
import dev.tenure.kinds.quota.ResourceQuotaStrategy;
import dev.tenure.kinds.scheduling.DisruptionBudgetStrategy;
import dev.tenure.kinds.scheduling.PriorityClassStrategy;
import dev.tenure.kinds.scheduling.RuntimeClassStrategy;
import dev.tenure.kinds.service.ServiceStrategy;
import dev.tenure.kinds.storage.AttachmentStrategy;
import dev.tenure.kinds.storage.AttributesClassStrategy;
import dev.tenure.kinds.storage.CapacityStrategy;
import dev.tenure.kinds.storage.DriverStrategy;
import dev.tenure.kinds.storage.NodeDriversStrategy;
import dev.tenure.kinds.storage.StorageClassStrategy;
import dev.tenure.kinds.volume.ClaimStrategy;
import dev.tenure.kinds.volume.VolumeStrategy;
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
import java.util.Map;

/// Which strategy each kind has; kinds that are not named have their metadata checked and nothing else.
/// Immutable.
final class KindStrategies {
    private final Map<String, KindStrategy> byResource;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    KindStrategies(boolean comparisonOperators) {
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
                Map.entry("priorityclasses.scheduling.k8s.io", new PriorityClassStrategy()),
                Map.entry("runtimeclasses.node.k8s.io", new RuntimeClassStrategy()),
                Map.entry("leases.coordination.k8s.io", new LeaseStrategy()),
                Map.entry("limitranges", new LimitRangeStrategy()),
                Map.entry("resourcequotas", new ResourceQuotaStrategy()),
                Map.entry("poddisruptionbudgets.policy", new DisruptionBudgetStrategy()),
                Map.entry("certificatesigningrequests.certificates.k8s.io", new SigningRequestStrategy()),
                Map.entry("rolebindings.rbac.authorization.k8s.io", new BindingStrategy(false)),
                Map.entry("clusterrolebindings.rbac.authorization.k8s.io", new BindingStrategy(true)),
                Map.entry("roles.rbac.authorization.k8s.io", new RoleStrategy(false)),
                Map.entry("clusterroles.rbac.authorization.k8s.io", new RoleStrategy(true)),
                Map.entry("endpoints", new EndpointsStrategy()),
                Map.entry("endpointslices.discovery.k8s.io", new EndpointSliceStrategy()),
                Map.entry("networkpolicies.networking.k8s.io", new NetworkPolicyStrategy()),
                Map.entry("ingresses.networking.k8s.io", new IngressStrategy()),
                Map.entry("ingressclasses.networking.k8s.io", new IngressClassStrategy()),
                Map.entry("ipaddresses.networking.k8s.io", new AddressStrategy()),
                Map.entry("servicecidrs.networking.k8s.io", new ServiceRangeStrategy()),
                Map.entry("horizontalpodautoscalers.autoscaling", new AutoscalerStrategy()),
                Map.entry("persistentvolumes", new VolumeStrategy()),
                Map.entry("persistentvolumeclaims", new ClaimStrategy()),
                Map.entry("storageclasses.storage.k8s.io", new StorageClassStrategy()),
                Map.entry("csidrivers.storage.k8s.io", new DriverStrategy()),
                Map.entry("csinodes.storage.k8s.io", new NodeDriversStrategy()),
                Map.entry("csistoragecapacities.storage.k8s.io", new CapacityStrategy()),
                Map.entry("volumeattachments.storage.k8s.io", new AttachmentStrategy()),
                Map.entry("volumeattributesclasses.storage.k8s.io", new AttributesClassStrategy()),
                Map.entry("flowschemas.flowcontrol.apiserver.k8s.io", new FlowSchemaStrategy()),
                Map.entry("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", new PriorityLevelStrategy()),
                Map.entry("deviceclasses.resource.k8s.io", new DeviceClassStrategy()),
                Map.entry("resourceslices.resource.k8s.io", new SliceStrategy()),
                Map.entry("resourceclaims.resource.k8s.io", new DeviceClaimStrategy(false)),
                Map.entry("resourceclaimtemplates.resource.k8s.io", new DeviceClaimStrategy(true)),
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
                Map.entry("customresourcedefinitions.apiextensions.k8s.io", new DefinitionStrategy()));
    }

    /// The entry with the strategy of its kind, unless the table gave it one.
    KindEntry apply(KindEntry entry) {
        if (!entry.strategy().equals(KindStrategy.PLAIN)) {
            return entry;
        }
        return entry.withStrategy(byResource.getOrDefault(entry.stored().qualifiedResource(), PlainKind.INSTANCE));
    }
}
