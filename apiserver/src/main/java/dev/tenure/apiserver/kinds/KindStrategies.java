package dev.tenure.apiserver.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.access.BindingStrategy;
import dev.tenure.apiserver.registry.access.RoleStrategy;
import dev.tenure.apiserver.registry.autoscaler.AutoscalerStrategy;
import dev.tenure.apiserver.registry.configmap.ConfigMapStrategy;
import dev.tenure.apiserver.registry.controllerrevision.ControllerRevisionStrategy;
import dev.tenure.apiserver.registry.cronjob.CronJobStrategy;
import dev.tenure.apiserver.registry.daemonset.DaemonSetStrategy;
import dev.tenure.apiserver.registry.definition.DefinitionStrategy;
import dev.tenure.apiserver.registry.deployment.DeploymentStrategy;
import dev.tenure.apiserver.registry.device.DeviceClaimStrategy;
import dev.tenure.apiserver.registry.disruptionbudget.DisruptionBudgetStrategy;
import dev.tenure.apiserver.registry.endpoints.EndpointSliceStrategy;
import dev.tenure.apiserver.registry.endpoints.EndpointsStrategy;
import dev.tenure.apiserver.registry.flowcontrol.FlowSchemaStrategy;
import dev.tenure.apiserver.registry.flowcontrol.PriorityLevelStrategy;
import dev.tenure.apiserver.registry.job.JobStrategy;
import dev.tenure.apiserver.registry.lease.LeaseStrategy;
import dev.tenure.apiserver.registry.limitrange.LimitRangeStrategy;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.namespace.NamespaceStrategy;
import dev.tenure.apiserver.registry.networking.AddressStrategy;
import dev.tenure.apiserver.registry.networking.IngressClassStrategy;
import dev.tenure.apiserver.registry.networking.IngressStrategy;
import dev.tenure.apiserver.registry.networking.NetworkPolicyStrategy;
import dev.tenure.apiserver.registry.networking.ServiceRangeStrategy;
import dev.tenure.apiserver.registry.node.NodeStrategy;
import dev.tenure.apiserver.registry.pod.PodStrategy;
import dev.tenure.apiserver.registry.podtemplate.PodTemplateStrategy;
import dev.tenure.apiserver.registry.priorityclass.PriorityClassStrategy;
import dev.tenure.apiserver.registry.replicaset.ReplicaSetStrategy;
import dev.tenure.apiserver.registry.replicationcontroller.ReplicationControllerStrategy;
import dev.tenure.apiserver.registry.resourcequota.ResourceQuotaStrategy;
import dev.tenure.apiserver.registry.runtimeclass.RuntimeClassStrategy;
import dev.tenure.apiserver.registry.secret.SecretStrategy;
import dev.tenure.apiserver.registry.service.ServiceStrategy;
import dev.tenure.apiserver.registry.statefulset.StatefulSetStrategy;
import dev.tenure.apiserver.registry.storage.AttachmentStrategy;
import dev.tenure.apiserver.registry.storage.AttributesClassStrategy;
import dev.tenure.apiserver.registry.storage.CapacityStrategy;
import dev.tenure.apiserver.registry.storage.DriverStrategy;
import dev.tenure.apiserver.registry.storage.NodeDriversStrategy;
import dev.tenure.apiserver.registry.storage.StorageClassStrategy;
import dev.tenure.apiserver.registry.volume.ClaimStrategy;
import dev.tenure.apiserver.registry.volume.VolumeStrategy;
import dev.tenure.apiserver.registry.webhook.PolicyStrategy;
import dev.tenure.apiserver.registry.webhook.PolicyStrategy.Part;
import dev.tenure.apiserver.registry.webhook.WebhookStrategy;
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
                Map.entry("resourceclaims.resource.k8s.io", new DeviceClaimStrategy(false)),
                Map.entry("resourceclaimtemplates.resource.k8s.io", new DeviceClaimStrategy(true)),
                Map.entry(
                        "validatingadmissionpolicies.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.VALIDATING)),
                Map.entry("mutatingadmissionpolicies.admissionregistration.k8s.io", new PolicyStrategy(Part.MUTATING)),
                Map.entry(
                        "validatingadmissionpolicybindings.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.BINDING)),
                Map.entry(
                        "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
                        new PolicyStrategy(Part.BINDING)),
                Map.entry("validatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookStrategy(false)),
                Map.entry("mutatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookStrategy(true)),
                Map.entry("customresourcedefinitions.apiextensions.k8s.io", new DefinitionStrategy()));
    }

    /// The entry with the strategy of its kind, unless the table gave it one.
    KindEntry apply(KindEntry entry) {
        if (entry.strategy() != KindStrategy.PLAIN) {
            return entry;
        }
        return entry.withStrategy(byResource.getOrDefault(entry.stored().qualifiedResource(), PlainKind.INSTANCE));
    }
}
