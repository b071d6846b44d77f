/// Prefers nodes that hold a pod's images already.
/// Never here: another plugin, I/O, a clock.
/// Start at ImageLocality.
/// Upstream twin: plugins/imagelocality.
@NullMarked
package dev.tenure.scheduler.plugin.imagelocality;

import org.jspecify.annotations.NullMarked;
