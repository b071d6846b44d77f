package dev.tenure.cli.print;

import java.util.List;

/// Lists of which people are shown the beginning.
final class FirstOf {
    private FirstOf() {}

    /// At most so many with commas between them, and how many more there are.
    static String shown(List<String> all, int max) {
        String shown = String.join(", ", all.subList(0, Math.min(max, all.size())));
        return all.size() > max ? shown + " and %d more".formatted(all.size() - max) : shown;
    }
}
