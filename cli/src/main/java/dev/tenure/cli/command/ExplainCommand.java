package dev.tenure.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.cli.print.ExplanationText;
import dev.tenure.cli.print.RejectionText;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.PrettyJson;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Explains decisions of the scheduler.
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Explain why a pod is where it is, or why it is nowhere.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:explained", "1:there is no such pod, or nobody to ask", "3:nothing answers there"})
public final class ExplainCommand implements Runnable {
    private static final int OK = 200;
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
            mixinStandardHelpOptions = true,
            description = {
                "Explain why a pod is pending, or why it is on its node: what each plugin of the scheduler says of each"
                        + " node as things stand, and the smallest change that would let the pod run, tried against all"
                        + " plugins.",
                "Asks the scheduler of a `tenure up`."
            })
    int pod(
            @Mixin ClusterOptions cluster,
            @Parameters(paramLabel = "[NAMESPACE/]NAME", description = "The pod; without a namespace one of `default`.")
                    String pod,
            @Mixin OutputOption output) {
        int slash = pod.indexOf('/');
        String namespace = slash < 0 ? "default" : pod.substring(0, slash);
        String name = pod.substring(slash + 1);
        if (slash == 0 || name.isEmpty() || name.contains("/")) {
            throw new ParameterException(
                    spec.subcommands().get("pod"), "\"%s\" is no pod: write NAME or NAMESPACE/NAME".formatted(pod));
        }
        return cluster.ask(endpoint -> {
            Optional<Pod> rejected = ended(endpoint, namespace, name);
            if (rejected.isPresent()) {
                tellRejected(endpoint, rejected.get(), output.json());
                return ExitCode.OK;
            }
            JsonNode explanation = ask(endpoint, namespace, name);
            PrintWriter out = spec.commandLine().getOut();
            if (output.json()) {
                out.println(PrettyJson.write(explanation));
            } else {
                out.print(ExplanationText.of(explanation));
            }
            out.flush();
            return ExitCode.OK;
        });
    }

    /// The scheduler knows nothing of a pod that is not there or has run to its end; the reason is printed here.
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

    private void tellRejected(HttpEndpoint endpoint, Pod pod, boolean json) {
        List<Pod> siblings = ClusterOptions.client(endpoint)
                                .list(ResourceTypes.PODS, pod.meta().namespace(), Map.of())
                        instanceof ApiReply.Many many
                ? many.items().stream().map(one -> one.view(Pod.class)).toList()
                : List.of(pod);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? RejectionText.json(pod, siblings) + "\n" : RejectionText.of(pod, siblings));
        out.flush();
    }

    private static JsonNode ask(HttpEndpoint endpoint, String namespace, String name) {
        HttpEndpoint.RawReply reply = endpoint.get("/tenure/v1/scheduler/pods/" + part(namespace) + "/" + part(name));
        if (reply.code() == NOT_FOUND) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "no scheduler there explains pod %s/%s: it is not a `tenure up`, or its scheduler has not seen the pod"
                            .formatted(namespace, name));
        }
        if (reply.code() != OK) {
            String body = new String(reply.body(), StandardCharsets.UTF_8);
            throw new CommandFailure(
                    ExitCode.FAILED, "the server answers %d: %s".formatted(reply.code(), body.strip()));
        }
        return Json.readObject(reply.body());
    }

    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
