package dev.tenure.plan.report;

import dev.tenure.plan.timeline.Timeline;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Locale;

/// A timeline as an object of the kind EvictionTimeline, for programs: names are kept stable within a
/// version. What is coming stands there as in an EvictionPlan. Stateless.
public final class TimelineDocument {
    public static final String KIND = "EvictionTimeline";

    private TimelineDocument() {}

    public static ObjectNode of(Timeline timeline) {
        ObjectNode document = PlanDocument.of(timeline.coming());
        document.put("kind", KIND);
        ((ObjectNode) document.path("spec")).remove("change");
        JsonNode coming = document.path("status");
        ObjectNode status = document.putObject("status");
        ArrayNode past = status.putArray("past");
        timeline.past()
                .forEach(each -> past.addObject()
                        .put("namespace", each.namespace())
                        .put("name", each.name())
                        .put("node", each.node())
                        .put("at", each.at().toString())
                        .put("cause", each.cause())
                        .put("why", each.why())
                        .put("since", each.since().name().toLowerCase(Locale.ROOT)));
        status.set("coming", coming);
        ArrayNode unknown = status.putArray("unknown");
        timeline.unknown().forEach(unknown::add);
        return document;
    }
}
