/// Tests of forecasts.
@NullMarked
package dev.tenure.plan.forecast;

import org.jspecify.annotations.NullMarked;
