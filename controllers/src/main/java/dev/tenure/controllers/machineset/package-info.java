/// Machines and sets of them, the kinds of OpenShift: a set makes as many machines as it is to have, each
/// machine gets a simulated node, and the node bears the taints and labels of its machine.
/// Never here: how nodes live (simnodes), how pods react to taints (tainteviction).
/// Start at MachineSetLoop, then NodeLinkRule.
/// Upstream twin: openshift/machine-api-operator pkg/controller/machineset, machine, nodelink.
@NullMarked
package dev.tenure.controllers.machineset;

import org.jspecify.annotations.NullMarked;
