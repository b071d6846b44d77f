/// The console's pages: their types, and the pages themselves in a real browser against a running cluster.
/// Never here: what the console's own socket refuses (console.session).
/// Start at ConsoleBrowserTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.console;

import org.jspecify.annotations.NullMarked;
