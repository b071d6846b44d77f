package dev.tenure.model.core;

import java.time.Instant;
import java.util.Optional;

/// A node's mark that repels pods.
///
/// @param value empty when the taint has none
/// @param timeAdded when the taint came, if its writer said so; whole seconds
public record Taint(String key, String value, TaintEffect effect, Optional<Instant> timeAdded) {
    public Taint(String key, String value, TaintEffect effect) {
        this(key, value, effect, Optional.empty());
    }

    /// Whether both mark the same thing: key and effect are equal; the value does not count.
    public boolean sameAs(Taint other) {
        return effect == other.effect && key.equals(other.key);
    }

    /// The same mark without its time, so that equal marks are equal values.
    public Taint withoutTime() {
        return timeAdded.isEmpty() ? this : new Taint(key, value, effect);
    }

    public Taint withTimeAdded(Instant time) {
        return new Taint(key, value, effect, Optional.of(time));
    }

    /// The same in every process, and cheap: strings remember theirs.
    @Override
    public int hashCode() {
        return (key.hashCode() * 31 + value.hashCode()) * 31 + effect.word().hashCode();
    }

    /// `key=value:effect`, or `key:effect`.
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
