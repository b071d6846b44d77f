/// This process's own heap: when the kernel has to provide its pages, and when young objects are collected.
/// Never here: what the heap holds, caches, anything that knows of a pod.
/// Start at HeapCare.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.memory;

import org.jspecify.annotations.NullMarked;
