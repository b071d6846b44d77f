package dev.tenure.apiserver.registry.field;

import com.google.re2j.Pattern;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The syntax of names, label keys and values: each rule returns what it complains about, nothing when the
/// text is good. Lengths count bytes.
public final class Names {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String WILDCARD = "\\*\\." + SUBDOMAIN;
    private static final String UNDERSCORE_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final String UNDERSCORE_SUBDOMAIN = UNDERSCORE_LABEL + "(\\." + UNDERSCORE_LABEL + ")*";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + KEY + ")?";

    private static final Pattern WILDCARD_PATTERN = Pattern.compile(WILDCARD);
    private static final Pattern UNDERSCORE_PATTERN = Pattern.compile(UNDERSCORE_SUBDOMAIN);

    private static final String SUBDOMAIN_TEXT = "a lowercase RFC 1123 subdomain must consist of lower case"
            + " alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    private static final String UNDERSCORE_TEXT = "a lowercase RFC 1123 subdomain must consist of lower case"
            + " alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
    private static final String WILDCARD_TEXT =
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist"
                    + " of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
    private static final String LABEL_TEXT = "a lowercase RFC 1123 label must consist of lower case alphanumeric"
            + " characters or '-', and must start and end with an alphanumeric character";
    private static final String LABEL_1035_TEXT = "a DNS-1035 label must consist of lower case alphanumeric characters"
            + " or '-', start with an alphabetic character, and end with an alphanumeric character";
    private static final String KEY_TEXT = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character";
    private static final String VALUE_TEXT = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character";

    private static final int LABEL_BYTES_MAX = 63;
    private static final int SUBDOMAIN_BYTES_MAX = 253;

    private Names() {}

    /// Complaint about a text that a regular expression does not match.
    public static String mismatch(String text, String expression, String... examples) {
        if (examples.length == 0) {
            return text + " (regex used for validation is '" + expression + "')";
        }
        StringBuilder complaint = new StringBuilder(text).append(" (e.g. ");
        for (int i = 0; i < examples.length; i++) {
            complaint
                    .append(i > 0 ? " or " : "")
                    .append('\'')
                    .append(examples[i])
                    .append("', ");
        }
        return complaint
                .append("regex used for validation is '")
                .append(expression)
                .append("')")
                .toString();
    }

    public static String tooLong(int charactersMax) {
        return "must be no more than " + charactersMax + " characters";
    }

    private static String tooManyBytes(int bytesMax) {
        return "must be no more than " + bytesMax + " bytes";
    }

