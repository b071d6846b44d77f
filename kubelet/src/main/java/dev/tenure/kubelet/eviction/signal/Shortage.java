package dev.tenure.kubelet.eviction.signal;

import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.model.quantity.Quantity;

/// A threshold beside what was seen of its signal, as messages tell it.
///
/// @param quantity what the threshold comes to on this node, minimum reclaim apart
public record Shortage(Threshold threshold, Quantity quantity, Quantity available) {}
