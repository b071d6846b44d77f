/// Tests of what every server process does.
@NullMarked
package dev.tenure.launch.process;

import org.jspecify.annotations.NullMarked;
