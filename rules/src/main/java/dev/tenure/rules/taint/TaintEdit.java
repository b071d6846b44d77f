package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One taint that is added or removed, as it stands behind `kubectl taint nodes NAME`.
///
/// @param effect absent only for a removal of all effects
public record TaintEdit(String key, String value, Optional<TaintEffect> effect, boolean remove) {
    /// `key=value:Effect`, `key:Effect`, `key-`, `key:Effect-`.
    ///
    /// @throws IllegalArgumentException when the text is none of these; the message says what is wrong
    public static TaintEdit parse(String text) {
        boolean remove = text.endsWith("-");
        String body = remove ? text.substring(0, text.length() - 1) : text;
        int colon = body.indexOf(':');
        String left = colon < 0 ? body : body.substring(0, colon);
        String effect = colon < 0 ? "" : body.substring(colon + 1);
        int equal = left.indexOf('=');
        String key = equal < 0 ? left : left.substring(0, equal);
        String value = equal < 0 ? "" : left.substring(equal + 1);
        if (key.isEmpty() || (colon < 0 && !remove) || effect.contains(":")) {
            throw new IllegalArgumentException(
                    "\"%s\" is no taint: write KEY=VALUE:EFFECT or KEY:EFFECT, and KEY- or KEY:EFFECT- to remove one"
                            .formatted(text));
        }
        return new TaintEdit(key, value, colon < 0 ? Optional.empty() : Optional.of(effect(text, effect)), remove);
    }

    /// The effect of that word.
    ///
    /// @param text what the word stands in, for the message
    static TaintEffect effect(String text, String word) {
        return Arrays.stream(TaintEffect.values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"%s\" has the effect \"%s\": there are %s"
                        .formatted(
                                text,
                                word,
                                Arrays.stream(TaintEffect.values())
                                        .map(TaintEffect::word)
                                        .collect(Collectors.joining(", ")))));
    }

    /// Whether it changes or removes this taint.
    public boolean concerns(Taint taint) {
        return key.equals(taint.key())
                && effect.filter(each -> each != taint.effect()).isEmpty();
    }

    /// These taints after it.
    public List<Taint> appliedTo(List<Taint> taints) {
        var after = new ArrayList<>(
                taints.stream().filter(taint -> !concerns(taint)).toList());
        if (!remove) {
            after.add(new Taint(key, value, effect.orElse(TaintEffect.NO_SCHEDULE)));
        }
        return after;
    }

    @Override
    public String toString() {
        String mark = value.isEmpty() ? key : key + "=" + value;
        return mark + effect.map(one -> ":" + one.word()).orElse("") + (remove ? "-" : "");
    }
}
