/// What is peculiar to revisions of controllers.
/// Never here: who makes them.
/// Start at ControllerRevisionStrategy.
/// Upstream twin: pkg/registry/apps/controllerrevision.
@NullMarked
package dev.tenure.kinds.controllerrevision;

import org.jspecify.annotations.NullMarked;
