package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// What became of a plan as an object of the kind PlanOutcome, for programs. Forecast and fact are what an
/// EvictionPlan says of a pod. Stateless.
public final class PlanFactsDocument {
    private PlanFactsDocument() {}

    public static ObjectNode of(PlanFacts facts) {
        ObjectNode out =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", "PlanOutcome");
        EvictionPlan.Spec spec = facts.forecast().spec();
        out.putObject("spec")
                .put("change", spec.change())
                .put("source", spec.source())
                .put("moment", spec.moment().toString());
        ObjectNode status = out.putObject("status");
        status.put("asForecast", facts.asForecast())
                .put("stepsMade", facts.progress().steps())
                .put("steps", facts.progress().all());
        if (!facts.progress().failure().isEmpty()) {
            status.put("failure", facts.progress().failure());
        }
        ArrayNode pods = status.putArray("pods");
        facts.rows().forEach(row -> {
            LeavingPod pod = row.pod();
            ObjectNode one = pods.addObject()
                    .put("namespace", pod.namespace())
                    .put("name", pod.name())
                    .put("uid", pod.uid())
                    .put("node", pod.node());
            side(one, "forecast", row.forecast());
            side(one, "fact", row.fact());
            row.instead()
                    .ifPresent(other -> one.putObject("instead")
                            .put("namespace", other.namespace())
                            .put("name", other.name())
                            .put("uid", other.uid())
                            .put("node", other.node())
                            .put("why", row.insteadWords()));
            row.difference().ifPresent(difference -> one.put("difference", difference));
        });
        ArrayNode differences = status.putArray("differences");
        facts.differences().forEach(differences::add);
        status.set("forecast", PlanDocument.of(facts.forecast()).at("/status/summary"));
        status.set("fact", PlanDocument.of(new EvictionPlan(spec, facts.fact())).at("/status/summary"));
        ArrayNode notes = status.putArray("notes");
        facts.fact().notes().forEach(notes::add);
        return out;
    }

    private static void side(ObjectNode out, String name, Optional<LeavingPod> pod) {
        pod.ifPresent(known -> {
            ObjectNode fields = PlanDocument.pod(known);
            fields.remove(List.of("namespace", "name", "uid", "node"));
            out.set(name, fields);
        });
    }
}
