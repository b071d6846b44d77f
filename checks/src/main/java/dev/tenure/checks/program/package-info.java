/// Starts the program in processes of its own, with the classes under test.
/// Never here: what a test expects of it, or a way to start it that a user has not.
/// Start at TenureJvm.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.program;

import org.jspecify.annotations.NullMarked;
