package dev.tenure.console.change;

import dev.tenure.console.shown.Shown;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// The kubectl command that makes the same change.
public final class KubectlCommand {
    /// After which a shell takes no more for a command's input.
    private static final String END = "EOF";

    private KubectlCommand() {}

    /// @param kubectl how it begins
    public static String of(ConsoleChange change, String kubectl) {
        return kubectl + " "
                + switch (change) {
                    case ConsoleChange.AddTaint(String node, var taint, boolean overwrite) ->
                        "taint nodes %s %s%s"
                                .formatted(
                                        ShellWord.of(node),
                                        ShellWord.of(taint.toString()),
                                        overwrite ? " --overwrite" : "");
                    case ConsoleChange.RemoveTaint(String node, String key, var effect) ->
                        "taint nodes %s %s"
                                .formatted(
                                        ShellWord.of(node),
                                        ShellWord.of(key
                                                + effect.map(each -> ":" + each.word())
                                                        .orElse("") + "-"));
                    case ConsoleChange.Cordon(String node, boolean on) ->
                        (on ? "cordon " : "uncordon ") + ShellWord.of(node);
                    case ConsoleChange.Drain(String node) ->
                        "drain %s --ignore-daemonsets --force --delete-emptydir-data".formatted(ShellWord.of(node));
                    case ConsoleChange.Power(String node, boolean on) ->
                        "annotate node %s %s --overwrite"
                                .formatted(
                                        ShellWord.of(node),
                                        on ? ManagedNodeRule.FAULT + "-" : ManagedNodeRule.FAULT + "=stopped");
                    case ConsoleChange.Tolerate(var workload, var tolerations, boolean force) ->
                        apply(List.of(applied(workload, tolerations)), force);
                    case ConsoleChange.Scale(var workload, int replicas) ->
                        "scale %s/%s -n %s --replicas=%d"
                                .formatted(
                                        workload.type().resource(),
                                        ShellWord.of(workload.name()),
                                        ShellWord.of(workload.namespace()),
                                        replicas);
                    case ConsoleChange.Apply(var manifests, boolean force) -> apply(manifests, force);
                };
    }

    private static String apply(List<ObjectNode> manifests, boolean force) {
        String text = manifests.stream().map(KubectlCommand::yaml).collect(Collectors.joining("---\n"));
        String end = END;
        while (text.contains(end)) {
            end += "_";
        }
        return "apply --server-side --field-manager=%s%s -f - <<'%s'\n%s%s"
                .formatted(ChangeMaker.FIELD_MANAGER, force ? " --force-conflicts" : "", end, text, end);
    }

    public static String yaml(ObjectNode tree) {
        return new String(Yaml.write(tree), StandardCharsets.UTF_8);
    }

    /// What is applied: the tolerations and nothing else.
    static ObjectNode applied(ConsoleChange.Workload workload, List<Toleration> tolerations) {
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
