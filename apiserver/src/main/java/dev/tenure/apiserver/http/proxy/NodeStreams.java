package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestVerbs;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.negotiate.Representation;
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
import dev.tenure.runtime.tunnel.Fetch;
import dev.tenure.runtime.tunnel.Relay;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
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
public final class NodeStreams {
    private static final List<String> LOG_FORMS =
            List.of("text/plain", "application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
    private static final Set<String> SUBRESOURCES = Set.of("log", "exec", "attach", "portforward");
    private static final int PORT_MAX = 65_535;

    /// What is asked for of a command's streams, and what the agent calls that.
    private static final List<Map.Entry<String, String>> FLAGS = List.of(
            Map.entry("stdin", "input"),
            Map.entry("stdout", "output"),
            Map.entry("stderr", "error"),
            Map.entry("tty", "tty"));

    private static final List<String> LOG_FLAGS = List.of("follow", "previous", "timestamps");
    private static final List<String> LOG_VALUES = List.of("sinceSeconds", "sinceTime", "tailLines", "limitBytes");

    private final ApiServer server;
    private final OwnReads reads;
    private final AgentSockets agents;
    private final WebSockets sockets;

    public NodeStreams(ApiServer server, OwnReads reads, AgentSockets agents, WebSockets sockets) {
        this.sockets = sockets;
        this.server = server;
        this.reads = reads;
        this.agents = agents;
    }

    public boolean takes(RequestPath path) {
        Target target = path.target();
        return path.rest().isEmpty()
                && target.group().isEmpty()
                && target.resource().equals("pods")
                && !target.name().isEmpty()
                && SUBRESOURCES.contains(target.subresource());
    }

    /// @throws RefusedException when the caller may not, or the pod or its node cannot
    public void run(Exchange exchange, RequestPath path, Caller caller) throws IOException {
        Target target = path.target();
        boolean log = target.subresource().equals("log");
        boolean read = exchange.method().equals("GET");
        Attributes attributes = Attributes.ofResource(caller, RequestVerbs.ofOne(exchange.method()), target);
        PassageRights.check(server, exchange, attributes);
        boolean entered = exchange.method().equals("POST") && !log;
        if (!entered && !read) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        if (log) {
            // upstream's router offers text, and what is behind it takes none
            Accept accept = Accept.parse(exchange.header("Accept"));
            Representation.Form form = accept.chooseRowless(LOG_FORMS, false).form();
            PodLogOptions.check(new ApiRequest(Verb.GET, target, exchange.query(), Body.NONE, caller));
            log(exchange, reads.object("pods", target.namespace(), target.name()), form);
        } else {
            exchange.refuseDryRun();
            admit(exchange, target, caller);
            mustCreate(attributes);
            enter(exchange, target.subresource(), reads.object("pods", target.namespace(), target.name()));
        }
    }

    private void enter(Exchange exchange, String subresource, StoredObject pod) throws IOException {
        String there = there(exchange, subresource, pod);
        Socket peer = agents.connect(agentOf(pod.view(Pod.class)));
        exchange.audited().ifPresent(events -> events.responds(HttpStatus.SWITCHING_PROTOCOLS_101));
        Relay.pass(exchange.request(), exchange.response(), peer, Relay.Asked.of(exchange.method(), there));
    }

    private void log(Exchange exchange, StoredObject stored, Representation.Form form) throws IOException {
        Pod pod = stored.view(Pod.class);
        String there = there(exchange, "log", stored);
        if (!pod.spec().bound()) {
            refuseForm(form);
            // nothing runs, so nothing was said
            exchange.answer(HttpStatus.NO_CONTENT_204, "", new byte[0]);
            return;
        }
        Node agent = agentOf(pod);
        refuseForm(form);
        if (exchange.asksForWebSocket()) {
            logSocket(exchange, agent, there);
            return;
        }
        Socket peer = agents.connect(agent);
        exchange.audited().ifPresent(events -> events.responds(HttpStatus.OK_200));
        Relay.Asked asked = Relay.Asked.of(exchange.method(), there);
        Relay.pass(exchange.request(), exchange.response(), peer, asked, NodeStreams::refusal);
    }

    /// What is found where somebody looks for the metadata of what is said, or for a list of those.
    private static void refuseForm(Representation.Form form) {
        switch (form) {
            case OBJECT, TABLE -> {
                // what is said is sent, and there are no tables of it
            }
            case PARTIAL ->
                throw new RefusedException(Statuses.unknown("object does not implement the Object interfaces"));
            case PARTIAL_LIST ->
                throw new RefusedException(Statuses.otherForm(form.kind(), "not a list", "rest.LocationStreamer"));
        }
    }

    private void logSocket(Exchange exchange, Node agent, String there) throws IOException {
        Optional<LogSocket.Protocol> spoken = LogSocket.Protocol.of(WebSockets.offered(exchange));
        if (spoken.isEmpty()) {
            exchange.answer(HttpStatus.FORBIDDEN_403, "", new byte[0]);
            return;
        }
        Socket peer = agents.connect(agent);
        InputStream log = Fetch.stream(peer, there, NodeStreams::refusal);
        exchange.audited().ifPresent(events -> events.responds(HttpStatus.SWITCHING_PROTOCOLS_101));
        sockets.open(exchange, new LogSocket(log, peer, spoken.get()), spoken.get().named);
    }

    /// Who asks for a log gets the agent's word as a Status. Upstream:
    /// registry/generic/rest/response_checker.go.
    private static Optional<RuntimeException> refusal(int code, String text) {
        return switch (code) {
            case HttpStatus.BAD_REQUEST_400 -> Optional.of(new RefusedException(Statuses.badRequest(text)));
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> Optional.of(new RefusedException(Statuses.internal(text)));
            default -> Optional.empty();
        };
    }

    /// A web socket begins with a GET, but who may only read enters nothing. Upstream:
    /// core/pod/rest/authorize.go.
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
        List<String> warnings = new ArrayList<>();
        try {
            server.admitEntry(request, options(exchange, target.subresource()), warnings);
        } finally {
            exchange.warn(warnings);
        }
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
        FLAGS.stream()
                .map(Map.Entry::getKey)
                .filter(flag -> isAsked(exchange, flag))
                .forEach(flag -> options.put(flag, true));
        if (!exchange.parameter("container").isEmpty()) {
            options.put("container", exchange.parameter("container"));
        }
        List<String> command = exchange.query().getOrDefault("command", List.of());
        if (!command.isEmpty()) {
            ArrayNode words = options.putArray("command");
            command.forEach(words::add);
        } else if (subresource.equals("exec")) {
            options.putNull("command"); // as Go writes it
        }
        return options;
    }

