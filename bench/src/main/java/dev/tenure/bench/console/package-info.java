/// How soon the console shows a large cluster, in a real browser, and what that costs.
/// Never here: what the pages show (console.page).
/// Start at ConsoleBench.
/// Upstream twin: none.
@NullMarked
package dev.tenure.bench.console;

import org.jspecify.annotations.NullMarked;
