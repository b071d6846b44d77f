/// The composition root: the only main of the product, which assembles all commands.
/// Never here: a rule, a loop's work, a request.
/// Start at TenureMain, then up.Up.
/// Upstream twin: cmd/*/app.
@NullMarked
package dev.tenure.launch;

import org.jspecify.annotations.NullMarked;
