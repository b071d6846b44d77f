/// Tests of what a server writes for itself.
@NullMarked
package dev.tenure.kinds.upkeep;

import org.jspecify.annotations.NullMarked;
