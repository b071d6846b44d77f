/// What is told of a log, and what is not.
/// Start at LogSetupTest.
@NullMarked
package dev.tenure.launch.log;

import org.jspecify.annotations.NullMarked;
