package dev.tenure.console.page;

import dev.tenure.console.change.AppliedWhole;
import dev.tenure.console.change.ConsoleChange;
import dev.tenure.console.change.KubectlCommand;
import dev.tenure.console.change.PlannedChange;
import dev.tenure.console.change.WhatIf;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Anyway;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Forecaster.Forecast;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ReadyCount;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.saved.SavedPlan;
import dev.tenure.plan.saved.SavedPlanFile;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What would come of a change or a loss, forecast in a copy of the cluster: the plan as programs know it,
/// cut to what fits a page, and beside it how many pods leave when, how many run at each moment, and the
/// nodes before and after.
final class ForecastPage {
    private static final int ROWS_MAX = 200;
    private static final int NODES_MAX = 40;
    private static final int POINTS_MAX = 400;
    private static final double SECOND_MILLIS = 1_000;

    private ForecastPage() {}

    /// @param name by which it can be given up; empty for none
    /// @throws ConsoleFault when it cannot be forecast
    static ObjectNode of(Viewer viewer, WhatIf question, String name) {
        return answer(viewer, question, forecast(viewer, question, name));
    }

    /// The same, worked out anew, with the file that `tenure apply` takes: what is saved is what is shown.
    ///
    /// @throws ConsoleFault when it cannot be forecast
    static ObjectNode file(Viewer viewer, WhatIf question, String name) {
        Forecast made = forecast(viewer, question, name);
        return answer(viewer, question, made).put("file", file(made));
    }

    static byte[] file(Forecast made) {
        return SavedPlanFile.bytes(SavedPlan.of(made.before(), made.change(), made.plan()));
    }

    private static Forecast forecast(Viewer viewer, WhatIf question, String name) {
        viewer.forecaster()
                .requireRoom(viewer.copy().look(look -> look.podRows().total()));
        return viewer.forecaster()
                .of(Forecaster.Subject.of(viewer), PlannedChange.of(AppliedWhole.of(viewer.client(), question)), name);
    }

    private static ObjectNode answer(Viewer viewer, WhatIf question, Forecast made) {
        ObjectNode answer = shown(made);
        if (question instanceof WhatIf.Changed(ConsoleChange change)) {
            answer.put("command", KubectlCommand.of(change, viewer.identity().kubectl()));
        }
        return answer;
    }

    static ObjectNode shown(Forecast made) {
        EvictionPlan plan = made.plan();
        ObjectNode answer = Json.object();
        ObjectNode document = PlanDocument.of(plan);
        mark(made, document);
        cut(document, answer, "pods");
        cut(document, answer, "newPods");
        cut(document, answer, "budgets");
        cut(document, answer, "services");
        answer.set("plan", document);
        waves(made, answer);
        spared(made, answer);
        effects(made, answer.putObject("effects"));
        nodes(made, answer.putArray("nodes"));
        running(made, answer.putArray("running"));
        return answer;
    }

    private static void cut(ObjectNode document, ObjectNode answer, String field) {
        if (document.path("status").path(field) instanceof ArrayNode list) {
            answer.put(field + "Total", list.size());
            while (list.size() > ROWS_MAX) {
                list.remove(list.size() - 1);
            }
        }
    }

    /// Marks the pods that leave without the change too.
    private static void mark(Forecast made, ObjectNode document) {
        List<LeavingPod> pods = made.plan().status().pods();
        JsonNode shown = document.path("status").path("pods");
        for (int index = 0; index < pods.size(); index++) {
            if (made.anyway().leaves(made.plan(), pods.get(index)) && shown.path(index) instanceof ObjectNode row) {
                row.put("anyway", true);
            }
        }
    }

    /// How many leave after how many seconds; those that are kept, and those that leave anyway, do not count.
    private static void waves(Forecast made, ObjectNode answer) {
        Map<Long, Integer> bySeconds = new TreeMap<>();
        int kept = 0;
        int anyway = 0;
        for (LeavingPod pod : made.plan().status().pods()) {
            if (pod.leavesAfter().isEmpty()) {
                kept++;
            } else if (made.anyway().leaves(made.plan(), pod)) {
                anyway++;
            } else {
                bySeconds.merge(Math.round(seconds(pod.leavesAfter().get())), 1, Integer::sum);
            }
        }
        ArrayNode waves = answer.put("kept", kept).put("anyway", anyway).putArray("waves");
        bySeconds.forEach(
                (seconds, count) -> waves.addObject().put("seconds", seconds).put("pods", count));
    }

