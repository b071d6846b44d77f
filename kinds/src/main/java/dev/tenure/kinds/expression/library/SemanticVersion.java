package dev.tenure.kinds.expression.library;

import com.google.re2j.Pattern;
import dev.tenure.model.meta.Quoted;
import java.util.List;
import java.util.Optional;

/// A version as semver.org has it. What was built (`+…`) does not count when two are compared.
///
/// @param preRelease its parts; none for a release
record SemanticVersion(long major, long minor, long patch, List<String> preRelease)
        implements Comparable<SemanticVersion> {
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z-]+");
    private static final int DIGITS_MAX = 18;

    SemanticVersion {
        preRelease = List.copyOf(preRelease);
    }

    static Optional<SemanticVersion> parse(String text) {
        return fault(text).isEmpty() ? Optional.of(read(text)) : Optional.empty();
    }

    private static SemanticVersion read(String text) {
        String[] parts = text.split("\\.", 3);
        String last = parts[2].split("\\+", 2)[0];
        String[] patch = last.split("-", 2);
        return new SemanticVersion(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(patch[0]),
                patch.length == 1 ? List.of() : List.of(patch[1].split("\\.", -1)));
    }

    /// What is wrong with a version, in the words of github.com/blang/semver; empty when nothing is.
    static Optional<String> fault(String text) {
        if (text.isEmpty()) {
            return Optional.of("Version string empty");
        }
        String[] parts = text.split("\\.", 3);
        if (parts.length < 3) {
            return Optional.of("No Major.Minor.Patch elements found");
        }
        String[] built = parts[2].split("\\+", 2);
        String[] patch = built[0].split("-", 2);
        return number("major", parts[0])
                .or(() -> number("minor", parts[1]))
                .or(() -> number("patch", patch[0]))
                .or(() -> patch.length == 1 ? Optional.empty() : preRelease(patch[1]))
                .or(() -> built.length == 1 ? Optional.empty() : build(built[1]));
    }

    private static Optional<String> number(String name, String text) {
        if (text.isEmpty() || !isNumber(text)) {
            return text.isEmpty()
                    ? Optional.of("strconv.ParseUint: parsing \"\": invalid syntax")
                    : Optional.of("Invalid character(s) found in %s number %s".formatted(name, Quoted.of(text)));
        }
        if (text.length() > 1 && text.startsWith("0")) {
            String front = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            return Optional.of("%s number must not contain leading zeroes %s".formatted(front, Quoted.of(text)));
        }
        return text.length() <= DIGITS_MAX
                ? Optional.empty()
                : Optional.of("strconv.ParseUint: parsing %s: value out of range".formatted(Quoted.of(text)));
    }

    private static Optional<String> preRelease(String text) {
        for (String part : text.split("\\.", -1)) {
            if (part.isEmpty()) {
                return Optional.of("Prerelease is empty");
            }
            if (isNumber(part) && part.length() > 1 && part.startsWith("0")) {
                return Optional.of(
                        "Numeric PreRelease version must not contain leading zeroes %s".formatted(Quoted.of(part)));
            }
            if (!WORD.matcher(part).matches()) {
                return Optional.of("Invalid character(s) found in prerelease %s".formatted(Quoted.of(part)));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> build(String text) {
        for (String part : text.split("\\.", -1)) {
            if (part.isEmpty()) {
                return Optional.of("Build meta data is empty");
            }
            if (!WORD.matcher(part).matches()) {
                return Optional.of("Invalid character(s) found in build meta data %s".formatted(Quoted.of(part)));
            }
        }
        return Optional.empty();
    }

    /// Reads `v1`, `1.2` and `01.2.3` too.
    static Optional<SemanticVersion> parseLoosely(String text) {
        return looseFault(text).isEmpty() ? Optional.of(read(whole(parts(text)))) : Optional.empty();
    }

    /// What is wrong with a version even when it is read loosely; empty when nothing is.
    static Optional<String> looseFault(String text) {
        String[] parts = parts(text);
        String last = parts[parts.length - 1];
        return parts.length < 3 && (last.contains("+") || last.contains("-"))
                ? Optional.of("short version cannot contain PreRelease/Build meta data")
                : fault(whole(parts));
    }

    private static String[] parts(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = withoutZeros(parts[i]);
        }
        return parts;
    }

    private static String whole(String[] parts) {
        return String.join(".", parts) + ".0".repeat(3 - parts.length);
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
