/// How the process logs: one line an entry, `key=value`, on standard error.
/// Never here: what is logged.
/// Start at LogSetup.
/// Upstream twin: component-base/logs.
@NullMarked
package dev.tenure.launch.log;

import org.jspecify.annotations.NullMarked;
