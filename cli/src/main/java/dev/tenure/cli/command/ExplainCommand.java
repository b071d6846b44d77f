package dev.tenure.cli.command;

import dev.tenure.cli.print.ExplanationText;
import dev.tenure.cli.print.RejectionText;
import dev.tenure.cli.taints.NodeSilence;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Explains decisions of the scheduler.
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        preprocessor = KindAndName.class,
        description = "Explain why a pod is where it is, or why it is nowhere.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {ExplainCommand.EXPLAINED, ExplainCommand.NO_POD, ExplainCommand.NO_ANSWER})
public final class ExplainCommand implements Runnable {
    static final String EXPLAINED = "0:explained";
    static final String NO_POD = "1:there is no such pod, or it has ended";
    static final String NO_ANSWER = "3:nothing answers there";
    /// In the document: what becomes of the pod then.
    private static final String SILENCE = "ifNodeFallsSilent";

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing: pod");
    }

    @Command(
            name = "pod",
            aliases = {"pods", "po"},
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Explain why a pod is pending, or why it is on its node: what each plugin of the scheduler says of each"
                        + " node as things stand, and the smallest change that would let the pod run, tried against all"
                        + " plugins. Of a pod on a node with taints, when it has to leave, and which policy holds it, has"
                        + " it leave or lets it stay; and when it would leave if its node fell silent.",
                "Asks the scheduler of a `tenure up`. Of any other cluster, and of files, it makes a copy, in which a"
                        + " scheduler that is configured as usual says it; nothing is written to the cluster."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {EXPLAINED, NO_POD, NO_ANSWER},
            footer = {
                "",
                "Examples:",
                "  tenure explain pod shop/web-0",
                "  tenure explain pod/web-0 -n shop",
                "  tenure explain pod shop/web-0 --from cluster.tenure -o json"
            })
    int pod(
            @Option(
                            names = "--from",
                            paramLabel = "FILE|DIR|-",
                            description =
                                    "Read the cluster from files instead, as `tenure plan` does. May be repeated.")
                    List<String> from,
            @Parameters(paramLabel = "[NAMESPACE/]NAME", description = "The pod.") String pod,
            @Mixin OutputOption output,
            @Mixin ClusterOptions cluster,
            @Mixin ConnectionOptions connection) {
        int slash = pod.indexOf('/');
        String name = pod.substring(slash + 1);
        if (slash == 0 || name.isEmpty() || name.contains("/")) {
            throw new ParameterException(
                    spec.subcommands().get("pod"), "\"%s\" is no pod: write NAME or NAMESPACE/NAME".formatted(pod));
        }
        Optional<String> namespace = slash < 0 ? Optional.empty() : Optional.of(pod.substring(0, slash));
        try {
            if (from != null && !from.isEmpty()) {
                String meant = namespace.or(connection::namespace).orElse("default");
                ClusterDump dump = DumpFiles.read(from, System.in);
                ObjectKey key = ResourceTypes.PODS.key(meant, name);
                print(withPolicies(ofCopy(dump, key), dump, key), output);
                return ExitCode.OK;
            }
            String meant = namespace.orElseGet(() -> cluster.namespace(connection));
            return ofLive(cluster, connection, ResourceTypes.PODS.key(meant, name), output);
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private int ofLive(ClusterOptions cluster, ConnectionOptions connection, ObjectKey pod, OutputOption output) {
        return cluster.ask(connection.server(), endpoint -> {
            Optional<Pod> rejected = ended(endpoint, pod.namespace(), pod.name());
            if (rejected.isPresent()) {
                tellRejected(endpoint, rejected.get(), output);
                return ExitCode.OK;
            }
            JsonNode explanation = ask(endpoint, pod.namespace(), pod.name())
                    .orElseGet(() -> ofCopy(
                            read(
                                    endpoint,
                                    connection.server().name(cluster.file().toString())),
                            pod));
            print(withEviction(explanation, endpoint, pod), output);
            return ExitCode.OK;
        });
    }

    /// With what the taint eviction controller says of the pod, where one tells and the pod has to leave.
    private static JsonNode withEviction(JsonNode explanation, HttpEndpoint endpoint, ObjectKey pod) {
        if (!(explanation instanceof ObjectNode whole)) {
            return explanation;
        }
        HttpEndpoint.RawReply reply = endpoint.get(
                "/tenure/v1/taint-eviction?limit=1&namespace=" + part(pod.namespace()) + "&pod=" + part(pod.name()));
        Optional<JsonNode> page = reply.isOk() ? Optional.of(Json.readObject(reply.body())) : Optional.empty();
        page.filter(told -> told.path("coming").path(0).isObject()).ifPresent(told -> {
            ObjectNode coming =
                    told.path("coming").path(0).deepCopy() instanceof ObjectNode entry ? entry : Json.object();
            whole.set("eviction", coming.put("now", told.path("now").asText()));
        });
        ClusterClient client = ClusterOptions.client(endpoint);
        TaintPolicies policies = TaintPolicies.read(client, page);
        if (client.get(ResourceTypes.PODS, pod.namespace(), pod.name())
                        instanceof ApiReply.One(var _, StoredObject stored, var _)
                && stored.view(Pod.class).spec().bound()
                && client.get(
                                ResourceTypes.NODES,
                                "",
                                stored.view(Pod.class).spec().nodeName())
                        instanceof ApiReply.One(var _, StoredObject node, var _)) {
            addPolicies(whole, policies, stored.view(Pod.class), node.view(Node.class));
            NodeSilence.of(stored.view(Pod.class), node.view(Node.class), policies, noticedAfter(endpoint))
                    .ifPresent(silence -> whole.set(SILENCE, silence.json()));
        }
        return whole;
    }

    /// How long the cluster's nodes may be silent; that of Kubernetes where nobody tells it.
    private static String noticedAfter(HttpEndpoint endpoint) {
        HttpEndpoint.RawReply reply = endpoint.get("/tenure/v1/node-lifecycle");
        return reply.isOk()
                ? Json.readObject(reply.body())
                        .path("flags")
                        .path("node-monitor-grace-period")
                        .asText(NodeSilence.NOTICED_AFTER)
                : NodeSilence.NOTICED_AFTER;
    }

    private static JsonNode withPolicies(JsonNode explanation, ClusterDump dump, ObjectKey pod) {
        var policies = TaintPolicies.of(dump.all(TaintPolicies.KIND).toList(), Optional.empty());
        if (explanation instanceof ObjectNode whole) {
            dump.find(pod)
                    .map(item -> item.object().view(Pod.class))
                    .ifPresent(found -> dump.find(
                                    ResourceTypes.NODES.key("", found.spec().nodeName()))
                            .ifPresent(item -> {
                                Node node = item.object().view(Node.class);
                                addPolicies(whole, policies, found, node);
                                NodeSilence.of(found, node, policies, NodeSilence.NOTICED_AFTER)
                                        .ifPresent(silence -> whole.set(SILENCE, silence.json()));
                            }));
        }
        return explanation;
    }

    /// Which policies have the pod stay or leave.
    private static void addPolicies(ObjectNode whole, TaintPolicies policies, Pod pod, Node node) {
        for (Taint taint : node.spec().taints()) {
            policies.saying(pod, taint)
                    .ifPresent(saying -> whole.withArrayProperty("policies")
                            .addObject()
                            .put("policy", saying.policy())
                            .put("taint", taint.withoutTime().toString())
                            .put("says", saying.text()));
        }
    }

    private void print(JsonNode explanation, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written("PodExplanation", explanation));
        } else {
            out.print(ExplanationText.of(explanation));
        }
        out.flush();
    }

    /// Reads a cluster whose scheduler does not explain.
    private ClusterDump read(HttpEndpoint endpoint, String name) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("the scheduler there does not explain: a copy of the cluster says it, with a scheduler that is"
                + " configured as usual");
        err.flush();
        try (var progress = Progress.on(err, "reading the cluster")) {
            return LiveCluster.read(ClusterOptions.client(endpoint), name, new SystemTime(), progress::show);
        }
    }

    private static JsonNode ofCopy(ClusterDump dump, ObjectKey pod) {
        return Forecasts.explanation(dump, pod, ForecastOptions.STANDARD, () -> {})
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILED,
                        "the scheduler of a copy does not count pod %s: it has ended, or %s has no such pod"
                                .formatted(pod.qualifiedName(), dump.origin())));
    }

    /// The scheduler knows nothing of a pod that is not there or has run to its end; the reason is printed
    /// here.
    ///
    /// @return the pod, if its node did not take it
    private static Optional<Pod> ended(HttpEndpoint endpoint, String namespace, String name) {
        switch (ClusterOptions.client(endpoint).get(ResourceTypes.PODS, namespace, name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> {
                Pod pod = stored.view(Pod.class);
                var phase = pod.status().phase();
                if (RejectedPodsRule.rejected(pod)) {
                    return Optional.of(pod);
                }
                if (phase.terminal()) {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "pod %s/%s has ended (%s): the scheduler no longer counts it"
                                    .formatted(namespace, name, phase.word()));
                }
                return Optional.empty();
            }
            case ApiReply.Failure(var status, var _) -> throw new CommandFailure(ExitCode.FAILED, status.message());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than a pod");
        }
    }

    private void tellRejected(HttpEndpoint endpoint, Pod pod, OutputOption output) {
        // its node alone rejected it; all others of the namespace may be many
        Map<String, String> failedThere = Map.of(
                "fieldSelector",
                "status.phase=Failed,spec.nodeName=" + pod.spec().nodeName());
        List<Pod> siblings = ClusterOptions.client(endpoint)
                                .list(ResourceTypes.PODS, pod.meta().namespace(), failedThere)
                        instanceof ApiReply.Many many
                ? many.items().stream().map(one -> one.view(Pod.class)).toList()
                : List.of(pod);
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                output.forPrograms()
                        ? output.written("PodRejection", RejectionText.document(pod, siblings))
                        : RejectionText.of(pod, siblings, PausedOwners.of(ClusterOptions.client(endpoint))));
        out.flush();
    }

    /// What the cluster's own scheduler says; empty where none does.
    private static Optional<JsonNode> ask(HttpEndpoint endpoint, String namespace, String name) {
        HttpEndpoint.RawReply reply = endpoint.get("/tenure/v1/scheduler/pods/" + part(namespace) + "/" + part(name));
        if (reply.code() == NOT_FOUND || reply.code() == FORBIDDEN) {
            return Optional.empty();
        }
        if (!reply.isOk()) {
            throw ClusterOptions.answered(reply);
        }
        return Optional.of(Json.readObject(reply.body()));
    }

    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
