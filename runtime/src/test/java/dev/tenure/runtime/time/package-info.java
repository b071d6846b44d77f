/// Tests of clocks as values.
@NullMarked
package dev.tenure.runtime.time;

import org.jspecify.annotations.NullMarked;
