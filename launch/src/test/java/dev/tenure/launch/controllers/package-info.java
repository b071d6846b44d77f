/// What the flags of controllers mean.
/// Never here: what a controller does.
/// Start at ControllerSelectionTest.
/// Upstream twin: controller-manager/app/helper_test.go.
@NullMarked
package dev.tenure.launch.controllers;

import org.jspecify.annotations.NullMarked;
