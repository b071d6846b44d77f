/// Tests of kinds that were defined at run time.
@NullMarked
package dev.tenure.kinds.core;

import org.jspecify.annotations.NullMarked;
