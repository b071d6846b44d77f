package dev.tenure.kubelet.eviction.threshold;

import dev.tenure.model.meta.Quoted;
import java.util.Locale;
import java.util.regex.Pattern;

/// `10%` → 0.1, with the arithmetic and the words of Go's 32-bit floats.
final class PercentageParser {
    /// A line may stand between two digits. All of them are taken at once: otherwise the time would be the
    /// square of their number where something else follows.
    private static final String DIGITS = "[0-9]++(?:_[0-9]++)*+";

    private static final String HEX_DIGITS = "[0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+";
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(D\\.?(D)?|\\.D)([eE][+-]?D)?".replace("D", DIGITS));
    private static final Pattern HEXADECIMAL = Pattern.compile(
            "[+-]?0[xX](_?H\\.?(H)?|\\.H)[pP][+-]?D".replace("H", HEX_DIGITS).replace("D", DIGITS));
    private static final float PERCENT = 100f;

    private PercentageParser() {}

    static boolean isPercentage(String text) {
        return text.endsWith("%");
    }

    /// @param text ends with at least one `%`
    /// @throws ThresholdException when what stands before is no number
    static float parse(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '%') {
            end--;
        }
        return value(text.substring(0, end)) / PERCENT;
    }

    private static float value(String number) {
        String word = number.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
        if (word.equals("inf") || word.equals("infinity")) {
            return number.startsWith("-") ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        }
        if (number.equalsIgnoreCase("nan")) {
            return Float.NaN;
        }
        boolean known =
                DECIMAL.matcher(number).matches() || HEXADECIMAL.matcher(number).matches();
        if (!known) {
            throw new ThresholdException("strconv.ParseFloat: parsing %s: invalid syntax".formatted(Quoted.of(number)));
        }
        float value = Float.parseFloat(number.replace("_", ""));
        if (Float.isInfinite(value)) {
            throw new ThresholdException(
                    "strconv.ParseFloat: parsing %s: value out of range".formatted(Quoted.of(number)));
        }
        return value;
    }
}
