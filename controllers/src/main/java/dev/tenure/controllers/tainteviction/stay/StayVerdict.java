package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import java.time.Instant;
import java.util.Optional;

/// What should happen to one pod because of its node's taints.
public sealed interface StayVerdict {
    /// The taint because of which the pod goes; absent where it stays.
    Optional<Taint> because();

    /// The pod stays: there is no taint, or it tolerates all of them for ever.
    record Keep() implements StayVerdict {
        @Override
        public Optional<Taint> because() {
            return Optional.empty();
        }
    }

    /// The pod goes at once.
    record EvictNow(Taint untolerated) implements StayVerdict {
        @Override
        public Optional<Taint> because() {
            return Optional.of(untolerated);
        }
    }

    /// The pod goes at `deadline`, when the stay that `toleration` grants under `taint` ends.
    record EvictAt(Instant deadline, Taint taint, Toleration toleration) implements StayVerdict {
        @Override
        public Optional<Taint> because() {
            return Optional.of(taint);
        }
    }
}
