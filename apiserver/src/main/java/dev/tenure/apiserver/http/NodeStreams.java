package dev.tenure.apiserver.http;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.StoredObject;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/// Passes `log`, `exec`, `attach` and `portforward` of a pod on to the agent of its node, as the user
/// `kube-apiserver-kubelet-client`. Upstream: registry/core/pod/strategy.go, rest/subresources.go.
final class NodeStreams {
    private static final Set<String> SUBRESOURCES = Set.of("log", "exec", "attach", "portforward");
    private static final int PORT_MAX = 65_535;

    private final ApiServer server;
    private final OwnReads reads;
    private final AgentSockets agents;

    NodeStreams(ApiServer server, OwnReads reads, AgentSockets agents) {
        this.server = server;
        this.reads = reads;
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
        boolean log = target.subresource().equals("log");
        boolean read = exchange.method().equals("GET");
        Attributes attributes = Attributes.ofResource(caller, log || read ? "get" : "create", target);
        Decision decision = server.authorizer().decide(attributes);
        exchange.audited().ifPresent(events -> events.decided(decision));
        if (decision instanceof Decision.Refuse(String reason)) {
            exchange.setHeader("X-Content-Type-Options", "nosniff");
            throw new RefusedException(Refusals.of(attributes, reason));
        }
        boolean entered = exchange.method().equals("POST") && !log;
        if (!entered && !read) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        if (log) {
            PodLogOptions.check(new ApiRequest(Verb.GET, target, exchange.query(), Body.NONE, caller));
        } else {
            admit(exchange, target, caller);
            mustCreate(attributes);
        }
        StoredObject stored = reads.object("pods", target.namespace(), target.name());
        Pod pod = stored.view(Pod.class);
        String there = there(exchange, target.subresource(), stored);
        if (!pod.spec().bound() && log) {
            // nothing runs, so nothing was said
            exchange.answer(HttpStatus.NO_CONTENT_204, "", new byte[0]);
            return;
        }
        Socket peer = agents.connect(agentOf(pod));
        exchange.audited()
                .ifPresent(events -> events.responds(log ? HttpStatus.OK_200 : HttpStatus.SWITCHING_PROTOCOLS_101));
        Relay.pass(exchange.request(), exchange.response(), peer, Relay.Asked.of(exchange.method(), there));
    }

    /// A web socket begins with a GET, but who may only read enters nothing. Upstream: core/pod/rest/authorize.go.
    private void mustCreate(Attributes attributes) {
        if (!attributes.verb().equals("create")
                && server.authorizer().decide(attributes.withVerb("create"))
                        instanceof Decision.Refuse(String reason)) {
            throw new RefusedException(Statuses.forbidden("", "pods", attributes.name(), reason, List.of()));
        }
    }

    /// @throws RefusedException when the pod has no node, or one without an agent
    private Node agentOf(Pod pod) {
        String name = pod.meta().name();
        if (!pod.spec().bound()) {
            throw new RefusedException(Statuses.badRequest("pod %s does not have a host assigned".formatted(name)));
        }
        String place = pod.spec().nodeName();
        Node node;
        try {
            node = reads.node(place);
        } catch (RefusedException e) {
            // upstream speaks of the resource that was asked for, with the name of what is missing
            throw e.status().code() == HttpStatus.NOT_FOUND_404
                    ? new RefusedException(Statuses.notFound("", "pods", place))
                    : e;
        }
        if (node.status().kubeletPort() == 0) {
            throw new RefusedException(Statuses.badRequest(
                    "pod %s runs on node %s, which is simulated: its containers have no output and cannot be entered"
                            .formatted(name, node.name())));
        }
        return node;
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
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .forEach(text -> ports.add(port(text)));
        if (!ports.isEmpty()) {
            options.set("ports", ports);
        }
    }

    private static int port(String text) {
        Optional<String> complaint = Parameters.unsignedComplaint(text);
        if (complaint.isEmpty() && Parameters.unsigned(text) > PORT_MAX) {
            complaint = Optional.of("strconv.ParseUint: parsing %s: value out of range".formatted(Quoted.of(text)));
        }
        complaint.ifPresent(why -> {
            throw new RefusedException(Statuses.badRequest("cannot convert to []int32: " + why));
        });
        return Integer.parseInt(text);
    }

    /// The path at the agent.
    private static String there(Exchange exchange, String subresource, StoredObject pod) {
        String who = "/" + pod.key().namespace() + "/" + pod.key().name();
        if (subresource.equals("portforward")) {
            return "/portForward" + who + query(exchange, Map.of());
        }
        String container = PodContainers.chosen(exchange.parameter("container"), pod);
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
}
