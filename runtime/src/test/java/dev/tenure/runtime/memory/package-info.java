/// Tests of the decisions about this process's heap.
@NullMarked
package dev.tenure.runtime.memory;

import org.jspecify.annotations.NullMarked;
