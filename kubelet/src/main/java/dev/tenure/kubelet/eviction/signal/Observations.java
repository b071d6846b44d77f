package dev.tenure.kubelet.eviction.signal;

import dev.tenure.kubelet.eviction.threshold.Signal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// What was seen of every signal that could be seen. Immutable.
public record Observations(Map<Signal, Observation> bySignal) {
    public static final Observations NONE = new Observations(Map.of());

    public Observations {
        Map<Signal, Observation> copy = new EnumMap<>(Signal.class);
        copy.putAll(bySignal);
        bySignal = Collections.unmodifiableMap(copy);
    }

    public Optional<Observation> of(Signal signal) {
        return Optional.ofNullable(bySignal.get(signal));
    }
}
