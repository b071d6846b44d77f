/// Tests of the decisions about this process's heap.
@NullMarked
package dev.tenure.launch.memory;

import org.jspecify.annotations.NullMarked;
