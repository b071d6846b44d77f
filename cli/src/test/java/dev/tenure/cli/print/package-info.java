/// Tests of what commands print.
/// Never here: a running cluster.
/// Start at ExplanationTextTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.print;

import org.jspecify.annotations.NullMarked;
