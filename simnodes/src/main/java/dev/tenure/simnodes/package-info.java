/// Nodes without machines: they report, they take pods, and the pods run as they declare.
/// Never here: what a node decides (kubelet.pod, kubelet.admission, kubelet.eviction); that is the same for
/// real nodes.
/// Start at SimulatedNodesLoop; kubelet.pod.PodLifeRule says what a pod does next, ContainersRule how its
/// containers play it.
/// Upstream twin: kwok stages, in purpose.
@NullMarked
package dev.tenure.simnodes;

import org.jspecify.annotations.NullMarked;
