/// Tests of what is removed.
@NullMarked
package dev.tenure.node.garbage;

import org.jspecify.annotations.NullMarked;
