/// Lets every pod tolerate a node that is not ready or unreachable for some time.
/// Never here: evictions when the time is over (controllers).
/// Start at DefaultTolerationSeconds.
/// Upstream twin: plugin/pkg/admission/defaulttolerationseconds.
@NullMarked
package dev.tenure.kinds.admission.defaulttolerationseconds;

import org.jspecify.annotations.NullMarked;
