package dev.tenure.scheduler.recorded;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Compares a decision with a recorded one. Lists are sets unless their order means something; which
/// plugins a pre-filter left out is not compared, as it shows in the verdicts.
public final class RecordedComparison {
    private static final Set<String> ORDERED = Set.of("victims");
    private static final Set<String> IGNORED = Set.of("preFilter.skipped");

    private RecordedComparison() {}

    /// The first difference, with its path, what was recorded and what was reported.
    public static Optional<String> difference(JsonNode recorded, JsonNode answer) {
        return difference("", recorded, answer);
    }

    private static Optional<String> difference(String path, JsonNode recorded, JsonNode answer) {
        if (IGNORED.contains(path)) {
            return Optional.empty();
        }
        if (recorded.isObject() && answer.isObject()) {
            return ofObjects(path, recorded, answer);
        }
        if (recorded.isArray() && answer.isArray()) {
            return recorded.size() == answer.size() && sorted(path, recorded).equals(sorted(path, answer))
                    ? Optional.empty()
                    : differ(path, recorded, answer);
        }
        return recorded.toString().equals(answer.toString()) ? Optional.empty() : differ(path, recorded, answer);
    }

    private static Optional<String> ofObjects(String path, JsonNode recorded, JsonNode answer) {
        var fields = new TreeSet<String>();
        recorded.fieldNames().forEachRemaining(fields::add);
        answer.fieldNames().forEachRemaining(fields::add);
        for (String field : fields) {
            String at = path.isEmpty() ? field : path + "." + field;
            Optional<String> found = difference(at, recorded.path(field), answer.path(field));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<String> sorted(String path, JsonNode array) {
        Stream<String> texts = StreamSupport.stream(array.spliterator(), false).map(JsonNode::toString);
        return ORDERED.contains(path.substring(path.lastIndexOf('.') + 1))
                ? texts.toList()
                : texts.sorted().toList();
    }

    private static Optional<String> differ(String path, JsonNode recorded, JsonNode answer) {
        return Optional.of("%s: recorded %s, told %s".formatted(path, recorded, answer));
    }
}
