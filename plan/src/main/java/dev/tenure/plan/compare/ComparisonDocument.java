package dev.tenure.plan.compare;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// A comparison as an object of the kind EvictionComparison, for programs: names are kept stable within a
/// version. Stateless.
public final class ComparisonDocument {
    public static final String KIND = "EvictionComparison";

    private ComparisonDocument() {}

    public static ObjectNode of(Comparison comparison) {
        EvictionPlan.Spec asked = comparison.a().spec();
        ObjectNode document =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", KIND);
        ObjectNode spec = document.putObject("spec");
        spec.put("change", asked.change())
                .put("source", asked.source())
                .put("moment", asked.moment().toString());
        words(spec.putArray("a"), comparison.settings().a());
        words(spec.putArray("b"), comparison.settings().b());
        ObjectNode status = document.putObject("status");
        status.put("differs", comparison.differs());
        ArrayNode differences = status.putArray("differences");
        comparison.differences().forEach(each -> difference(differences.addObject(), each));
        status.set("a", PlanDocument.of(comparison.a()).path("status"));
        status.set("b", PlanDocument.of(comparison.b()).path("status"));
        words(status.putArray("notes"), comparison.notes());
        return document;
    }

    private static void difference(ObjectNode out, Difference each) {
        out.put("kind", each.kind()).put("namespace", each.namespace()).put("name", each.name());
        words(out.putArray("fields"), each.fields());
        out.put("a", each.a()).put("b", each.b()).put("tie", each.tie());
    }

    private static void words(ArrayNode out, List<String> words) {
        words.forEach(out::add);
    }
}
