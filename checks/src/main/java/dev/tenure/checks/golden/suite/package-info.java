/// What all golden suites have in common: a suite, its results, the lists of cases that are known to fail,
/// and how two documents are compared.
/// Never here: how one suite plays its cases.
/// Start at Suite and SuiteResult.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.golden.suite;

import org.jspecify.annotations.NullMarked;
