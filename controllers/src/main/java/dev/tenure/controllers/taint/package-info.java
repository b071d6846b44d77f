/// Taints of nodes as controllers write them.
/// Never here: which taints a node should have.
/// Start at TaintsShape.
/// Upstream twin: pkg/controller/controller_utils.go (PatchNodeTaints).
@NullMarked
package dev.tenure.controllers.taint;

import org.jspecify.annotations.NullMarked;
