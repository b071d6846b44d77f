/// What the plugin for device claims says of pods without claims; claims themselves are not served.
/// Never here: another plugin, I/O, a clock.
/// Start at DynamicResources.
/// Upstream twin: plugins/dynamicresources.
@NullMarked
package dev.tenure.scheduler.plugin.dynamicresources;

import org.jspecify.annotations.NullMarked;
