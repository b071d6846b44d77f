package dev.tenure.controllers.job;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Numbers of pods as a list names them: `0-999999999` is one range, and takes no more memory than `0`.
///
/// @param lastByFirst the ranges, which have no number in common
record IndexRanges(NavigableMap<Integer, Integer> lastByFirst) {
    IndexRanges {
        lastByFirst = Collections.unmodifiableNavigableMap(new TreeMap<>(lastByFirst));
    }

    /// What does not read as numbers below `completions` is passed over.
    static IndexRanges parse(String text, int completions) {
        var ends = new TreeMap<Integer, Integer>();
        for (String part : text.split(",", -1)) {
            if (part.matches("\\d{1,9}(-\\d{1,9})?")) {
                int dash = part.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
                int last = Math.min(completions - 1, Integer.parseInt(dash < 0 ? part : part.substring(dash + 1)));
                if (first <= last) {
                    ends.merge(first, last, Math::max);
                }
            }
        }
        return new IndexRanges(apart(ends));
    }

    private static NavigableMap<Integer, Integer> apart(NavigableMap<Integer, Integer> ends) {
        var apart = new TreeMap<Integer, Integer>();
        ends.forEach((first, last) -> {
            Map.Entry<Integer, Integer> before = apart.lastEntry();
            if (before != null && before.getValue() >= first) {
                apart.merge(before.getKey(), last, Math::max);
            } else {
                apart.put(first, last);
            }
        });
        return apart;
    }

    boolean contains(int index) {
        Map.Entry<Integer, Integer> range = lastByFirst.floorEntry(index);
        return range != null && index <= range.getValue();
    }

    /// How many numbers these are.
    long count() {
        return lastByFirst.entrySet().stream()
                .mapToLong(range -> range.getValue() - range.getKey() + 1L)
                .sum();
    }
}
