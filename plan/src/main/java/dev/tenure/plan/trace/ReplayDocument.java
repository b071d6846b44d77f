package dev.tenure.plan.trace;

import dev.tenure.plan.compare.ComparisonDocument;
import dev.tenure.plan.forecast.LeftPod;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;

/// A replay as an object of the kind TraceReplay, for programs: names are kept stable within a version.
/// Stateless.
public final class ReplayDocument {
    public static final String KIND = "TraceReplay";

    private ReplayDocument() {}

    public static ObjectNode of(Replay replay) {
        ObjectNode compared = ComparisonDocument.of(replay.comparison());
        ObjectNode document =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", KIND);
        ObjectNode spec = document.putObject("spec");
        spec.put("trace", replay.comparison().a().spec().source())
                .put("moment", replay.comparison().a().spec().moment().toString())
                .put("spanSeconds", seconds(replay.span()))
                .put("acts", replay.acts())
                .put("change", replay.change());
        spec.set("a", compared.at("/spec/a"));
        spec.set("b", compared.at("/spec/b"));
        ObjectNode status = document.putObject("status");
        status.put("differs", replay.comparison().differs());
        status.set("differences", compared.at("/status/differences"));
        departures(status.putArray("recorded"), replay.recorded());
        fidelity(status.putObject("fidelity"), replay.fidelity());
        side(status, "a", replay, compared);
        side(status, "b", replay, compared);
        ArrayNode notes = status.putArray("notes");
        replay.notes().forEach(notes::add);
        replay.comparison().notes().forEach(notes::add);
        return document;
    }

    private static void side(ObjectNode status, String name, Replay replay, ObjectNode compared) {
        status.set(name, compared.at("/status/" + name));
        departures(
                status.withObject("/" + name).putArray("laterPods"),
                name.equals("a")
                        ? replay.comparison().first().later()
                        : replay.comparison().second().later());
    }

    private static void departures(ArrayNode out, List<LeftPod> pods) {
        pods.forEach(pod -> out.addObject()
                .put("namespace", pod.namespace())
                .put("name", pod.name())
                .put("workload", pod.owner())
                .put("node", pod.node())
                .put("leavesAfterSeconds", seconds(pod.after()))
                .put("cause", pod.cause()));
    }

    private static void fidelity(ObjectNode out, Fidelity fidelity) {
        out.put("same", fidelity.same());
        fidelity.missed().forEach(out.putArray("onlyRecorded")::add);
        fidelity.added().forEach(out.putArray("onlyReplayed")::add);
        out.put("farthestSeconds", seconds(fidelity.farthest()))
                .put("laterRecorded", fidelity.laterRecorded())
                .put("laterReplayed", fidelity.laterReplayed());
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
