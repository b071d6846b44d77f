/// Tests of the arrows between rooms and of every ban that a machine can see.
/// Never here: a test of what the program does.
/// Start at RoomArrowsTest; Code says what is looked at.
/// Upstream twin: hack/verify-*.sh, in spirit.
@NullMarked
package dev.tenure.checks.arrows;

import org.jspecify.annotations.NullMarked;
