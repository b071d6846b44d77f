package dev.tenure.kinds.jsonpath;

import dev.tenure.kinds.jsonpath.Value.Count;
import dev.tenure.kinds.jsonpath.Value.Stored;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Walks along the steps of a path. Upstream keeps what was found when a step fails, and a filter that asks
/// only whether there is anything takes it for an answer; so does this. Pure.
final class Search {
    private static final int VALUES_MAX = 50_000;

    /// What a walk comes to.
    ///
    /// @param failed whether a step could not be taken
    record Result(List<Value> values, boolean failed) {}

    private Search() {}

    /// What a path finds in an object.
    static Result in(JsonNode object, List<Step> path) {
        return walk(List.of(new Stored(object)), path);
    }

    private static Result walk(List<Value> values, List<Step> path) {
        var found = new Result(values, false);
        for (Step step : path) {
            found = taken(step, found.values());
            if (found.failed()) {
                return found;
            }
        }
        return found;
    }

    private static Result taken(Step step, List<Value> values) {
        return switch (step) {
            case Step.Field(String name) -> fields(values, name);
            case Step.Every _ -> every(values);
            case Step.Descend _ -> {
                var all = new Gathered();
                values.forEach(value -> descend(value, all));
                yield all.result();
            }
            case Step.Slice slice -> slices(values, slice);
            case Step.Union union -> union(values, union);
            case Step.Having(List<Step> path) -> having(values, path);
            case Step.Where where -> where(values, where);
            case Step.Text(String text) -> done(List.of(new Stored(TextNode.valueOf(text))));
            case Step.Constant(Value constant) ->
                done(values.stream().map(_ -> constant).toList());
            case Step.Word(String word) -> word(values, word);
        };
    }

    private static Result done(List<Value> values) {
        return new Result(values, false);
    }

    private static Result failed(List<Value> values) {
        return new Result(values, true);
    }

    /// What a step has found so far. Paths that descend again and again find the same over and over: a step
    /// that finds more than a bound cannot be taken, which upstream would try.
    private static final class Gathered {
        private final List<Value> values = new ArrayList<>();
        private boolean full;

        boolean hasRoom() {
            return !full;
        }

        void add(Value value) {
            full |= values.size() == VALUES_MAX;
            if (!full) {
                values.add(value);
            }
        }

        Result result() {
            return new Result(values, full);
        }
    }

    private static boolean isNull(Value value) {
        return value instanceof Stored(JsonNode node) && node.isNull();
    }

    private static boolean isList(Value value) {
        return value instanceof Stored(JsonNode node) && node.isArray();
    }

    private static Result fields(List<Value> values, String name) {
        List<Value> found = new ArrayList<>();
        for (Value value : values) {
            if (value instanceof Stored(JsonNode node) && node.has(name)) {
                found.add(new Stored(node.path(name)));
            }
        }
        return done(found);
    }

    /// Members, elements, or the bytes of a text.
    private static List<Value> children(Value value) {
        List<Value> all = new ArrayList<>();
        if (value instanceof Stored(JsonNode node)) {
            node.forEach(child -> all.add(new Stored(child)));
            if (node.isTextual()) {
                for (byte letter : node.asText().getBytes(StandardCharsets.UTF_8)) {
                    all.add(new Count(Byte.toUnsignedLong(letter)));
                }
            }
        }
        return all;
    }

    private static Result every(List<Value> values) {
        var found = new Gathered();
        for (Value value : values) {
            if (found.hasRoom()) {
                children(value).forEach(found::add);
            }
        }
        return found.result();
    }

    private static void descend(Value value, Gathered all) {
        List<Value> children = all.hasRoom() ? children(value) : List.of();
        if (!children.isEmpty()) {
            all.add(value);
            children.forEach(child -> descend(child, all));
        }
    }

    /// A slice of nothing ends the step with what was found before it.
    private static Result slices(List<Value> values, Step.Slice slice) {
        var found = new Gathered();
        for (Value value : values) {
            if (isNull(value)) {
                continue;
            }
            if (!isList(value) || !found.hasRoom()) {
                return failed(values);
            }
            List<Value> elements = children(value);
            int from = slice.from() < 0 ? slice.from() + elements.size() : slice.from();
            int to = end(slice, elements.size());
            if (from == to) {
                return found.result();
            }
            if (!isWithin(from, to, elements.size()) || slice.stride().orElse(1) <= 0) {
                return failed(values);
            }
            for (long i = from; i < to; i += slice.stride().orElse(1)) {
                found.add(elements.get((int) i));
            }
        }
        return found.result();
    }

    private static boolean isWithin(int from, int to, int size) {
        return from >= 0 && from < to && to <= size;
    }

    private static int end(Step.Slice slice, int size) {
        int to = slice.to().orElse(size);
        return to < 0 || (to == 0 && slice.index()) ? to + size : to;
    }

    private static Result union(List<Value> values, Step.Union union) {
        var found = new Gathered();
        for (List<Step> path : union.paths()) {
            Result one = walk(values, path);
            if (one.failed() || !found.hasRoom()) {
                return failed(values);
            }
            one.values().forEach(found::add);
        }
        return found.result();
    }

    private static Result having(List<Value> values, List<Step> path) {
        var found = new Gathered();
        for (Value value : values) {
            if (!isList(value) || !found.hasRoom()) {
                return failed(values);
            }
            for (Value element : children(value)) {
                if (!walk(List.of(element), path).values().isEmpty()) {
                    found.add(element);
                }
            }
        }
        return found.result();
    }

    private static Result where(List<Value> values, Step.Where where) {
        var found = new Gathered();
        for (Value value : values) {
            if (!isList(value) || !found.hasRoom()) {
                return failed(values);
            }
            for (Value element : children(value)) {
                switch (compared(element, where)) {
                    case HOLDS -> found.add(element);
                    case DOES_NOT -> {}
                    case FAILS -> {
                        return failed(values);
                    }
                }
            }
        }
        return found.result();
    }

    private static FilterComparison.Outcome compared(Value element, Step.Where where) {
        Result left = walk(List.of(element), where.left());
        if (left.failed() || left.values().size() > 1) {
            return FilterComparison.Outcome.FAILS;
        }
        if (left.values().isEmpty()) {
            return FilterComparison.Outcome.DOES_NOT;
        }
        Result right = walk(List.of(element), where.right());
        if (right.failed() || right.values().size() > 1) {
            return FilterComparison.Outcome.FAILS;
        }
        return right.values().isEmpty()
                ? FilterComparison.Outcome.DOES_NOT
                : FilterComparison.of(
                        left.values().getFirst(),
                        where.operator(),
                        right.values().getFirst());
    }

    /// A loop has nothing to go over here, and ends with nothing.
    private static Result word(List<Value> values, String word) {
        return failed(word.equals("end") ? List.of() : values);
    }
}
