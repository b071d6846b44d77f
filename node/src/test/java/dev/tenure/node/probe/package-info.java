/// Tests of dev.tenure.node.probe.
@NullMarked
package dev.tenure.node.probe;

import org.jspecify.annotations.NullMarked;
