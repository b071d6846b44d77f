/// Nodes without machines: they report, they take pods, and the pods run as they declare.
/// Never here: what a node decides (agent.admission, agent.eviction); that is the same for real nodes.
/// Start at SimulatedNodesLoop; PodStageRule says what a pod does next.
/// Upstream twin: kwok stages, in purpose.
@NullMarked
package dev.tenure.agent.runtime.simulated;

import org.jspecify.annotations.NullMarked;
