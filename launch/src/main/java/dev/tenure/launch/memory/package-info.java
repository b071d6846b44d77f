/// This process's own heap: when the kernel has to provide its pages, when objects are collected, and when
/// pages go back.
/// Never here: what the heap holds, caches, anything that knows of a pod.
/// Start at HeapCare.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.memory;

import org.jspecify.annotations.NullMarked;
