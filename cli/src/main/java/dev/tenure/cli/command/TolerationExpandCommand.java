package dev.tenure.cli.command;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.rules.taint.TaintChoice;
import dev.tenure.rules.taint.TaintEntry;
import dev.tenure.rules.taint.TaintPattern;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tenure toleration expand`: what a toleration cannot say, all taints but some or families of keys, as the
/// list of tolerations that means the same for the taints that a cluster has.
@Command(
        name = "expand",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write the tolerations that stand for families of taints, or for all but some, in the cluster as it is.",
            "KEY/* is every key that begins so, * is every taint; also KEY, KEY=VALUE and each with :EFFECT.",
            "With --as-policy NAME it is an admission policy that gives them to new pods (Kubernetes from 1.36, tenure up).",
            "Taints that come later are not among them: write it anew then.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:written",
            "1:there is no such taint, or nodes cannot be listed",
            "2:the command line is wrong",
            "3:nothing answers there"
        },
        footer = {
            "",
            "Examples:",
            "  tenure toleration expand 'readiness.k8s.io/*'",
            "  tenure toleration expand '*' --except dedicated --except 'gpu-*'",
            "  tenure toleration expand sla --where 'int(taint.value) > 950'",
            "  tenure toleration expand '*' --except dedicated --as-policy agents -n monitoring"
        })
final class TolerationExpandCommand implements Callable<Integer> {
    private static final String EVERY = "*";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "TAINTS", description = "Which taints are tolerated.")
    private List<String> chosen = List.of();

    @Option(names = "--except", paramLabel = "TAINTS", description = "Which of them are not. May be repeated.")
    private List<String> except = List.of();

    @Option(
            names = "--where",
            paramLabel = "CEL",
            description =
                    "Only those of which this is true: an expression over taint.key, taint.value and taint.effect.")
    private @Nullable String where;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            description = "How long pods stay after a NoExecute taint has come (default: for ever).")
    private @Nullable Long window;

    @Option(
            names = "--as-policy",
            paramLabel = "NAME",
            description = "Write a MutatingAdmissionPolicy of this name and its binding instead of a list.")
    private @Nullable String policy;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "With --as-policy: only for pods of this namespace. May be repeated.")
    private List<String> namespaces = List.of();

    @Option(
            names = "--pods",
            paramLabel = "LABEL=VALUE",
            description = "With --as-policy: only for pods with this label. May be repeated.")
    private Map<String, String> labels = Map.of();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        TaintChoice choice;
        try {
            choice = new TaintChoice(
                    chosen.stream()
                            .map(text -> new TaintEntry(matcher(text), Optional.ofNullable(where)))
                            .toList(),
                    except.stream().map(text -> TaintEntry.of(matcher(text))).toList(),
                    TaintPolicies.EXPRESSIONS);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
        if (policy == null && !(namespaces.isEmpty() && labels.isEmpty())) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--namespace and --pods belong to a policy: give --as-policy, too");
        }
        for (TaintChoice.Fault fault : choice.faults(List.of())) {
            throw new CommandFailure(ExitCode.USAGE, fault.toString());
        }
        return cluster.ask(server, endpoint -> {
            List<Taint> there = taints(ClusterOptions.client(endpoint));
            choice.faults(there).stream().limit(1).forEach(fault -> told("left out: " + fault));
            List<Toleration> tolerations =
                    there.stream().filter(choice::means).map(this::toleration).toList();
            if (tolerations.isEmpty()) {
                told("No node bears such a taint.");
                return ExitCode.FAILED;
            }
            PrintWriter out = spec.commandLine().getOut();
            out.print(text(tolerations));
            out.flush();
            return ExitCode.OK;
        });
    }

    private void told(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private static Toleration matcher(String text) {
        TaintPattern pattern = TaintPattern.parse(text);
        if (pattern.key().equals(EVERY) && pattern.value().isEmpty()) {
            return new Toleration("", TolerationOperator.EXISTS, "", pattern.effect(), Stay.forever());
        }
        boolean wild = pattern.key().contains(EVERY);
        if (wild && (pattern.value().isPresent() || !pattern.key().matches("[^*]+[-/._][*]"))) {
            throw new IllegalArgumentException(
                    "\"%s\": a * stands at the end of a key, behind / . - or _, and without a value".formatted(text));
        }
        return new Toleration(
                pattern.key(),
                pattern.value().isPresent() ? TolerationOperator.EQUAL : TolerationOperator.EXISTS,
                pattern.value().orElse(""),
                pattern.effect(),
                Stay.forever());
    }

    /// Each once, in order of its text.
    private static List<Taint> taints(ClusterClient client) {
        return switch (client.list(ResourceTypes.NODES, "", Map.of())) {
            case ApiReply.Many many -> {
                var found = new TreeMap<String, Taint>();
                many.items().stream()
                        .flatMap(node -> node.view(Node.class).spec().taints().stream())
                        .map(Taint::withoutTime)
                        .forEach(taint -> found.put(taint.toString(), taint));
                yield List.copyOf(found.values());
            }
            case ApiReply.Failure(var status, var _) ->
                throw new CommandFailure(ExitCode.FAILED, "cannot list nodes: " + status.message());
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than nodes");
        };
    }

    private Toleration toleration(Taint taint) {
        Optional<Long> seconds = Optional.ofNullable(window).filter(_ -> taint.effect() == TaintEffect.NO_EXECUTE);
        return new Toleration(
                taint.key(),
                TolerationOperator.EQUAL,
                taint.value(),
                Optional.of(taint.effect()),
                seconds.<Stay>map(Stay.AtMost::new).orElseGet(Stay::forever));
    }

    private String text(List<Toleration> tolerations) {
        if (policy == null) {
            ObjectNode list = Json.object();
            tolerations.forEach(each -> list.withArray("tolerations").add(json(each)));
            return yaml(list);
        }
        return yaml(admission(policy, tolerations)) + "---\n" + yaml(binding(policy));
    }

    private static String yaml(JsonNode object) {
        return new String(Yaml.write(object), StandardCharsets.UTF_8);
    }

    private static ObjectNode json(Toleration each) {
        ObjectNode json = Json.object().put("key", each.key()).put("operator", "Equal");
        if (!each.value().isEmpty()) {
            json.put("value", each.value());
        }
        each.effect().ifPresent(effect -> json.put("effect", effect.word()));
        if (each.stay() instanceof Stay.AtMost(long seconds)) {
            json.put("tolerationSeconds", seconds);
        }
        return json;
    }

    private ObjectNode admission(String name, List<Toleration> tolerations) {
        ObjectNode object = Json.object()
                .put("apiVersion", "admissionregistration.k8s.io/v1")
                .put("kind", "MutatingAdmissionPolicy");
        object.putObject("metadata").put("name", name);
        ObjectNode constraints = object.putObject("spec").putObject("matchConstraints");
        ObjectNode rule = constraints.putArray("resourceRules").addObject();
        rule.putArray("apiGroups").add("");
        rule.putArray("apiVersions").add("v1");
        rule.putArray("resources").add("pods");
        rule.putArray("operations").add("CREATE");
        if (!namespaces.isEmpty()) {
            ObjectNode in = constraints
                    .putObject("namespaceSelector")
                    .putArray("matchExpressions")
                    .addObject()
                    .put("key", "kubernetes.io/metadata.name")
                    .put("operator", "In");
            namespaces.forEach(in.putArray("values")::add);
        }
        if (!labels.isEmpty()) {
            ObjectNode wanted = constraints.putObject("objectSelector").putObject("matchLabels");
            new TreeMap<>(labels).forEach(wanted::put);
        }
        ObjectNode own = object.withObject("/spec").put("reinvocationPolicy", "Never");
        own.putArray("mutations")
                .addObject()
                .put("patchType", "JSONPatch")
                .putObject("jsonPatch")
                .put("expression", expression(tolerations));
        return object;
    }

    /// Lists of tolerations are atomic, so that only a patch adds to them.
    private static String expression(List<Toleration> tolerations) {
        var text = new StringBuilder("(has(object.spec.tolerations) ? [] : [JSONPatch{op: \"add\", path:"
                + " \"/spec/tolerations\", value: []}]) + [");
        String between = "";
        for (Toleration each : tolerations) {
            text.append(between)
                    .append("JSONPatch{op: \"add\", path: \"/spec/tolerations/-\", value:"
                            + " Object.spec.tolerations{");
            String comma = "";
            for (Map.Entry<String, JsonNode> field : json(each).properties()) {
                text.append(comma)
                        .append(field.getKey())
                        .append(": ")
                        .append(PrettyJson.write(field.getValue()).strip());
                comma = ", ";
            }
            text.append("}}");
            between = ", ";
        }
        return text.append("]").toString();
    }

    private static ObjectNode binding(String name) {
        ObjectNode object = Json.object()
                .put("apiVersion", "admissionregistration.k8s.io/v1")
                .put("kind", "MutatingAdmissionPolicyBinding");
        object.putObject("metadata").put("name", name);
        object.putObject("spec").put("policyName", name);
        return object;
    }
}
