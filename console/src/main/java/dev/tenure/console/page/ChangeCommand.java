package dev.tenure.console.page;

import static dev.tenure.console.page.Texts.quoted;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Toleration;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The kubectl command that makes the same change.
final class ChangeCommand {
    private ChangeCommand() {}

    /// @param kubectl how it begins
    static String of(Change change, String kubectl) {
        return kubectl + " "
                + switch (change) {
                    case Change.AddTaint(String node, var taint, boolean overwrite) ->
                        "taint nodes %s %s%s"
                                .formatted(quoted(node), quoted(taint.toString()), overwrite ? " --overwrite" : "");
                    case Change.RemoveTaint(String node, String key, var effect) ->
                        "taint nodes %s %s"
                                .formatted(
                                        quoted(node),
                                        quoted(key
                                                + effect.map(each -> ":" + each.word())
                                                        .orElse("") + "-"));
                    case Change.Cordon(String node, boolean on) -> (on ? "cordon " : "uncordon ") + quoted(node);
                    case Change.Drain(String node) ->
                        "drain %s --ignore-daemonsets --force --delete-emptydir-data".formatted(quoted(node));
                    case Change.Power(String node, boolean on) ->
                        "annotate node %s %s --overwrite"
                                .formatted(quoted(node), on ? Shown.FAULT + "-" : Shown.FAULT + "=stopped");
                    case Change.Tolerate(var workload, var tolerations, boolean force) ->
                        "apply --server-side --field-manager=%s%s -f - <<'EOF'\n%sEOF"
                                .formatted(
                                        ChangeMaker.FIELD_MANAGER,
                                        force ? " --force-conflicts" : "",
                                        yaml(applied(workload, tolerations)));
                };
    }

    static String yaml(ObjectNode tree) {
        return new String(Yaml.write(tree), StandardCharsets.UTF_8);
    }

    /// What is applied: the tolerations and nothing else.
    static ObjectNode applied(Change.Workload workload, List<Toleration> tolerations) {
        ObjectNode tree = Json.object()
                .put("apiVersion", workload.type().apiVersion())
                .put("kind", workload.type().kind());
        tree.putObject("metadata").put("name", workload.name()).put("namespace", workload.namespace());
        tree.putObject("spec")
                .putObject("template")
                .putObject("spec")
                .set("tolerations", Shown.tolerations(tolerations));
        return tree;
    }
}
