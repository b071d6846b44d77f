/// Who looks: with which rights, at which copy of the cluster, and the forecasts made for him.
/// Never here: who may come in (console.session), what is shown of a forecast (console.page).
/// Start at Viewer, then Forecaster.
/// Upstream twin: none.
@NullMarked
package dev.tenure.console.viewer;

import org.jspecify.annotations.NullMarked;
