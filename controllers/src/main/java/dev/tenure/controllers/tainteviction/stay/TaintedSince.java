package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Instant;

/// A taint of a node because of which pods leave, and when it came.
public record TaintedSince(Taint taint, Instant since) {
    /// Whether it makes pods leave by itself. Because of others they leave where a policy says so.
    boolean evicts() {
        return TolerationRule.EVICTS.contains(taint.effect());
    }
}
