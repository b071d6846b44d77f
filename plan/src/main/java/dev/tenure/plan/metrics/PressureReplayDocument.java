package dev.tenure.plan.metrics;

import dev.tenure.plan.metrics.PressureReplay.By;
import dev.tenure.plan.metrics.PressureReplay.SignalCourse;
import dev.tenure.plan.metrics.PressureReplay.Victim;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;

/// Metrics held against thresholds as an object of the kind PressureReplay, for programs: names are kept
/// stable within a version. Stateless.
public final class PressureReplayDocument {
    public static final String KIND = "PressureReplay";

    private PressureReplayDocument() {}

    /// One side.
    ///
    /// @param name `a` or `b`
    /// @param settings what is not as usual, in words
    public record Side(String name, List<String> settings, PressureReplay replay) {}

    public static ObjectNode of(List<Side> sides) {
        ObjectNode document =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", KIND);
        PressureReplay first = sides.getFirst().replay();
        ObjectNode spec = document.putObject("spec");
        spec.put("moment", first.from().toString()).put("spanSeconds", seconds(first.span()));
        ObjectNode status = document.putObject("status");
        for (Side side : sides) {
            side.settings().forEach(spec.putArray(side.name())::add);
            ArrayNode signals = status.putObject(side.name()).putArray("signals");
            side.replay().signals().forEach(each -> signal(signals.addObject(), each));
        }
        first.notes().forEach(status.putArray("notes")::add);
        return document;
    }

    private static void signal(ObjectNode out, SignalCourse course) {
        out.put("node", course.node()).put("signal", course.signal().word());
        course.shortAfter().ifPresent(after -> out.put("shortAfterSeconds", seconds(after)));
        course.lowest()
                .ifPresent(lowest -> out.put(course.signal() == By.STALLS ? "mostPerMille" : "lowestBytes", lowest));
        victims(out.putArray("evicted"), course.evicted());
        victims(out.putArray("killedFirst"), course.killed());
    }

    private static void victims(ArrayNode out, List<Victim> pods) {
        pods.forEach(each -> out.addObject()
                .put("pod", each.pod())
                .put("afterSeconds", seconds(each.after()))
                .put("why", each.why()));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