    /// Who would leave without the change and stays with it.
    private static void spared(Forecast made, ObjectNode answer) {
        List<Anyway.Leaver> spared = made.anyway().spared(made.plan());
        ArrayNode shown = answer.put("sparedTotal", spared.size()).putArray("spared");
        Instant moment = made.plan().spec().moment();
        spared.stream()
                .limit(ROWS_MAX)
                .forEach(pod -> shown.addObject()
                        .put("namespace", pod.namespace())
                        .put("name", pod.name())
                        .put("node", pod.node())
                        .put("leavesAfterSeconds", seconds(Duration.between(moment, pod.at())))
                        .put("why", pod.why()));
    }

    /// The plan's counts without what happens anyway.
    private static void effects(Forecast made, ObjectNode shown) {
        EvictionPlan.Status status = made.plan().status();
        List<LeavingPod> anyway = status.pods().stream()
                .filter(pod -> made.anyway().leaves(made.plan(), pod))
                .toList();
        long broken = status.budgets().stream()
                .filter(budget -> budget.broken() && !made.anyway().breaks(budget))
                .count();
        shown.put("replaced", status.summary().replaced() - count(anyway, Outcome.Replaced.class))
                .put("pending", status.summary().pending() - count(anyway, Outcome.Pending.class))
                .put("lost", status.summary().lost() - count(anyway, Outcome.Lost.class))
                .put(
                        "notReplaced",
                        made.plan().notReplaced()
                                - anyway.stream()
                                        .filter(EvictionPlan::isNotReplaced)
                                        .count())
                .put(
                        "dataLost",
                        status.summary().dataLost()
                                - anyway.stream()
                                        .filter(pod -> !pod.localData().isEmpty())
                                        .count())
                .put("budgetsBroken", broken)
                .put("budgetsBrokenAnyway", status.summary().budgetsBroken() - broken);
    }

    private static long count(List<LeavingPod> pods, Class<? extends Outcome> outcome) {
        return pods.stream().filter(pod -> outcome.isInstance(pod.outcome())).count();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / SECOND_MILLIS;
    }

    private static final class Count {
        private int before;
        private int after;

        int moved() {
            return Math.abs(after - before);
        }
    }

    /// The nodes on which it changes how many pods there are, those on which most changes first.
    private static void nodes(Forecast made, ArrayNode shown) {
        Map<String, Count> counts = new TreeMap<>();
        for (Pod pod : made.before().views(ResourceTypes.PODS, Pod.class)) {
            if (pod.spec().bound() && !PodRule.terminal(pod)) {
                Count count = counts.computeIfAbsent(pod.spec().nodeName(), _ -> new Count());
                count.before++;
                count.after++;
            }
        }
        for (LeavingPod pod : made.plan().status().pods()) {
            if (pod.goneAfter().isPresent()) {
                counts.computeIfAbsent(pod.node(), _ -> new Count()).after--;
            }
            if (pod.outcome() instanceof Outcome.Replaced replaced) {
                counts.computeIfAbsent(replaced.node(), _ -> new Count()).after++;
            }
        }
        for (NewPod pod : made.plan().status().newPods()) {
            if (!pod.node().isEmpty()) {
                counts.computeIfAbsent(pod.node(), _ -> new Count()).after++;
            }
        }
        counts.entrySet().stream()
                .filter(entry -> entry.getValue().moved() > 0)
                .sorted(Comparator.comparingInt(
                        (Map.Entry<String, Count> entry) -> -entry.getValue().moved()))
                .limit(NODES_MAX)
                .forEach(entry -> shown.addObject()
                        .put("node", entry.getKey())
                        .put("before", entry.getValue().before)
                        .put("after", entry.getValue().after));
    }

    /// How many pods are ready from which second on. Of more moments than can be drawn, those with the
    /// fewest.
    private static void running(Forecast made, ArrayNode shown) {
        List<ReadyCount> counts = made.ready();
        point(shown, counts.getFirst());
        int every = Math.max(1, counts.size() / POINTS_MAX);
        for (int from = 1; from < counts.size(); from += every) {
            List<ReadyCount> some = counts.subList(from, Math.min(counts.size(), from + every));
            ReadyCount fewest = Collections.min(some, Comparator.comparingInt(ReadyCount::pods));
            point(shown, fewest);
            if (from + every >= counts.size() && !some.getLast().equals(fewest)) {
                point(shown, some.getLast());
            }
        }
    }

    private static void point(ArrayNode shown, ReadyCount count) {
        shown.addArray().add(seconds(count.after())).add(count.pods());
    }
}
