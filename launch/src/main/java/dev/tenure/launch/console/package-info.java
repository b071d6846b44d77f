/// `tenure console`: the pages of any cluster, on a socket of this machine.
/// Never here: what the pages show (console.page), who may come in (console.session).
/// Start at ConsoleCommand.
/// Upstream twin: kubectl proxy, in purpose.
@NullMarked
package dev.tenure.launch.console;

import org.jspecify.annotations.NullMarked;
