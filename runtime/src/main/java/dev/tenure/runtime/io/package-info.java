/// Edges to the outside: mailboxes between foreign threads and loops, background threads and their ends.
/// Never here: HTTP, JSON, anything that knows of a pod.
/// Start at Mailbox.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.io;

import org.jspecify.annotations.NullMarked;
