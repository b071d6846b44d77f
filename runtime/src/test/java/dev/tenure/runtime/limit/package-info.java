/// Tests of rates, turns and seats.
@NullMarked
package dev.tenure.runtime.limit;

import org.jspecify.annotations.NullMarked;
