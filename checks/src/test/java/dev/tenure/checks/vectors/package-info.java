/// Whether the numbered vectors of a specification are tests.
/// Start at PressureVectorsTest.
@NullMarked
package dev.tenure.checks.vectors;

import org.jspecify.annotations.NullMarked;