    private static boolean isAsked(Exchange exchange, String flag) {
        return exchange.has(flag) && RequestVerbs.isTrue(exchange.parameter(flag));
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

    /// The path at the agent, which gets what was asked for in one form, however clients write that it is so.
    /// Upstream: streamParams and LogLocation of registry/core/pod/strategy.go.
    private static String there(Exchange exchange, String subresource, StoredObject pod) {
        String who = "/" + pod.key().namespace() + "/" + pod.key().name();
        var pairs = new ArrayList<String>();
        if (subresource.equals("portforward")) {
            List<String> ports = values(exchange, "ports");
            if (!ports.isEmpty()) {
                pairs.add(pair("port", String.join(",", ports)));
            }
            return "/portForward" + who + query(pairs);
        }
        String container = PodContainers.chosen(exchange.parameter("container"), pod);
        if (subresource.equals("log")) {
            LOG_FLAGS.stream().filter(flag -> isAsked(exchange, flag)).forEach(flag -> pairs.add(pair(flag, "true")));
            LOG_VALUES.stream()
                    .filter(name -> !Set.of("", "null").contains(exchange.parameter(name)))
                    .forEach(name -> pairs.add(pair(name, exchange.parameter(name))));
            return "/containerLogs" + who + "/" + container + query(pairs);
        }
        FLAGS.stream()
                .filter(flag -> isAsked(exchange, flag.getKey()))
                .forEach(flag -> pairs.add(pair(flag.getValue(), "1")));
        List<String> words = subresource.equals("exec") ? values(exchange, "command") : List.of();
        words.forEach(word -> pairs.add(pair("command", word)));
        return "/" + subresource + who + "/" + container + query(pairs);
    }

    private static List<String> values(Exchange exchange, String name) {
        return exchange.query().getOrDefault(name, List.of());
    }

    private static String pair(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String query(List<String> pairs) {
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }
}
