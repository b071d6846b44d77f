/// Tests of dev.tenure.node.streaming.
@NullMarked
package dev.tenure.node.streaming;

import org.jspecify.annotations.NullMarked;
