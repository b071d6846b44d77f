/// The scripts of examples/, played as they stand with a real kubectl.
/// Start at ExamplesTest.
@NullMarked
package dev.tenure.checks.examples;

import org.jspecify.annotations.NullMarked;
