package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.Map;

/// How controllers divide the pods that they follow together.
public final class PodGroups {
    /// By the name of the node that they are bound to.
    public static final Grouping BY_NODE = pod -> pod.view(Pod.class).spec().nodeName();

    /// By the workload that controls them.
    public static final Grouping BY_CONTROLLER =
            ControllerGroups.by(pod -> pod.view(Pod.class).meta());

    private PodGroups() {}

    /// An informer of the pods that have a node.
    public static Informer bound(SharedInformers informers, InformerHandler handler) {
        return informers.part(
                new Informer.Selection(ResourceTypes.PODS, "", Map.of("fieldSelector", "spec.nodeName!=")),
                PodGroups::isBound,
                handler);
    }

    private static boolean isBound(StoredObject pod) {
        return pod.view(Pod.class).spec().bound();
    }
}
