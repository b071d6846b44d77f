package dev.tenure.controllers.tainteviction;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import java.time.Instant;

/// What should happen to one pod because of its node's NoExecute taints.
public sealed interface StayVerdict {
    /// The pod stays: there is no taint, or it tolerates all of them for ever.
    record Keep() implements StayVerdict {}

    /// The pod goes at once.
    record EvictNow(Taint untolerated) implements StayVerdict {}

    /// The pod goes at `deadline`, when the stay that `toleration` grants under `taint` ends.
    record EvictAt(Instant deadline, Taint taint, Toleration toleration) implements StayVerdict {}
}
