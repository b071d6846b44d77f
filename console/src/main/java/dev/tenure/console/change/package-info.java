/// Changes that people make by clicking: read, previewed, written as kubectl's commands, carried out, or only
/// asked about.
/// Never here: forecasts of what follows (console.viewer), HTML.
/// Start at ConsoleChange, then ChangeMaker.
/// Upstream twin: none; kubectl cordon, drain, taint, in effect.
@NullMarked
package dev.tenure.console.change;

import org.jspecify.annotations.NullMarked;
