package dev.tenure.apiserver.registry.field;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.List;

/// The syntax of texts that are no names of objects: ports, keys of config maps, variables, percentages,
/// numbers. Each rule returns what it complains about.
public final class Texts {
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern PORT_CHARACTERS = Pattern.compile("[-a-z0-9]+");
    private static final Pattern LETTER = Pattern.compile("[a-z]");
    private static final String PERCENT = "[0-9]+%";
    private static final Pattern PERCENT_PATTERN = Pattern.compile(PERCENT);
    private static final String HEADER = "[-A-Za-z0-9]+";
    private static final Pattern HEADER_PATTERN = Pattern.compile(HEADER);
    private static final String CONFIG_KEY = "[-._a-zA-Z0-9]+";
    private static final Pattern CONFIG_KEY_PATTERN = Pattern.compile(CONFIG_KEY);
    private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]*");
    private static final int PORT_NAME_MAX = 15;
    private static final int CONFIG_KEY_MAX = 253;

    private Texts() {}

    public static List<String> portName(String name) {
        List<String> complaints = new ArrayList<>();
        if (FieldError.byteLength(name) > PORT_NAME_MAX) {
            complaints.add(Names.tooLong(PORT_NAME_MAX));
        }
        if (!PORT_CHARACTERS.matcher(name).matches()) {
            complaints.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!LETTER.matcher(name).find()) {
            complaints.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            complaints.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            complaints.add("must not begin or end with a hyphen");
        }
        return complaints;
    }

    public static List<String> percent(String text) {
        if (PERCENT_PATTERN.matcher(text).matches()) {
            return List.of();
        }
        String rule = "a valid percent string must be a numeric string followed by an ending '%'";
        return List.of(Names.mismatch(rule, PERCENT, "1%", "93%"));
    }

    public static List<String> httpHeader(String name) {
        if (HEADER_PATTERN.matcher(name).matches()) {
            return List.of();
        }
        String rule = "a valid HTTP header must consist of alphanumeric characters or '-'";
        return List.of(Names.mismatch(rule, HEADER, "X-Header-Name"));
    }

    public static List<String> variable(String name) {
        List<String> complaints = new ArrayList<>();
        if (name.isEmpty()) {
            complaints.add("environment variable name must be non-empty");
        }
        if (name.codePoints().anyMatch(point -> point < 0x20 || point > 0x7e || point == '=')) {
            complaints.add("a valid environment variable name must consist only of printable ASCII characters other"
                    + " than '='");
        }
        return complaints;
    }

    public static List<String> configKey(String key) {
        List<String> complaints = new ArrayList<>();
        if (FieldError.byteLength(key) > CONFIG_KEY_MAX) {
            complaints.add(Names.tooLong(CONFIG_KEY_MAX));
        }
        if (!CONFIG_KEY_PATTERN.matcher(key).matches()) {
            String rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
            complaints.add(Names.mismatch(rule, CONFIG_KEY, "key.name", "KEY_NAME", "key-name"));
        }
        if (key.equals(".")) {
            complaints.add("must not be '.'");
        } else if (key.equals("..")) {
            complaints.add("must not be '..'");
        } else if (key.startsWith("..")) {
            complaints.add("must not start with '..'");
        }
        return complaints;
    }

    /// A whole number in its shortest form: no plus, no leading zero.
    public static List<String> decimal(String text) {
        if (text.isEmpty()) {
            return List.of("must be non-empty");
        }
        boolean good = DECIMAL.matcher(text).matches();
        return good ? List.of() : List.of("must be a valid decimal integer in canonical form");
    }

    /// A number of 64 bits; the words are those of Go's parser.
    public static List<String> int64(String text) {
        String start = "strconv.ParseInt: parsing " + Quoted.of(text) + ": ";
        if (!INTEGER.matches(text)) {
            return List.of(start + "invalid syntax");
        }
        try {
            Long.parseLong(text);
            return List.of();
        } catch (NumberFormatException e) {
            return List.of(start + "value out of range");
        }
    }
}
