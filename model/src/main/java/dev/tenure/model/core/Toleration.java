package dev.tenure.model.core;

import java.util.Optional;

/// A pod's consent to a class of taints.
///
/// @param key empty consents to every key
/// @param effect absent consents to every effect
public record Toleration(
        String key, TolerationOperator operator, String value, Optional<TaintEffect> effect, Stay stay) {

    /// Consents to every taint with this key and effect, for ever.
    public static Toleration exists(String key, TaintEffect effect) {
        return new Toleration(key, TolerationOperator.EXISTS, "", Optional.of(effect), Stay.forever());
    }

    /// Whether both consent to the same, the length of the stay apart.
    public boolean sameAs(Toleration other) {
        return key.equals(other.key)
                && effect.equals(other.effect)
                && operator == other.operator
                && value.equals(other.value);
    }

    public Toleration withStay(Stay newStay) {
        return new Toleration(key, operator, value, effect, newStay);
    }

    /// The same in every process, and cheap: strings remember theirs.
    @Override
    public int hashCode() {
        int effects = effect.isPresent() ? effect.get().word().hashCode() : 0;
        int words =
                (key.hashCode() * 31 + value.hashCode()) * 31 + operator.word().hashCode();
        return (words * 31 + effects) * 31 + stay.hashCode();
    }
}
