package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import java.util.Optional;

/// Which taints are meant: those of a key, and of a value and an effect where they are named.
///
/// @param value absent for all values, and empty for none
public record TaintPattern(String key, Optional<String> value, Optional<TaintEffect> effect) {
    /// `KEY[=VALUE][:EFFECT]`.
    ///
    /// @throws IllegalArgumentException when the text is none; the message says what is wrong
    public static TaintPattern parse(String text) {
        int colon = text.indexOf(':');
        String mark = colon < 0 ? text : text.substring(0, colon);
        int equal = mark.indexOf('=');
        String key = equal < 0 ? mark : mark.substring(0, equal);
        if (key.isEmpty()) {
            throw new IllegalArgumentException(
                    "\"%s\" names no taint: write KEY, KEY=VALUE, KEY:EFFECT or KEY=VALUE:EFFECT".formatted(text));
        }
        return new TaintPattern(
                key,
                equal < 0 ? Optional.empty() : Optional.of(mark.substring(equal + 1)),
                colon < 0 ? Optional.empty() : Optional.of(TaintEdit.effect(text, text.substring(colon + 1))));
    }

    public boolean matches(Taint taint) {
        return key.equals(taint.key())
                && value.filter(each -> !each.equals(taint.value())).isEmpty()
                && effect.filter(each -> each != taint.effect()).isEmpty();
    }

    @Override
    public String toString() {
        return key
                + value.map(each -> "=" + each).orElse("")
                + effect.map(each -> ":" + each.word()).orElse("");
    }
}
