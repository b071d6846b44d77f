/// What the controller shows of itself: the evictions that lie ahead and the last ones, as its page tells
/// them.
/// Never here: a decision, or what is kept for the next leader (tainteviction.record).
/// Start at EvictionBoard.
/// Upstream twin: none.
@NullMarked
package dev.tenure.controllers.tainteviction.board;

import org.jspecify.annotations.NullMarked;
