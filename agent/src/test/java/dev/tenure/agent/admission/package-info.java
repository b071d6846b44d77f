/// Tests of what a node takes.
@NullMarked
package dev.tenure.agent.admission;

import org.jspecify.annotations.NullMarked;
