package dev.tenure.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.kinds.autoscaler.AutoscalerConversion;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import java.util.List;

/// The kinds that make, scale and protect pods.
final class WorkloadKinds {
    private static final ResourceType AUTOSCALERS = new ResourceType(
            "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", Scope.NAMESPACED);

    static final List<KindEntry> ALL = List.of(
            KindEntry.namespaced("apps/v1", "controllerrevisions", "ControllerRevision"),
            KindEntry.namespaced("apps/v1", "daemonsets", "DaemonSet")
                    .withShortNames("ds")
                    .withCategories("all")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.namespaced("apps/v1", "deployments", "Deployment")
                    .withShortNames("deploy")
                    .withCategories("all")
                    .withSubresources(Subresource.scale(), Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.namespaced("apps/v1", "replicasets", "ReplicaSet")
                    .withShortNames("rs")
                    .withCategories("all")
                    .withSubresources(Subresource.scale(), Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.namespaced("apps/v1", "statefulsets", "StatefulSet")
                    .withShortNames("sts")
                    .withCategories("all")
                    .withSubresources(Subresource.scale(), Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.namespaced("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler")
                    .withShortNames("hpa")
                    .withCategories("all")
                    .withSubresources(Subresource.status()),
            KindEntry.namespaced("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler")
                    .withShortNames("hpa")
                    .withCategories("all")
                    .withSubresources(Subresource.status())
                    .storedAs(AUTOSCALERS, new AutoscalerConversion()),
            KindEntry.namespaced("batch/v1", "cronjobs", "CronJob")
                    .withShortNames("cj")
                    .withCategories("all")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION),
            KindEntry.namespaced("batch/v1", "jobs", "Job")
                    .withCategories("all")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION, Flag.ORPHANS_BY_DEFAULT)
                    .withFields(SelectableField.number("status.successful", "status.succeeded")),
            KindEntry.namespaced("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget")
                    .withShortNames("pdb")
                    .withSubresources(Subresource.status())
                    .with(Flag.GENERATION)
                    .without(Flag.UNCONDITIONAL_UPDATE));

    private WorkloadKinds() {}
}
