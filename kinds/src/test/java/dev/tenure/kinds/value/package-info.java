/// Tests of values under schemas that were defined at run time.
@NullMarked
package dev.tenure.kinds.value;

import org.jspecify.annotations.NullMarked;
