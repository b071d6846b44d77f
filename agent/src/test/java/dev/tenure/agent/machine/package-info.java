/// Tests of reading a machine.
@NullMarked
package dev.tenure.agent.machine;

import org.jspecify.annotations.NullMarked;
