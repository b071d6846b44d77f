package dev.tenure.plan.report;

import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A forecast as an object of the kind EvictionPlan, for programs: names and units are kept stable within a
/// version. Times are seconds from the beginning, whole or with milliseconds. Stateless.
public final class PlanDocument {
    /// The version of the kind.
    public static final String API_VERSION = "tenure.dev/v1alpha1";

    public static final String KIND = "EvictionPlan";

    private static final int MILLIS = 1_000;

    private PlanDocument() {}

    public static ObjectNode of(EvictionPlan plan) {
        ObjectNode document = Json.object().put("apiVersion", API_VERSION).put("kind", KIND);
        ObjectNode spec = document.putObject("spec");
        spec.put("change", plan.spec().change())
                .put("source", plan.spec().source())
                .put("moment", plan.spec().moment().toString());
        ArrayNode assumptions = spec.putArray("assumptions");
        plan.spec()
                .assumptions()
                .forEach(each -> assumptions
                        .addObject()
                        .put("name", each.name())
                        .put("value", each.value())
                        .put("meaning", each.meaning()));
        status(document.putObject("status"), plan);
        return document;
    }

    private static void status(ObjectNode out, EvictionPlan plan) {
        Status status = plan.status();
        pods(out, status.pods());
        ArrayNode made = out.putArray("newPods");
        status.newPods().forEach(pod -> made(made.addObject(), pod));
        ArrayNode budgets = out.putArray("budgets");
        status.budgets()
                .forEach(budget -> budgets.addObject()
                        .put("namespace", budget.namespace())
                        .put("name", budget.name())
                        .put("desiredHealthy", budget.desiredHealthy())
                        .put("healthy", budget.healthy())
                        .put("lowestHealthy", budget.lowestHealthy())
                        .put("broken", budget.broken())
                        .put("asked", budget.asked()));
        ArrayNode services = out.putArray("services");
        status.services()
                .forEach(service -> services.addObject()
                        .put("namespace", service.namespace())
                        .put("name", service.name())
                        .put("ready", service.ready())
                        .put("lowestReady", service.lowestReady()));
        summary(out.putObject("summary"), status.summary(), plan.notReplaced());
        ArrayNode notes = out.putArray("notes");
        status.notes().forEach(notes::add);
        ArrayNode refused = out.putArray("refused");
        status.notes().stream().filter(ChangePlayer::isRefusal).forEach(refused::add);
        seconds(out, "simulatedSeconds", Optional.of(status.simulated()));
        out.put("quiet", status.quiet());
    }

    /// Each set of pods that are alike stands there once, however many of them leave.
    private static void pods(ObjectNode out, List<LeavingPod> all) {
        ArrayNode pods = out.putArray("pods");
        var sets = new LinkedHashMap<Set<String>, Integer>();
        for (LeavingPod pod : all) {
            ObjectNode one = pods.addObject();
            leaving(one, pod);
            if (!pod.alike().isEmpty()) {
                one.put("tiedSet", sets.computeIfAbsent(pod.alike(), _ -> sets.size()));
            }
        }
        if (!sets.isEmpty()) {
            ArrayNode listed = out.putArray("tiedSets");
            sets.keySet().forEach(set -> {
                ArrayNode uids = listed.addObject().putArray("uids");
                set.stream().sorted().forEach(uids::add);
            });
        }
    }

    /// One pod that leaves.
    public static ObjectNode pod(LeavingPod pod) {
        ObjectNode out = Json.object();
        leaving(out, pod);
        return out;
    }

    private static void leaving(ObjectNode out, LeavingPod pod) {
        out.put("namespace", pod.namespace()).put("name", pod.name()).put("uid", pod.uid());
        if (!pod.owner().equals(pod.name())) {
            out.put("workload", pod.owner());
        }
        out.put("node", pod.node());
        seconds(out, "leavesAfterSeconds", pod.leavesAfter());
        pod.between().ifPresent(span -> {
            seconds(out, "leavesEarliestSeconds", Optional.of(span.earliest()));
            seconds(out, "leavesLatestSeconds", Optional.of(span.latest()));
        });
        seconds(out, "goneAfterSeconds", pod.goneAfter());
        out.put("cause", pod.cause()).put("why", pod.why()).put("graceSeconds", pod.graceSeconds());
        if (pod.tiedPods() > 1) {
            out.put("tiedPods", pod.tiedPods());
        }
        if (!pod.localData().isEmpty()) {
            pod.localData().forEach(out.putArray("localData")::add);
        }
        switch (pod.outcome()) {
            case Outcome.Replaced replaced -> {
                ObjectNode replacement = out.putObject("replacement")
                        .put("name", replaced.name())
                        .put("node", replaced.node());
                seconds(replacement, "readyAfterSeconds", replaced.readyAfter());
                seconds(replacement, "filledAfterSeconds", replaced.filledAfter());
                chance(replacement, replaced.tiedNodes(), replaced.contested());
            }
            case Outcome.Pending pending -> pending(out.putObject("pending"), pending);
            case Outcome.Lost lost -> out.putObject("lost").put("why", lost.why());
            case Outcome.NotReplaced not -> out.putObject("notReplaced").put("why", not.why());
        }
    }

    private static void made(ObjectNode out, NewPod pod) {
        out.put("namespace", pod.namespace()).put("name", pod.name());
        if (!pod.node().isEmpty()) {
            out.put("node", pod.node());
        }
        seconds(out, "readyAfterSeconds", pod.readyAfter());
        pod.pending().ifPresent(pending -> pending(out.putObject("pending"), pending));
        chance(out, pod.tiedNodes(), pod.contested());
    }

    private static void chance(ObjectNode out, int nodes, boolean contested) {
        if (nodes > 1) {
            out.put("tiedNodes", nodes);
        }
        if (contested) {
            out.put("contested", true);
        }
    }

    private static void pending(ObjectNode out, Outcome.Pending pending) {
        if (!pending.name().isEmpty()) {
            out.put("name", pending.name());
        }
        out.put("message", pending.message());
        if (!pending.remedies().isEmpty()) {
            pending.remedies().forEach(out.putArray("remedies")::add);
        }
    }

    private static void summary(ObjectNode out, Summary summary, int notReplaced) {
        out.put("evicted", summary.evicted())
                .put("replaced", summary.replaced())
                .put("pending", summary.pending())
                .put("budgetsBroken", summary.budgetsBroken())
                .put("lost", summary.lost())
                .put("notReplaced", notReplaced)
                .put("dataLost", summary.dataLost());
    }

    private static void seconds(ObjectNode out, String field, Optional<Duration> time) {
        time.ifPresent(after -> {
            long millis = after.toMillis();
            if (millis % MILLIS == 0) {
                out.put(field, millis / MILLIS);
            } else {
                out.put(field, (double) millis / MILLIS);
            }
        });
    }
}