    /// A DNS label of RFC 1123: lower case letters, digits and dashes.
    public static List<String> dnsLabel(String name) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(name, LABEL_BYTES_MAX)) {
            complaints.add(tooLong(LABEL_BYTES_MAX));
        }
        if (!NameShape.isLabel(name)) {
            boolean dotted = NameShape.isSubdomain(name);
            complaints.add(dotted ? "must not contain dots" : mismatch(LABEL_TEXT, LABEL, "my-name", "123-abc"));
        }
        return complaints;
    }

    /// DNS labels of RFC 1123 joined by dots.
    public static List<String> dnsSubdomain(String name) {
        return dnsSubdomain(name, Names::tooLong);
    }

    /// The same where upstream counts bytes.
    public static List<String> longName(String name) {
        return dnsSubdomain(name, Names::tooManyBytes);
    }

    /// @param longer what is said of a name that is longer than so much
    private static List<String> dnsSubdomain(String name, IntFunction<String> longer) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(name, SUBDOMAIN_BYTES_MAX)) {
            complaints.add(longer.apply(SUBDOMAIN_BYTES_MAX));
        }
        if (!NameShape.isSubdomain(name)) {
            complaints.add(mismatch(SUBDOMAIN_TEXT, SUBDOMAIN, "example.com"));
        }
        return complaints;
    }

    /// A DNS subdomain after `*.`.
    public static List<String> wildcardSubdomain(String name) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(name, SUBDOMAIN_BYTES_MAX)) {
            complaints.add(tooLong(SUBDOMAIN_BYTES_MAX));
        }
        if (!WILDCARD_PATTERN.matcher(name).matches()) {
            complaints.add(mismatch(WILDCARD_TEXT, WILDCARD, "*.example.com"));
        }
        return complaints;
    }

    public static List<String> dnsSubdomainWithUnderscores(String name) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(name, SUBDOMAIN_BYTES_MAX)) {
            complaints.add(tooLong(SUBDOMAIN_BYTES_MAX));
        }
        if (!UNDERSCORE_PATTERN.matcher(name).matches()) {
            complaints.add(mismatch(UNDERSCORE_TEXT, UNDERSCORE_SUBDOMAIN, "example.com"));
        }
        return complaints;
    }

    /// A DNS label of RFC 1035: starts with a letter.
    public static List<String> dnsLabelOf1035(String name) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(name, LABEL_BYTES_MAX)) {
            complaints.add(tooLong(LABEL_BYTES_MAX));
        }
        if (!NameShape.isLabelOf1035(name)) {
            complaints.add(mismatch(LABEL_1035_TEXT, LABEL_1035, "my-name", "abc-123"));
        }
        return complaints;
    }

    /// A label key: a name, before it an optional DNS subdomain and a slash.
    public static List<String> qualified(String key) {
        int slash = key.indexOf('/');
        if (slash != key.lastIndexOf('/')) {
            return List.of("a valid label key " + mismatch(KEY_TEXT, KEY, "MyName", "my.name", "123-abc")
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        String name = slash < 0 ? key : key.substring(slash + 1);
        if (NameShape.isKey(name) && !NameShape.isLonger(name, LABEL_BYTES_MAX)) {
            return slash < 0 ? List.of() : prefix(key.substring(0, slash));
        }
        List<String> complaints = new ArrayList<>();
        if (slash >= 0) {
            complaints.addAll(prefix(key.substring(0, slash)));
        }
        if (name.isEmpty()) {
            complaints.add("name part must be non-empty");
        } else if (NameShape.isLonger(name, LABEL_BYTES_MAX)) {
            complaints.add("name part " + tooManyBytes(LABEL_BYTES_MAX));
        }
        if (!NameShape.isKey(name)) {
            complaints.add("name part " + mismatch(KEY_TEXT, KEY, "MyName", "my.name", "123-abc"));
        }
        return complaints;
    }

    private static List<String> prefix(String prefix) {
        if (prefix.isEmpty()) {
            return List.of("prefix part must be non-empty");
        }
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(prefix, SUBDOMAIN_BYTES_MAX)) {
            complaints.add("prefix part " + tooManyBytes(SUBDOMAIN_BYTES_MAX));
        }
        if (!NameShape.isSubdomain(prefix)) {
            complaints.add("prefix part " + mismatch(SUBDOMAIN_TEXT, SUBDOMAIN, "example.com"));
        }
        return complaints;
    }

    public static List<String> labelValue(String value) {
        List<String> complaints = new ArrayList<>();
        if (NameShape.isLonger(value, LABEL_BYTES_MAX)) {
            complaints.add(tooManyBytes(LABEL_BYTES_MAX));
        }
        if (!value.isEmpty() && !NameShape.isKey(value)) {
            complaints.add(mismatch(VALUE_TEXT, VALUE, "MyValue", "my_value", "12345"));
        }
        return complaints;
    }

    /// What may stand as one segment of a URL's path.
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        List<String> complaints = new ArrayList<>();
        for (String mark : List.of("/", "%")) {
            if (name.contains(mark)) {
                complaints.add("may not contain '" + mark + "'");
            }
        }
        return complaints;
    }

    /// Why upstream's client asks for no object of this name, which its admission plugins tell when they look
    /// one up. Upstream: client-go/rest/request.go (Name).
    public static Optional<String> unaskable(String name) {
        if (name.isEmpty()) {
            return Optional.of("resource name may not be empty");
        }
        List<String> complaints = pathSegment(name);
        return complaints.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "invalid resource name %s: [%s]".formatted(Quoted.of(name), String.join(" ", complaints)));
    }

    /// The front part of a generated name, with the dash that may end it taken for a letter.
    public static String frontPart(String generateName) {
        boolean dash = generateName.length() > 1 && generateName.endsWith("-");
        return dash ? generateName.substring(0, generateName.length() - 2) + "a" : generateName;
    }
}
