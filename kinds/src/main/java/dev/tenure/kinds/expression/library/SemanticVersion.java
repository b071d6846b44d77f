package dev.tenure.kinds.expression.library;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;

/// A version as semver.org has it. What was built (`+…`) does not count when two are compared.
///
/// @param preRelease its parts; none for a release
record SemanticVersion(long major, long minor, long patch, List<String> preRelease)
        implements Comparable<SemanticVersion> {
    private static final String NUMBER = "(0|[1-9][0-9]{0,18})";
    private static final Pattern FORM = Pattern.compile("^" + NUMBER + "\\." + NUMBER + "\\." + NUMBER
            + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$");
    private static final int DIGITS_MAX = 18;

    SemanticVersion {
        preRelease = List.copyOf(preRelease);
    }

    static Optional<SemanticVersion> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.find()) {
            return Optional.empty();
        }
        String before = parts.group(4);
        List<String> preRelease = before == null ? List.of() : List.of(before.split("\\.", -1));
        if (preRelease.stream().anyMatch(part -> isNumber(part) && part.length() > 1 && part.startsWith("0"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SemanticVersion(
                    Long.parseLong(parts.group(1)),
                    Long.parseLong(parts.group(2)),
                    Long.parseLong(parts.group(3)),
                    preRelease));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// Reads `v1`, `1.2` and `01.2.3` too.
    static Optional<SemanticVersion> parseLoosely(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = withoutZeros(parts[i]);
        }
        String last = parts[parts.length - 1];
        if (parts.length < 3 && (last.contains("+") || last.contains("-"))) {
            return Optional.empty();
        }
        return parse(String.join(".", parts) + ".0".repeat(3 - parts.length));
    }

    private static String withoutZeros(String part) {
        if (part.length() <= 1) {
            return part;
        }
        int at = 0;
        while (at < part.length() && part.charAt(at) == '0') {
            at++;
        }
        String rest = part.substring(at);
        return rest.isEmpty() || !isDigit(rest.charAt(0)) ? "0" + rest : rest;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNumber(String part) {
        return part.chars().allMatch(c -> isDigit((char) c));
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int numbers = Long.compare(major, other.major);
        numbers = numbers == 0 ? Long.compare(minor, other.minor) : numbers;
        numbers = numbers == 0 ? Long.compare(patch, other.patch) : numbers;
        if (numbers != 0 || preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return numbers != 0 ? numbers : Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            int part = compareParts(preRelease.get(i), other.preRelease.get(i));
            if (part != 0) {
                return part;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    private static int compareParts(String one, String other) {
        if (!isNumber(one) || !isNumber(other)) {
            return isNumber(one) == isNumber(other) ? one.compareTo(other) : isNumber(one) ? -1 : 1;
        }
        boolean large = one.length() > DIGITS_MAX || other.length() > DIGITS_MAX;
        return large && one.length() != other.length()
                ? Integer.compare(one.length(), other.length())
                : large ? one.compareTo(other) : Long.compare(Long.parseLong(one), Long.parseLong(other));
    }
}
