/// What may come next on a command line.
/// Start at CompletionTest.
@NullMarked
package dev.tenure.launch.completion;

import org.jspecify.annotations.NullMarked;
