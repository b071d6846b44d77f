/// What an embedded cluster promises to the program around it.
/// Never here: behaviour of controllers and scheduler (room sim).
/// Start at TenureTest.
/// Upstream twin: controller-runtime's pkg/envtest.
@NullMarked
package dev.tenure.embed;

import org.jspecify.annotations.NullMarked;
