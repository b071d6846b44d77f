/// Tests of what controllers share that is about nodes.
/// Never here: a loop.
/// Start at NodeLimitTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.controllers.node;

import org.jspecify.annotations.NullMarked;
