package dev.tenure.plan.lint;

import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Effects and operators that are none. Typed views leave taints and tolerations with such words out, so no
/// other rule sees them, and the document is read.
final class UnknownWords {
    private static final String EFFECTS =
            Arrays.stream(TaintEffect.values()).map(TaintEffect::word).collect(Collectors.joining(", "));
    private static final String OPERATORS = Arrays.stream(TolerationOperator.values())
            .filter(each -> each != TolerationOperator.UNSPECIFIED && each != TolerationOperator.UNKNOWN)
            .map(TolerationOperator::word)
            .collect(Collectors.joining(", "));

    private UnknownWords() {}

    /// What is wrong, each in words for one finding.
    static List<String> details(StoredObject object) {
        JsonNode spec = Document.of(object.content()).tree().path("spec");
        return switch (object.key().resource()) {
            case "nodes" -> taints(spec.path("taints"));
            case "machinesets" -> taints(spec.at("/template/spec/taints"));
            case "pods" -> tolerations(spec.path("tolerations"));
            case "cronjobs" -> tolerations(spec.at("/jobTemplate/spec/template/spec/tolerations"));
            case "deployments", "replicasets", "statefulsets", "daemonsets", "replicationcontrollers", "jobs" ->
                tolerations(spec.at("/template/spec/tolerations"));
            default -> List.of();
        };
    }

    private static List<String> taints(JsonNode list) {
        var found = new ArrayList<String>();
        for (JsonNode taint : list) {
            String effect = taint.path("effect").asText("");
            if (TaintEffect.ofWord(effect).isEmpty()) {
                found.add(detail("taint", taint, "effect", EFFECTS));
            }
        }
        return found;
    }

    private static List<String> tolerations(JsonNode list) {
        var found = new ArrayList<String>();
        for (JsonNode toleration : list) {
            String effect = toleration.path("effect").asText("");
            if (!effect.isEmpty() && TaintEffect.ofWord(effect).isEmpty()) {
                found.add(detail("toleration", toleration, "effect", EFFECTS));
            }
            if (TolerationOperator.ofWord(toleration.path("operator").asText("")) == TolerationOperator.UNKNOWN) {
                found.add(detail("toleration", toleration, "operator", OPERATORS));
            }
        }
        return found;
    }

    private static String detail(String what, JsonNode entry, String field, String known) {
        String word = entry.path(field).asText("");
        return "(%s of key \"%s\" has %s: there are %s)"
                .formatted(
                        what,
                        entry.path("key").asText(""),
                        word.isEmpty() ? "no " + field : "the %s \"%s\"".formatted(field, word),
                        known);
    }
}
