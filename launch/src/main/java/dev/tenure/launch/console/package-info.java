/// The console's pages: of any cluster, on a socket of this machine (`tenure console`), and of its own
/// cluster, on the API server's socket.
/// Never here: what the pages show (console.page), who may come in (console.session).
/// Start at ConsoleCommand and CallerViewers.
/// Upstream twin: kubectl proxy, in purpose.
@NullMarked
package dev.tenure.launch.console;

import org.jspecify.annotations.NullMarked;
