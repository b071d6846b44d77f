package dev.tenure.apiserver.http;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.tunnel.Relay;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/// Passes `log`, `exec`, `attach` and `portforward` of a pod on to the agent of its node, as the user
/// `kube-apiserver-kubelet-client`. Upstream: registry/core/pod/strategy.go, rest/subresources.go.
final class NodeStreams {
    private static final Set<String> SUBRESOURCES = Set.of("log", "exec", "attach", "portforward");
    private static final Caller SELF =
            Caller.component("system:apiserver", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");

    private final ApiServer server;
    private final AgentSockets agents;

    NodeStreams(ApiServer server, AgentSockets agents) {
        this.server = server;
        this.agents = agents;
    }

    boolean takes(RequestPath path) {
        Target target = path.target();
        return path.rest().isEmpty()
                && target.group().isEmpty()
                && target.resource().equals("pods")
                && !target.name().isEmpty()
                && SUBRESOURCES.contains(target.subresource());
    }

    /// @throws RefusedException when the caller may not, or the pod or its node cannot
    void run(Exchange exchange, RequestPath path, Caller caller) throws IOException {
        Target target = path.target();
        String verb = target.subresource().equals("log") ? "get" : "create";
        Attributes attributes = Attributes.ofResource(caller, verb, target);
        Decision decision = server.authorizer().decide(attributes);
        exchange.audited().ifPresent(events -> events.decided(decision));
        if (decision instanceof Decision.Refuse(String reason)) {
            throw new RefusedException(Refusals.of(attributes, reason));
        }
        boolean entered =
                exchange.method().equals("POST") && !target.subresource().equals("log");
        if (!entered && !exchange.method().equals("GET")) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        if (!target.subresource().equals("log")) {
            admit(exchange, target, caller);
        }
        Pod pod = get(new Target("", "v1", "pods", target.namespace(), target.name(), ""), Pod.class);
        if (!pod.spec().bound()) {
            throw new RefusedException(
                    Statuses.badRequest("pod %s does not have a host assigned".formatted(target.name())));
        }
        Node node = get(new Target("", "v1", "nodes", "", pod.spec().nodeName(), ""), Node.class);
        if (node.status().kubeletPort() == 0) {
            throw new RefusedException(Statuses.badRequest(
                    "pod %s runs on node %s, which is simulated: its containers have no output and cannot be entered"
                            .formatted(target.name(), node.name())));
        }
        String there = there(exchange, target.subresource(), pod);
        Socket peer = agents.connect(node);
        exchange.audited()
                .ifPresent(events -> events.responds(
                        target.subresource().equals("log") ? HttpStatus.OK_200 : HttpStatus.SWITCHING_PROTOCOLS_101));
        Relay.pass(exchange.request(), exchange.response(), peer, exchange.method(), there);
    }

    private void admit(Exchange exchange, Target target, Caller caller) {
        var request = new ApiRequest(Verb.CREATE, target, Map.of(), Body.NONE, caller);
        server.admitEntry(request, options(exchange, target.subresource()));
        exchange.audited().ifPresent(events -> events.notes(request.notes()));
    }

    /// What is asked for, as an object: PodExecOptions, PodAttachOptions or PodPortForwardOptions.
    private static ObjectNode options(Exchange exchange, String subresource) {
        ObjectNode options = Json.object().put("apiVersion", "v1");
        if (subresource.equals("portforward")) {
            options.put("kind", "PodPortForwardOptions");
            ports(exchange, options);
            return options;
        }
        options.put("kind", subresource.equals("exec") ? "PodExecOptions" : "PodAttachOptions");
        for (String flag : List.of("stdin", "stdout", "stderr", "tty")) {
            if (RequestVerbs.isTrue(exchange.parameter(flag))) {
                options.put(flag, true);
            }
        }
        if (!exchange.parameter("container").isEmpty()) {
            options.put("container", exchange.parameter("container"));
        }
        List<String> command = exchange.query().getOrDefault("command", List.of());
        if (!command.isEmpty()) {
            ArrayNode words = options.putArray("command");
            command.forEach(words::add);
        }
        return options;
    }

    private static void ports(Exchange exchange, ObjectNode options) {
        ArrayNode ports = Json.array();
        exchange.query().getOrDefault("ports", List.of()).stream()
                .flatMap(text -> Stream.of(text.split(",")))
                .filter(text -> text.matches("[0-9]{1,9}"))
                .forEach(text -> ports.add(Integer.parseInt(text)));
        if (!ports.isEmpty()) {
            options.set("ports", ports);
        }
    }

    private <T> T get(Target target, Class<T> type) {
        ApiReply reply = server.call(new ApiRequest(Verb.GET, target, Map.of(), Body.NONE, SELF));
        return switch (reply) {
            case ApiReply.One one -> one.object().view(type);
            case ApiReply.Failure failure -> throw new RefusedException(failure.status());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new IllegalStateException("%s is no single object".formatted(target));
        };
    }

    /// The path at the agent.
    private static String there(Exchange exchange, String subresource, Pod pod) {
        String who = "/" + pod.meta().namespace() + "/" + pod.meta().name();
        if (subresource.equals("portforward")) {
            return "/portForward" + who + query(exchange, Map.of());
        }
        String container = container(exchange.parameter("container"), pod);
        if (subresource.equals("log")) {
            return "/containerLogs" + who + "/" + container + query(exchange, Map.of("container", ""));
        }
        Map<String, String> names = Map.of("container", "", "stdin", "input", "stdout", "output", "stderr", "error");
        return "/" + subresource + who + "/" + container + query(exchange, names);
    }

    /// @param names other names for parameters; empty: left out
    private static String query(Exchange exchange, Map<String, String> names) {
        var pairs = new ArrayList<String>();
        exchange.query().forEach((name, values) -> {
            String there = names.getOrDefault(name, name);
            if (!there.isEmpty()) {
                values.forEach(value -> pairs.add(there + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
            }
        });
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }

    private static String container(String wanted, Pod pod) {
        List<String> names =
                pod.spec().containers().stream().map(Container::name).toList();
        if (wanted.isEmpty()) {
            if (names.size() == 1) {
                return names.getFirst();
            }
            throw new RefusedException(
                    Statuses.badRequest("a container name must be specified for pod %s, choose one of: %s"
                                    .formatted(pod.meta().name(), brackets(names))
                            + inits(pod)));
        }
        boolean known = Stream.concat(
                        names.stream(), pod.spec().initContainers().stream().map(Container::name))
                .anyMatch(wanted::equals);
        if (!known) {
            throw new RefusedException(Statuses.badRequest("container %s is not valid for pod %s"
                    .formatted(wanted, pod.meta().name())));
        }
        return wanted;
    }

    private static String inits(Pod pod) {
        List<String> names =
                pod.spec().initContainers().stream().map(Container::name).toList();
        return names.isEmpty() ? "" : " or one of the init containers: " + brackets(names);
    }

    private static String brackets(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }
}
