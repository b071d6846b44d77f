/// Pods with claims of devices: whether their claims are there. None is ever allocated.
/// Never here: another plugin, I/O, a clock.
/// Start at DynamicResources.
/// Upstream twin: plugins/dynamicresources.
@NullMarked
package dev.tenure.scheduler.plugin.dynamicresources;

import org.jspecify.annotations.NullMarked;
