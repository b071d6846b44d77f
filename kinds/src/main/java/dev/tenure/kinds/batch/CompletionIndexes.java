package dev.tenure.kinds.batch;

import com.google.re2j.Pattern;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A list of indexes of an indexed job as text, for example `1,3-5`.
///
/// @param spans first and last index of each part
/// @param fault what is wrong with the text, if something is
record CompletionIndexes(List<long[]> spans, Optional<String> fault) {
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    CompletionIndexes {
        spans = List.copyOf(spans);
    }

    long total() {
        return spans.stream().mapToLong(span -> span[1] - span[0] + 1).sum();
    }

    /// @param completions all indexes are below
    static CompletionIndexes parse(String text, long completions) {
        List<long[]> spans = new ArrayList<>();
        if (text.isEmpty()) {
            return new CompletionIndexes(spans, Optional.empty());
        }
        long last = -1;
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            Optional<String> fault = fault(part, ends, completions);
            if (fault.isPresent()) {
                return new CompletionIndexes(List.of(), fault);
            }
            long first = Long.parseLong(ends[0]);
            if (last >= first) {
                return new CompletionIndexes(List.of(), Optional.of(notRising(last, first)));
            }
            last = Long.parseLong(ends[ends.length - 1]);
            spans.add(new long[] {first, last});
        }
        return new CompletionIndexes(spans, Optional.empty());
    }

    private static String notRising(long before, long now) {
        return "non-increasing order, previous: " + before + ", current: " + now;
    }

    private static Optional<String> fault(String part, String[] ends, long completions) {
        if (ends.length > 2) {
            return Optional.of("the fragment " + Quoted.of(part)
                    + " violates the requirement that an index interval can have at most two parts separated by '-'");
        }
        for (String end : ends) {
            if (!NUMBER.matches(end)) {
                return Optional.of("cannot convert string to integer for index: " + Quoted.of(end));
            }
            if (Long.parseLong(end) >= completions) {
                return Optional.of("too large index: " + Quoted.of(end));
            }
        }
        long first = Long.parseLong(ends[0]);
        long last = Long.parseLong(ends[ends.length - 1]);
        return ends.length == 2 && first >= last ? Optional.of(notRising(first, last)) : Optional.empty();
    }

    /// The first index that stands in both, if one does. Both rise, so that they are gone through side by
    /// side.
    Optional<Long> firstShared(CompletionIndexes other) {
        int mine = 0;
        int its = 0;
        while (mine < spans.size() && its < other.spans.size()) {
            long[] one = spans.get(mine);
            long[] two = other.spans.get(its);
            if (one[0] <= two[1] && two[0] <= one[1]) {
                return Optional.of(Math.max(one[0], two[0]));
            }
            if (one[1] < two[1]) {
                mine++;
            } else {
                its++;
            }
        }
        return Optional.empty();
    }
}
