/// Tests of what is valid in nodes.
@NullMarked
package dev.tenure.kinds.node;

import org.jspecify.annotations.NullMarked;
