/// The console's own socket: plain HTTP on loopback, who may come in, and the files of the pages.
/// Never here: what the pages show (page), which cluster and whose rights (launch).
/// Start at ConsoleServer.
/// Upstream twin: kubectl proxy, in purpose.
@NullMarked
package dev.tenure.console.session;

import org.jspecify.annotations.NullMarked;
