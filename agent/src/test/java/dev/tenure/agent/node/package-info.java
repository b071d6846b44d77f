/// Tests of one node's parts.
@NullMarked
package dev.tenure.agent.node;

import org.jspecify.annotations.NullMarked;
