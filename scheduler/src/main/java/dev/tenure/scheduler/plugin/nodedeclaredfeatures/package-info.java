/// Keeps pods off nodes that lack a feature they need.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeDeclaredFeatures.
/// Upstream twin: plugins/nodedeclaredfeatures.
@NullMarked
package dev.tenure.scheduler.plugin.nodedeclaredfeatures;

import org.jspecify.annotations.NullMarked;
