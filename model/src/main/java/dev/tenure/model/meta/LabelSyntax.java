package dev.tenure.model.meta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The syntax of label keys and values, with upstream's words for what is wrong. Upstream:
/// api/validate/content/kube.go.
public final class LabelSyntax {
    private static final int NAME_BYTES_MAX = 63;
    private static final int PREFIX_BYTES_MAX = 253;
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String SUBDOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
                    + "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation "
                    + "is '" + NAME + "')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, "
                    + "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
                    + "'12345', regex used for validation is '(" + NAME + ")?')";
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
                    + "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex "
                    + "used for validation is '" + SUBDOMAIN + "')";

    private LabelSyntax() {}

    /// What is wrong with a key, each fault on its own; empty when nothing is. Also the syntax of taint keys.
    public static List<String> keyFaults(String key) {
        int slash = key.indexOf('/');
        if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key " + NAME_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        List<String> faults = new ArrayList<>();
        if (slash >= 0) {
            prefixFaults(key.substring(0, slash), faults);
        }
        nameFaults(key.substring(slash + 1), faults);
        return faults;
    }

    private static void prefixFaults(String prefix, List<String> faults) {
        if (prefix.isEmpty()) {
            faults.add("prefix part must be non-empty");
            return;
        }
        for (String fault : subdomainFaults(prefix)) {
            faults.add("prefix part " + fault);
        }
    }

    private static void nameFaults(String name, List<String> faults) {
        if (name.isEmpty()) {
            faults.add("name part must be non-empty");
        } else if (bytes(name) > NAME_BYTES_MAX) {
            faults.add("name part must be no more than " + NAME_BYTES_MAX + " bytes");
        }
        if (!isName(name)) {
            faults.add("name part " + NAME_RULE);
        }
    }

    /// What is wrong with a value; also the syntax of taint values.
    public static List<String> valueFaults(String value) {
        List<String> faults = new ArrayList<>();
        if (bytes(value) > NAME_BYTES_MAX) {
            faults.add("must be no more than " + NAME_BYTES_MAX + " bytes");
        }
        if (!value.isEmpty() && !isName(value)) {
            faults.add(VALUE_RULE);
        }
        return faults;
    }

    /// What is wrong with a lower-case DNS name.
    public static List<String> subdomainFaults(String name) {
        List<String> faults = new ArrayList<>();
        if (bytes(name) > PREFIX_BYTES_MAX) {
            faults.add("must be no more than " + PREFIX_BYTES_MAX + " bytes");
        }
        if (!isSubdomain(name)) {
            faults.add(SUBDOMAIN_RULE);
        }
        return faults;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isName(String name) {
        int last = name.length() - 1;
        if (last < 0 || !alphanumeric(name.charAt(0)) || !alphanumeric(name.charAt(last))) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            char c = name.charAt(i);
            if (!alphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean alphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isSubdomain(String name) {
        for (String part : name.split("\\.", -1)) {
            int last = part.length() - 1;
            if (last < 0 || part.charAt(0) == '-' || part.charAt(last) == '-') {
                return false;
            }
            if (!part.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
                return false;
            }
        }
        return true;
    }
}
