/// Tests of what is removed.
@NullMarked
package dev.tenure.agent.garbage;

import org.jspecify.annotations.NullMarked;
