package dev.tenure.plan.report;

import dev.tenure.model.quantity.Quantity;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.resilience.Loss;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.rules.fit.Resources;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// A report on losses as an object of the kind ResilienceReport, for programs: names are kept stable within a
/// version. Stateless.
public final class ResilienceDocument {
    public static final String KIND = "ResilienceReport";

    private ResilienceDocument() {}

    public static ObjectNode of(ResilienceReport report) {
        ObjectNode document =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", KIND);
        ObjectNode spec = document.putObject("spec");
        spec.put("source", report.source()).put("moment", report.moment().toString());
        ArrayNode assumptions = spec.putArray("assumptions");
        report.assumptions()
                .forEach(each -> assumptions
                        .addObject()
                        .put("name", each.name())
                        .put("value", each.value())
                        .put("meaning", each.meaning()));
        ObjectNode status = document.putObject("status");
        ArrayNode losses = status.putArray("losses");
        report.losses().forEach(loss -> loss(losses.addObject(), loss));
        status.putObject("summary").put("losses", report.losses().size()).put("carried", report.carried());
        missing(status.putObject("headroom"), report.headroom());
        status.put("workedOut", report.workedOut());
        ObjectNode worlds = status.putObject("worlds");
        report.worlds().forEach(worlds::put);
        return document;
    }

    private static void loss(ObjectNode out, Loss loss) {
        switch (loss.event()) {
            case Loss.Event.NodeLost(String node) -> out.put("event", "lose").put("node", node);
            case Loss.Event.NodeDrained(String node) ->
                out.put("event", "drain").put("node", node);
            case Loss.Event.ZoneLost(String zone) -> out.put("event", "lose").put("zone", zone);
        }
        out.put("carried", loss.isCarried());
        loss.summary().ifPresent(counts -> counts(out, counts));
        out.put("kept", loss.kept());
        ArrayNode services = out.putArray("servicesWithoutEndpoints");
        loss.withoutEndpoints().forEach(services::add);
        missing(out.putObject("missing"), loss.missing());
        ArrayNode notes = out.putArray("notes");
        loss.notes().forEach(notes::add);
    }

    private static void missing(ObjectNode out, Resources missing) {
        out.put("cpu", cpu(missing)).put("memory", memory(missing)).put("pods", missing.pods());
        missing.scalars().forEach(out::put);
    }

    private static void counts(ObjectNode out, Summary counts) {
        out.put("evicted", counts.evicted())
                .put("replaced", counts.replaced())
                .put("pending", counts.pending())
                .put("budgetsBroken", counts.budgetsBroken())
                .put("lost", counts.lost())
                .put("dataLost", counts.dataLost());
    }

    /// As a quantity, for example `1500m`.
    public static String cpu(Resources resources) {
        return Quantity.ofMilli(resources.milliCpu(), Quantity.Format.DECIMAL_SI)
                .toString();
    }

    /// As a quantity, for example `3Gi`.
    public static String memory(Resources resources) {
        return Quantity.of(resources.memoryBytes(), Quantity.Format.BINARY_SI).toString();
    }
}
