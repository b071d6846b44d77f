/// What needs the program as a process and tools from outside: transcripts of kubectl, and timelines on real
/// time.
/// Never here: a comparison in Java; the replayers in Python compare.
/// Start at KubectlSuite and FoundTools.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.golden.kubectl;

import org.jspecify.annotations.NullMarked;
