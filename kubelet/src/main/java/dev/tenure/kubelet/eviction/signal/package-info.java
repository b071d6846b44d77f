/// What was observed of each signal, and which thresholds that meets.
/// Never here: how the numbers are measured, what is done about them.
/// Start at ObservationRule.
/// Upstream twin: pkg/kubelet/eviction/helpers.go (makeSignalObservations, thresholdsMet).
@NullMarked
package dev.tenure.kubelet.eviction.signal;

import org.jspecify.annotations.NullMarked;
