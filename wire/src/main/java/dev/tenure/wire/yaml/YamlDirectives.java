package dev.tenure.wire.yaml;

import java.util.Set;

/// Looks at the directives before the first document, of which the parser passes over those that it does not
/// know. Upstream's refuses them. Pure. Upstream: scannerc.go of go-yaml (yaml_parser_scan_directive).
final class YamlDirectives {
    private static final Set<String> KNOWN = Set.of("YAML", "TAG");

    private YamlDirectives() {}

    /// @throws YamlException when there is one that nobody knows
    static void check(String text) {
        if (text.indexOf('%') < 0) {
            return;
        }
        int at = text.startsWith("\uFEFF") ? 1 : 0;
        for (int line = 0; at < text.length(); line++) {
            int end = text.indexOf('\n', at);
            String read = text.substring(at, end < 0 ? text.length() : end);
            if (read.startsWith("%")) {
                check(read, line);
            } else if (!read.isBlank() && !read.stripLeading().startsWith("#")) {
                return;
            }
            at += read.length() + 1;
        }
    }

    private static void check(String directive, int line) {
        int end = 1;
        while (end < directive.length() && isOfName(directive.charAt(end))) {
            end++;
        }
        String where = line == 0 ? "" : "line " + (line + 1) + ": ";
        if (end == 1) {
            throw new YamlException("yaml: " + where + "could not find expected directive name");
        }
        if (end < directive.length() && !Character.isWhitespace(directive.charAt(end))) {
            throw new YamlException("yaml: " + where + "found unexpected non-alphabetical character");
        }
        if (!KNOWN.contains(directive.substring(1, end))) {
            throw new YamlException("yaml: " + where + "found unknown directive name");
        }
    }

    private static boolean isOfName(char one) {
        return (one >= '0' && one <= '9')
                || (one >= 'A' && one <= 'Z')
                || (one >= 'a' && one <= 'z')
                || one == '_'
                || one == '-';
    }
}
