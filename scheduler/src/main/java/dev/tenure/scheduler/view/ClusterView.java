package dev.tenure.scheduler.view;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cluster as plugins see it in a cycle: the scheduler's cache, or a what-if laid over it. Does not
/// change within a cycle.
public interface ClusterView {
    /// All nodes that exist, in an order that changes only when nodes come or go.
    List<NodeState> nodes();

    Optional<NodeState> node(String name);

    /// The pods on nodes that have a term on other pods, together where their terms are the same; their
    /// labels and namespaces may differ.
    Collection<? extends PlacedClass> podsWithTerms();

    /// The classes of the pods of a namespace that are on nodes.
    Collection<? extends PlacedClass> classesIn(String namespace);

    /// The namespaces of the pods that are on nodes.
    Collection<String> namespacesOfPods();

    /// Whether some pod on a node has a term on other pods that means this one.
    boolean affinityMeans(PodInfo pod);

    /// Pods that are to run on a node but do not yet, because others are leaving it for them.
    List<PodInfo> nominatedTo(String node);

    /// Labels of a namespace; none when it is not known.
    Map<String, String> namespaceLabels(String namespace);

    /// Names of the namespaces whose labels match.
    Collection<String> namespacesWith(LabelSelector selector);

    /// What selects the pods that belong together with this one, by the services and the workload that select
    /// it. Matches everything when it belongs to none.
    LabelSelector defaultSelectorOf(PodInfo pod);

    List<PodDisruptionBudget> budgets();

    Optional<PersistentVolumeClaim> claim(String namespace, String name);

    /// A number that a claim has until it changes, and never again after that; 0 when there is none of that
    /// name.
    long claimVersion(String namespace, String name);

    Optional<PersistentVolume> volume(String name);

    /// As [#claimVersion], of a volume.
    long volumeVersion(String name);

    /// Volumes of a claim's class among which all are that it could have on a node, in no order.
    List<PersistentVolume> volumesFor(PersistentVolumeClaim claim, Node node);

    Optional<StorageClass> storageClass(String name);

    Optional<CsiNode> csiNode(String node);

    /// Devices and claims of them.
    DevicesView devices();

    /// When it is, for who compares it with what objects say.
    Instant now();

    /// Whether a pod on some node uses the claim.
    boolean claimInUse(String namespace, String name);

    /// How many nodes hold an image, and its size there; absent when none does.
    Optional<ImageSpread> image(String name);

    /// @param nodes how many nodes hold the image
    record ImageSpread(long sizeBytes, int nodes) {}
}
