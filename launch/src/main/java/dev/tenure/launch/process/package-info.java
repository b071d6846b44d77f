/// The process itself: its lock on the data directory, its pid, its control socket, what it agrees on with
/// the launcher.
/// Never here: what the process serves.
/// Start at DirectoryLock and ControlServer.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.process;

import org.jspecify.annotations.NullMarked;
