/// Tests of what plugins see of pods and nodes.
/// Never here: a plugin.
/// Start at HostPortTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.view;

import org.jspecify.annotations.NullMarked;
