package dev.tenure.kinds.custom;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A path to values in an object, as columns state it: names, indexes, `[*]`, and filters by equality. Immutable.
/// Upstream: client-go/util/jsonpath.
final class FieldPath {
    private static final Pattern STEP = Pattern.compile(
            "\\.((?:\\\\.|[^.\\[\\\\])+)|\\['((?:\\\\.|[^'\\\\])*)'\\]|\\[(-?[0-9]+|\\*)\\]"
                    + "|\\[\\?\\(\\s*@((?:\\.(?:\\\\.|[^.\\s=!\\\\])+)+)\\s*(==|!=)\\s*(\"[^\"]*\"|'[^']*'|[^)\\s]+)\\s*\\)\\]");

    private final List<Step> steps;

    private FieldPath(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    private sealed interface Step {
        record Name(String name) implements Step {}

        /// Negative ones count from the end.
        record Index(int index) implements Step {}

        record Every() implements Step {}

        record Where(FieldPath field, boolean equal, String value) implements Step {}
    }

    /// @return empty when the text is no path that is known here
    static Optional<FieldPath> parse(String text) {
        if (text.equals(".")) {
            return Optional.of(new FieldPath(List.of()));
        }
        List<Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!step.find(at) || step.start() != at) {
                return Optional.empty();
            }
            Optional<Step> parsed = step(step);
            if (parsed.isEmpty()) {
                return Optional.empty();
            }
            steps.add(parsed.get());
            at = step.end();
        }
        return Optional.of(new FieldPath(steps));
    }

    private static Optional<Step> step(Matcher step) {
        if (step.group(1) != null) {
            String name = step.group(1).replaceAll("\\\\(.)", "$1");
            return Optional.of(name.equals("*") ? new Step.Every() : new Step.Name(name));
        }
        if (step.group(2) != null) {
            return Optional.of(new Step.Name(step.group(2).replaceAll("\\\\(.)", "$1")));
        }
        if (step.group(3) != null) {
            return Optional.of(
                    step.group(3).equals("*") ? new Step.Every() : new Step.Index(Integer.parseInt(step.group(3))));
        }
        String value = step.group(6);
        boolean quoted = value.startsWith("\"") || value.startsWith("'");
        String bare = quoted ? value.substring(1, value.length() - 1) : value;
        return parse(step.group(4))
                .map(field -> new Step.Where(field, step.group(5).equals("=="), bare));
    }

    /// The first value that the path leads to.
    Optional<JsonNode> first(JsonNode object) {
        Stream<JsonNode> found = Stream.of(object);
        for (Step step : steps) {
            found = found.flatMap(node -> next(step, node));
        }
        return found.findFirst();
    }

    private static Stream<JsonNode> next(Step step, JsonNode node) {
        return switch (step) {
            case Step.Name name -> node.has(name.name()) ? Stream.of(node.path(name.name())) : Stream.empty();
            case Step.Index index -> {
                int at = index.index() < 0 ? node.size() + index.index() : index.index();
                yield node.isArray() && at >= 0 && at < node.size() ? Stream.of(node.get(at)) : Stream.empty();
            }
            case Step.Every _ -> children(node);
            case Step.Where where ->
                children(node)
                        .filter(child -> where.field()
                                .first(child)
                                .filter(value -> value.asText().equals(where.value()) == where.equal())
                                .isPresent());
        };
    }

    private static Stream<JsonNode> children(JsonNode node) {
        return node.isArray() || node instanceof ObjectNode
                ? StreamSupport.stream(node.spliterator(), false)
                : Stream.empty();
    }
}
