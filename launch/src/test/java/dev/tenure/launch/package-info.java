/// Tests of the command line as a whole.
@NullMarked
package dev.tenure.launch;

import org.jspecify.annotations.NullMarked;
