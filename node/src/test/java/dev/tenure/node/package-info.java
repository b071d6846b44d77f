/// Tests of one node's parts.
@NullMarked
package dev.tenure.node;

import org.jspecify.annotations.NullMarked;
