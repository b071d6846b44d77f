package dev.tenure.checks.golden.timeline;

import dev.tenure.checks.golden.suite.PythonJson;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Compares what was seen over time with a recorded timeline: every entry must be found once within its
/// tolerance, and nothing else may be found.
final class TimelineComparison {
    private static final List<String> NOT_IDENTITY = List.of("t", "early", "late", "optional");
    private static final double SAME_MOMENT = 0.001;

    private final JsonNode document;

    TimelineComparison(JsonNode document) {
        this.document = document;
    }

    /// @param found entries with `t` in seconds, in order of `t`
    /// @return the differences, as text
    List<String> problems(List<ObjectNode> found) {
        Map<String, List<Double>> left = new LinkedHashMap<>();
        for (ObjectNode entry : alike(found)) {
            left.computeIfAbsent(identity(entry), _ -> new ArrayList<>())
                    .add(entry.path("t").doubleValue());
        }
        var problems = new ArrayList<String>();
        for (JsonNode entry : document.path("timeline")) {
            List<Double> times = left.getOrDefault(identity(entry), new ArrayList<>());
            take(entry, times).ifPresent(problems::add);
        }
        left.forEach((identity, times) -> {
            if (!ignored(identity)) {
                times.forEach(t -> problems.add(String.format(Locale.ROOT, "unexpected at %6.2f: %s", t, identity)));
            }
        });
        problems.addAll(outOfOrder(found));
        return problems;
    }

    private static Optional<String> take(JsonNode entry, List<Double> times) {
        double t = entry.path("t").doubleValue();
        double early = entry.path("early").doubleValue();
        double late = entry.path("late").doubleValue();
        Optional<Double> within = times.stream()
                .filter(time -> time >= t - early && time <= t + late)
                .findFirst();
        if (within.isPresent()) {
            times.remove(within.get());
            return Optional.empty();
        }
        if (entry.path("optional").asBoolean()) {
            return Optional.empty();
        }
        return Optional.of(
                times.isEmpty()
                        ? String.format(Locale.ROOT, "missing at %6.2f: %s", t, identity(entry))
                        : String.format(
                                Locale.ROOT,
                                "at %.2f instead of %.2f (-%.2f +%.2f): %s",
                                times.removeFirst(),
                                t,
                                early,
                                late,
                                identity(entry)));
    }

    private boolean ignored(String identity) {
        for (JsonNode pattern : document.path("ignore")) {
            if (Pattern.compile(pattern.asText()).matcher(identity).find()) {
                return true;
            }
        }
        return false;
    }

    private List<String> outOfOrder(List<ObjectNode> found) {
        var problems = new ArrayList<String>();
        for (JsonNode pair : document.path("order")) {
            String before = pair.path(0).asText();
            String after = pair.path(1).asText();
            Optional<Double> first = firstOf(before, found);
            Optional<Double> second = firstOf(after, found);
            if (first.isPresent() && second.isPresent() && first.get() > second.get() + SAME_MOMENT) {
                problems.add("order: /%s/ came after /%s/".formatted(before, after));
            }
        }
        return problems;
    }

    private static Optional<Double> firstOf(String pattern, List<ObjectNode> found) {
        var compiled = Pattern.compile(pattern);
        return found.stream()
                .filter(entry -> compiled.matcher(PythonJson.sorted(entry)).find())
                .map(entry -> entry.path("t").doubleValue())
                .findFirst();
    }

    /// Renames interchangeable nodes and pods to their group, so that their order does not matter.
    private List<ObjectNode> alike(List<ObjectNode> found) {
        Map<String, String> names = new HashMap<>();
        document.path("alike")
                .properties()
                .forEach(group -> group.getValue().forEach(name -> names.put(name.asText(), group.getKey())));
        if (names.isEmpty()) {
            return found;
        }
        String any = names.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        var pattern = Pattern.compile("(?<![\\w-])(" + any + ")(?![\\w-])");
        var renamed = new ArrayList<ObjectNode>();
        for (ObjectNode entry : found) {
            ObjectNode copy = entry.deepCopy();
            entry.properties().forEach(field -> {
                if (field.getValue().isTextual()) {
                    String text = pattern.matcher(field.getValue().textValue())
                            .replaceAll(match ->
                                    Matcher.quoteReplacement(names.getOrDefault(match.group(1), match.group())));
                    copy.put(field.getKey(), text);
                }
            });
            renamed.add(copy);
        }
        renamed.sort(Comparator.comparingDouble(entry -> entry.path("t").doubleValue()));
        return renamed;
    }

    private static String identity(JsonNode entry) {
        ObjectNode identity = (ObjectNode) entry.deepCopy();
        identity.remove(NOT_IDENTITY);
        return PythonJson.sorted(identity);
    }
}
