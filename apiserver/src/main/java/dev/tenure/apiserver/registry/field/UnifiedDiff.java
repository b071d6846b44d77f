package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.ValueNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// The difference between two trees as upstream's messages show it: of their JSON, a member a line, the
/// lines that went and came with three lines around them. Which lines count as kept follows Python's
/// difflib, as upstream's library does (apimachinery/pkg/util/diff, pmezard/go-difflib). That takes more
/// than quadratic time for some texts; here [#WORK_MAX] bounds it, and what is not compared by then is shown
/// as replaced, apart from the equal lines at its ends. Confined to one call.
public final class UnifiedDiff {
    private static final int CONTEXT = 3;

    /// From so many lines on, lines that come often say nothing about what was kept.
    private static final int MANY_LINES = 200;

    /// How many lines are looked at, and pairs of equal lines: some tenths of a second. Two thousand lines of
    /// which every second one changed take a third of it.
    private static final int WORK_MAX = 5_000_000;

    private final List<String> before;
    private final List<String> after;

    /// For each line of `before` where `after` has it.
    private final List<List<Integer>> places;

    private long work;

    /// Lines that both have, in a row.
    private record Run(int before, int after, int length) {}

    /// What became of some lines: kept, or replaced by others.
    private record Step(boolean kept, int from, int to, int afterFrom, int afterTo) {}

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
        Map<String, List<Integer>> lines = new HashMap<>();
        for (int i = 0; i < after.size(); i++) {
            lines.computeIfAbsent(after.get(i), _ -> new ArrayList<>()).add(i);
        }
        if (after.size() >= MANY_LINES) {
            int often = after.size() / 100 + 1;
            lines.values().removeIf(found -> found.size() > often);
        }
        this.places =
                before.stream().map(line -> lines.getOrDefault(line, List.of())).toList();
    }

    /// @return empty when the two are alike
    public static String of(JsonNode before, JsonNode after) {
        return new UnifiedDiff(lines(before), lines(after)).text();
    }

    private static List<String> lines(JsonNode tree) {
        var text = new StringBuilder();
        write(text, tree, 0);
        return List.of(text.toString().split("\n", -1));
    }

    private static void write(StringBuilder text, JsonNode node, int depth) {
        switch (node) {
            case ObjectNode object
            when !object.isEmpty() -> {
                text.append('{');
                Iterator<Map.Entry<String, JsonNode>> members =
                        object.properties().iterator();
                while (members.hasNext()) {
                    Map.Entry<String, JsonNode> member = members.next();
                    newLine(text, depth + 1)
                            .append(Json.goText(TextNode.valueOf(member.getKey())))
                            .append(": ");
                    write(text, member.getValue(), depth + 1);
                    text.append(members.hasNext() ? "," : "");
                }
                newLine(text, depth).append('}');
            }
            case ArrayNode list
            when !list.isEmpty() -> {
                text.append('[');
                for (int i = 0; i < list.size(); i++) {
                    write(newLine(text, depth + 1), list.get(i), depth + 1);
                    text.append(i + 1 < list.size() ? "," : "");
                }
                newLine(text, depth).append(']');
            }
            case ObjectNode _, ArrayNode _, ValueNode _ -> text.append(Json.goText(node));
        }
    }

    private static StringBuilder newLine(StringBuilder text, int depth) {
        return text.append('\n').repeat(' ', depth);
    }

    /// The longest run of equal lines within these bounds, the first of several. Once the work is used up it
    /// is one that begins or ends with the bounds.
    private Run longest(Step within) {
        Run best = new Run(within.from, within.afterFrom, 0);
        Map<Integer, Integer> lengths = Map.of();
        for (int i = within.from; i < within.to; i++) {
            List<Integer> found = places.get(i);
            work += 1 + found.size();
            if (work > WORK_MAX) {
                return atAnEnd(within);
            }
            Map<Integer, Integer> next = new HashMap<>();
            for (int j : found) {
                if (j >= within.afterFrom && j < within.afterTo) {
                    int length = lengths.getOrDefault(j - 1, 0) + 1;
                    next.put(j, length);
                    if (length > best.length) {
                        best = new Run(i - length + 1, j - length + 1, length);
                    }
                }
            }
            lengths = next;
        }
        return stretched(best, within);
    }

    private Run atAnEnd(Step within) {
        Run first = stretched(new Run(within.from, within.afterFrom, 0), within);
        return first.length > 0 ? first : stretched(new Run(within.to, within.afterTo, 0), within);
    }

    /// With the equal lines around it, also those that come often.
    private Run stretched(Run run, Step within) {
        int from = run.before;
        int afterFrom = run.after;
        int length = run.length;
        while (from > within.from
                && afterFrom > within.afterFrom
                && before.get(from - 1).equals(after.get(afterFrom - 1))) {
            from--;
            afterFrom--;
            length++;
        }
        while (from + length < within.to
                && afterFrom + length < within.afterTo
                && before.get(from + length).equals(after.get(afterFrom + length))) {
            length++;
        }
        return new Run(from, afterFrom, length);
    }

    /// All runs of equal lines in their order: the longest, then those before and after it.
    private List<Run> runs() {
        List<Run> found = new ArrayList<>();
        Deque<Step> open = new ArrayDeque<>();
        open.push(new Step(false, 0, before.size(), 0, after.size()));
        while (!open.isEmpty()) {
            Step within = open.pop();
            Run run = longest(within);
            if (run.length > 0) {
                found.add(run);
                open.push(new Step(false, within.from, run.before, within.afterFrom, run.after));
                open.push(new Step(false, run.before + run.length, within.to, run.after + run.length, within.afterTo));
            }
        }
        found.sort(Comparator.comparingInt(Run::before));
        return joined(found);
    }

    private static List<Run> joined(List<Run> sorted) {
        List<Run> runs = new ArrayList<>();
        for (Run run : sorted) {
            if (!runs.isEmpty() && adjacent(runs.getLast(), run)) {
                Run last = runs.removeLast();
                runs.add(new Run(last.before, last.after, last.length + run.length));
            } else {
                runs.add(run);
            }
        }
        return runs;
    }

    private static boolean adjacent(Run one, Run next) {
        return one.before + one.length == next.before && one.after + one.length == next.after;
    }

    private List<Step> steps() {
        List<Run> runs = runs();
        runs.add(new Run(before.size(), after.size(), 0));
        List<Step> steps = new ArrayList<>();
        int i = 0;
        int j = 0;
        for (Run run : runs) {
            if (i < run.before || j < run.after) {
                steps.add(new Step(false, i, run.before, j, run.after));
            }
            i = run.before + run.length;
            j = run.after + run.length;
            if (run.length > 0) {
                steps.add(new Step(true, run.before, i, run.after, j));
            }
        }
        return steps;
    }

    private String text() {
        var text = new StringBuilder();
        List<Step> hunk = new ArrayList<>();
        List<Step> steps = steps();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (!step.kept) {
                hunk.add(step);
                continue;
            }
            boolean first = i == 0;
            boolean last = i == steps.size() - 1;
            boolean far = step.to - step.from > 2 * CONTEXT;
            if (!first && (last || far)) {
                hunk.add(begin(step));
                hunk(text, hunk);
                hunk.clear();
            }
            if (!last && (first || far)) {
                hunk.add(end(step));
            } else if (!first && !last) {
                hunk.add(step);
            }
        }
        if (hunk.stream().anyMatch(step -> !step.kept)) {
            hunk(text, hunk);
        }
        return text.toString();
    }

    private static Step begin(Step kept) {
        int length = Math.min(CONTEXT, kept.to - kept.from);
        return new Step(true, kept.from, kept.from + length, kept.afterFrom, kept.afterFrom + length);
    }

    private static Step end(Step kept) {
        int length = Math.min(CONTEXT, kept.to - kept.from);
        return new Step(true, kept.to - length, kept.to, kept.afterTo - length, kept.afterTo);
    }

    private void hunk(StringBuilder text, List<Step> steps) {
        Step first = steps.getFirst();
        Step last = steps.getLast();
        text.append("@@ -").append(range(first.from, last.to));
        text.append(" +").append(range(first.afterFrom, last.afterTo)).append(" @@\n");
        for (Step step : steps) {
            for (String line : before.subList(step.from, step.to)) {
                text.append(step.kept ? ' ' : '-').append(line).append('\n');
            }
            if (!step.kept) {
                for (String line : after.subList(step.afterFrom, step.afterTo)) {
                    text.append('+').append(line).append('\n');
                }
            }
        }
    }

    private static String range(int from, int to) {
        int length = to - from;
        if (length == 1) {
            return Integer.toString(from + 1);
        }
        return (length == 0 ? from : from + 1) + "," + length;
    }
}
