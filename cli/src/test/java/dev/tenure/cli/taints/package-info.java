/// Tests of what is found out about taints, on objects as nodes and servers write them.
/// Never here: a running cluster.
/// Start at TaintSurveyTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.taints;

import org.jspecify.annotations.NullMarked;
