/// How nodes, pods and stays are shown, refusals, and what of a page is missing because somebody may not see
/// it.
/// Never here: which page shows what (console.page).
/// Start at Shown, then MissingPart.
/// Upstream twin: none.
@NullMarked
package dev.tenure.console.shown;

import org.jspecify.annotations.NullMarked;
