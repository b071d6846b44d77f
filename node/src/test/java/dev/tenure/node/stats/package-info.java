/// Tests of reading a machine.
@NullMarked
package dev.tenure.node.stats;

import org.jspecify.annotations.NullMarked;
