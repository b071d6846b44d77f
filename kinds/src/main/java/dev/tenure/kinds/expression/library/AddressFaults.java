package dev.tenure.kinds.expression.library;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.model.meta.Quoted;
import java.util.Optional;

/// What is wrong with a text that is no IP address, or no range of such, as Go says it. Upstream: Go's
/// net/netip (ParseAddr, ParsePrefix).
final class AddressFaults {
    private static final Pattern BITS = Pattern.compile("0|[1-9][0-9]*");
    private static final Pattern GROUP = Pattern.compile("^[0-9a-fA-F]*");
    private static final int FIELDS = 4;
    private static final int FIELD_MAX = 255;
    private static final int GROUPS = 8;

    private AddressFaults() {}

    /// @return empty when it is an address, be it one with a zone
    static Optional<String> of(String text) {
        return fault(text).map(fault -> "ParseAddr(" + Quoted.of(text) + "): " + fault);
    }

    /// @return empty when it is a range
    static Optional<String> ofRange(String text) {
        int slash = text.lastIndexOf('/');
        return (slash < 0 ? Optional.of("no '/'") : of(text.substring(0, slash)).or(() -> bits(text, slash)))
                .map(fault -> "netip.ParsePrefix(" + Quoted.of(text) + "): " + fault);
    }

    private static Optional<String> bits(String text, int slash) {
        if (text.contains("%")) {
            return Optional.of("IPv6 zones cannot be present in a prefix");
        }
        String bits = text.substring(slash + 1);
        if (!BITS.matcher(bits).matches()) {
            return Optional.of("bad bits after slash: " + Quoted.of(bits));
        }
        int most = text.substring(0, slash).contains(":") ? 128 : 32;
        boolean fits = bits.length() <= 3 && Integer.parseInt(bits) <= most;
        return fits ? Optional.empty() : Optional.of("prefix length out of range");
    }

    private static Optional<String> fault(String text) {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '.' -> {
                    return four(text);
                }
                case ':' -> {
                    return six(text);
                }
                case '%' -> {
                    return Optional.of("missing IPv6 address");
                }
                default -> {
                    // goes on
                }
            }
        }
        return Optional.of("unable to parse IP");
    }

    private static Optional<String> four(String text) {
        return characters(text).or(() -> numbers(text.split("\\.", -1))).or(() -> length(text));
    }

    private static Optional<String> characters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit && c != '.') {
                return Optional.of("unexpected character (at " + Quoted.of(text.substring(i)) + ")");
            }
            boolean alone = i == 0 || i == text.length() - 1 || text.charAt(i - 1) == '.';
            if (c == '.' && alone) {
                return Optional.of("IPv4 field must have at least one digit (at " + Quoted.of(text.substring(i)) + ")");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> numbers(String[] fields) {
        for (int i = 0; i < Math.min(fields.length, FIELDS); i++) {
            if (fields[i].length() > 1 && fields[i].startsWith("0")) {
                return Optional.of("IPv4 field has octet with leading zero");
            }
            if (fields[i].length() > 3 || Integer.parseInt(fields[i]) > FIELD_MAX) {
                return Optional.of("IPv4 field has value >255");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> length(String text) {
        int fields = text.split("\\.", -1).length;
        return fields == FIELDS
                ? Optional.empty()
                : Optional.of(fields > FIELDS ? "IPv4 address too long" : "IPv4 address too short");
    }

    private static Optional<String> six(String whole) {
        int zone = whole.indexOf('%');
        if (zone == whole.length() - 1 && zone >= 0) {
            return Optional.of("zone must be a non-empty string");
        }
        String text = zone < 0 ? whole : whole.substring(0, zone);
        boolean shortened = text.startsWith("::");
        return shortened && text.length() == 2
                ? Optional.empty()
                : groups(shortened ? text.substring(2) : text, shortened);
    }

    private static Optional<String> groups(String text, boolean shortened) {
        String left = text;
        boolean gap = shortened;
        int count = 0;
        while (count < GROUPS && !left.isEmpty()) {
            Optional<String> fault = group(left);
            if (fault.isPresent()) {
                return fault;
            }
            int digits = digits(left);
            if (left.startsWith(".", digits)) {
                return embedded(left, count, gap);
            }
            count++;
            left = left.substring(Math.min(left.length(), digits + 1));
            if (left.startsWith(":")) {
                if (gap) {
                    return at("multiple :: in address", left);
                }
                gap = true;
                left = left.substring(1);
            }
        }
        return left.isEmpty() ? expanded(count, gap) : at("trailing garbage after address", left);
    }

    /// What is wrong with the digits that a text begins with, or with what follows them.
    private static Optional<String> group(String text) {
        int digits = digits(text);
        if (digits == 0 || digits > 4) {
            return size(digits, text);
        }
        String rest = text.substring(digits);
        if (rest.isEmpty() || rest.startsWith(".")) {
            return Optional.empty();
        }
        if (rest.charAt(0) != ':') {
            return at("unexpected character, want colon", rest);
        }
        return rest.length() == 1 ? at("colon must be followed by more characters", rest) : Optional.empty();
    }

    private static Optional<String> size(int digits, String text) {
        return at(
                digits == 0
                        ? "each colon-separated field must have at least one digit"
                        : "each group must have 4 or less digits",
                text);
    }

    private static int digits(String text) {
        Matcher digits = GROUP.matcher(text);
        return digits.find() ? digits.end() : 0;
    }

    private static Optional<String> embedded(String text, int count, boolean gap) {
        if (!gap && count != GROUPS - 2) {
            return at("embedded IPv4 address must replace the final 2 fields of the address", text);
        }
        if (count + 2 > GROUPS) {
            return at("too many hex fields to fit an embedded IPv4 at the end of the address", text);
        }
        return four(text).or(() -> expanded(count + 2, gap));
    }

    private static Optional<String> expanded(int count, boolean gap) {
        if (count < GROUPS) {
            return gap ? Optional.empty() : Optional.of("address string too short");
        }
        return gap ? Optional.of("the :: must expand to at least one field of zeros") : Optional.empty();
    }

    private static Optional<String> at(String fault, String place) {
        return Optional.of(fault + " (at " + Quoted.of(place) + ")");
    }
}
