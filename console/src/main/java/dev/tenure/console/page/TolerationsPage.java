package dev.tenure.console.page;

import dev.tenure.console.change.ChangeParser;
import dev.tenure.console.change.ConsoleChange;
import dev.tenure.console.change.KubectlCommand;
import dev.tenure.console.shown.ApiAnswers;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.LabelSyntax;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.console.TolerationForm;
import dev.tenure.rules.console.TolerationFormRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The page Tolerations: workloads with the tolerations of their pod templates, and the form of a toleration.
final class TolerationsPage {
    private static final int ROWS_MAX = 500;

    private TolerationsPage() {}

    /// Parameter: `q` is part of a name or namespace.
    static JsonNode list(Viewer viewer, ConsoleRequest request) {
        String wanted = request.parameter("q");
        String namespace = viewer.copy().shown(request.parameter("namespace"));
        List<MissingPart> gaps = new ArrayList<>();
        ObjectNode page = Json.object().put("namespace", namespace);
        ArrayNode rows = page.putArray("workloads");
        int found = 0;
        for (ResourceType type : new TreeMap<>(ChangeParser.WORKLOADS).values()) {
            ApiReply reply = viewer.client().list(type, namespace, Map.of());
            Optional<MissingPart> gap = MissingPart.in(reply, type, namespace);
            if (gap.isPresent()) {
                gaps.add(gap.get());
                continue;
            }
            for (StoredObject object : ApiAnswers.many(reply)) {
                String name = object.key().namespace() + "/" + object.key().name();
                if (name.contains(wanted)) {
                    found++;
                    if (rows.size() < ROWS_MAX) {
                        rows.add(row(type, object));
                    }
                }
            }
        }
        MissingPart.into(page, gaps);
        return page.put("found", found);
    }

    static JsonNode one(Viewer viewer, ConsoleChange.Workload workload) {
        StoredObject object =
                ApiAnswers.one(viewer.client().get(workload.type(), workload.namespace(), workload.name()));
        return row(workload.type(), object).put("may", SessionPage.may(viewer.client(), workload));
    }

    private static ObjectNode row(ResourceType type, StoredObject object) {
        JsonNode tolerations =
                Json.readObject(object.json()).at("/spec/template/spec").path("tolerations");
        ObjectNode row = Json.object()
                .put("resource", type.resource())
                .put("kind", type.kind())
                .put("namespace", object.key().namespace())
                .put("name", object.key().name());
        row.set("tolerations", tolerations.isArray() ? tolerations : Json.array());
        return row;
    }

    /// What a filled-in form comes to: the toleration with its YAML, or what is wrong with which field.
    static JsonNode form(ConsoleRequest request) {
        ObjectNode form = request.json();
        ObjectNode answer = Json.object();
        TolerationForm filled = read(form);
        ArrayNode wrong = misspelt(filled);
        if (!wrong.isEmpty()) {
            answer.set("faults", wrong);
            return answer;
        }
        switch (TolerationFormRule.decide(filled)) {
            case TolerationFormRule.Verdict.Accepted(var toleration) -> {
                ObjectNode json = Shown.toleration(toleration);
                answer.set("toleration", json);
                ObjectNode list = Json.object();
                list.putArray("tolerations").add(json);
                answer.put("yaml", KubectlCommand.yaml(list));
            }
            case TolerationFormRule.Verdict.Refused(var faults) -> {
                ArrayNode list = answer.putArray("faults");
                faults.forEach(
                        fault -> list.addObject().put("field", fault.field()).put("complaint", fault.complaint()));
            }
        }
        return answer;
    }

    /// What the API would say later.
    private static ArrayNode misspelt(TolerationForm form) {
        ArrayNode faults = Json.array();
        if (!form.key().isEmpty()) {
            LabelSyntax.keyFaults(form.key()).forEach(complaint -> fault(faults, "Taint key", complaint));
        }
        LabelSyntax.valueFaults(form.value()).forEach(complaint -> fault(faults, "Taint value", complaint));
        return faults;
    }

    private static void fault(ArrayNode faults, String field, String complaint) {
        faults.addObject().put("field", field).put("complaint", complaint);
    }

    private static TolerationForm read(JsonNode form) {
        String window = form.path("window").asText("").strip();
        OptionalLong seconds;
        try {
            seconds = window.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(window));
        } catch (NumberFormatException _) {
            throw ConsoleFault.invalid(
                    "Toleration Time Window: \"%s\" is no whole number of seconds".formatted(window));
        }
        String policy = form.path("policy").asText("All");
        Optional<TaintEffect> effect = TaintEffect.ofWord(policy);
        if (effect.isEmpty() && !policy.equals("All")) {
            throw ConsoleFault.invalid("Taint Policy: \"%s\" is none".formatted(policy));
        }
        return new TolerationForm(
                form.path("key").asText("").strip(),
                TolerationOperator.ofWord(form.path("operator").asText("")),
                form.path("value").asText("").strip(),
                effect,
                seconds);
    }
}
