package dev.tenure.checks.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether a command printed what a page shows, apart from what is different at every run: ages, moments,
/// addresses, random parts of names, and the widths of columns.
final class PageOutput {
    private static final String ANY_LINES = "...";
    private static final Map<String, String> VARYING = varying();

    private PageOutput() {}

    private static Map<String, String> varying() {
        var patterns = new LinkedHashMap<String, String>();
        patterns.put("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z", "MOMENT");
        patterns.put("https?://[0-9.]+:\\d+", "ADDRESS");
        patterns.put("\\b10\\.\\d+\\.\\d+\\.\\d+\\b", "ADDRESS");
        patterns.put("\\b(\\d+(\\.\\d+)?(d|h|m|s))+\\b", "TIME");
        patterns.put("-[a-z0-9]{8,10}-[a-z0-9]{5}\\b", "-RANDOM");
        patterns.put("\\(pid \\d+\\)", "(pid NUMBER)");
        patterns.put("available: \\d+(Ki|Mi)?", "available: AMOUNT");
        patterns.put("using \\d+(Ki|Mi)?", "using AMOUNT");
        patterns.put("\\s+", " ");
        return patterns;
    }

    static boolean matches(List<String> expected, List<String> printed) {
        if (expected.isEmpty()) {
            return printed.isEmpty();
        }
        String first = expected.getFirst();
        List<String> rest = expected.subList(1, expected.size());
        if (first.equals(ANY_LINES)) {
            for (int i = 0; i <= printed.size(); i++) {
                if (matches(rest, printed.subList(i, printed.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !printed.isEmpty()
                && plain(first).equals(plain(printed.getFirst()))
                && matches(rest, printed.subList(1, printed.size()));
    }

    private static String plain(String line) {
        String plain = line;
        for (Map.Entry<String, String> pattern : VARYING.entrySet()) {
            plain = plain.replaceAll(pattern.getKey(), pattern.getValue());
        }
        return plain.strip();
    }
}
