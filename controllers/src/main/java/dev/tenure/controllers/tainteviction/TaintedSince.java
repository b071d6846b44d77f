package dev.tenure.controllers.tainteviction;

import dev.tenure.model.core.Taint;
import java.time.Instant;

/// A NoExecute taint of a node, and when it came.
record TaintedSince(Taint taint, Instant since) {}
