/// Tests of the order in which pods end.
@NullMarked
package dev.tenure.agent.shutdown;

import org.jspecify.annotations.NullMarked;
