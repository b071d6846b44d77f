/// The pages of this process's own heap, and when the kernel has to provide them.
/// Never here: what the heap holds, caches, anything that knows of a pod.
/// Start at PagesAhead.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.memory;

import org.jspecify.annotations.NullMarked;
