package dev.tenure.apiserver.http;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.authn.TokenRemarks;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.flowcontrol.PriorityLevel;
import dev.tenure.apiserver.handler.Routes;
import dev.tenure.apiserver.http.HttpServer.CallerSite;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.ExchangeConversation;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestTimeout;
import dev.tenure.apiserver.http.exchange.RequestVerbs;
import dev.tenure.apiserver.http.page.OddPaths;
import dev.tenure.apiserver.http.page.Pages;
import dev.tenure.apiserver.http.proxy.AggregatedRequests;
import dev.tenure.apiserver.http.proxy.NodeStreams;
import dev.tenure.apiserver.http.proxy.ResourceProxies;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.negotiate.IncludedObject;
import dev.tenure.apiserver.negotiate.ListStream;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.negotiate.Renderer.Rendered;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.http.Connections;
import dev.tenure.runtime.io.HardWork;
import dev.tenure.runtime.limit.ByteBudget;
import dev.tenure.wire.ObjectCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Takes one HTTP request from its first byte to its last: who sends it, what it is about, the answer in the
/// form that was asked for. Runs on a virtual thread; safe for use by several.
final class RequestHandler {
    private static final String CONSOLE = "/console";

    /// What a list takes that is written while it is sent.
    private static final long STREAM_BYTES = 256 << 10;

    private static final int NOT_ACCEPTABLE = 406;

    private static final int JSON_COPIES = 2;
    private static final int TREE_COPIES = 8;

    private final ApiServer server;
    private final RequestRoutes routes;
    private final Renderer renderer;
    private final Callers callers;
    private final FlowGate gate;
    private final RequestMetrics metrics;
    private final RequestRecords records;
    private final AuditedBodies audits;
    private final Connections connections;
    private final HardWork hardWork;
    private final ByteBudget bodies = new ByteBudget(Runtime.getRuntime().maxMemory() / 8);
    private final ByteBudget answers = new ByteBudget(Runtime.getRuntime().maxMemory() / 4);
    private final WatchStreams watches;
    private final Paths paths;
    private final NodeStreams nodes;
    private final ResourceProxies proxies;
    private final AggregatedRequests aggregated;

    RequestHandler(ApiServer server, Renderer renderer, Services services, Streams streams, Paths paths) {
        this.server = server;
        this.routes = new RequestRoutes(server.kinds()::get);
        this.renderer = renderer;
        this.callers = services.callers();
        this.gate = services.gate();
        this.metrics = services.observers().metrics();
        this.records = services.observers().records();
        this.audits = new AuditedBodies(server.kinds(), renderer);
        this.connections = services.connections();
        this.hardWork = services.hardWork();
        this.watches = streams.watches();
        this.nodes = streams.nodes();
        this.proxies = streams.proxies();
        this.aggregated = streams.aggregated();
        this.paths = paths;
    }

    /// What is answered at paths that are no resources.
    record Paths(Pages pages, Optional<CallerSite> console) {}

    /// Answers that go on for a while.
    record Streams(WatchStreams watches, NodeStreams nodes, ResourceProxies proxies, AggregatedRequests aggregated) {}

    /// Who comes in, how many at a time, how they are counted, and where hard work is done.
    record Services(Callers callers, FlowGate gate, Observers observers, Connections connections, HardWork hardWork) {}

    /// What is counted and written down of requests.
    record Observers(RequestMetrics metrics, RequestRecords records) {}

    void handle(Exchange exchange) throws IOException {
        if (RequestPath.endsWithVerb(exchange.path())) {
            OddPaths.refuse(exchange);
            return;
        }
        if (OddPaths.isWholeServer(exchange)) {
            exchange.answer(200, "", new byte[0]);
            return;
        }
        exchange.setHeader("Cache-Control", "no-cache, private");
        exchange.setHeader("Audit-Id", exchange.id());
        Optional<RequestPath> path;
        try {
            path = RequestPath.parse(exchange.path());
        } catch (RuntimeException e) {
            refuse(exchange, server.failure(e, exchange.method() + " " + exchange.path()), Representation.JSON);
            return;
        }
        Optional<RequestMetrics.Running> counted = path.flatMap(resource -> metrics.begin(exchange, resource));
        try {
            answer(exchange, path);
        } finally {
            counted.ifPresent(RequestMetrics.Running::end);
            records.end(exchange);
        }
    }

    private void answer(Exchange exchange, Optional<RequestPath> path) throws IOException {
        try {
            RequestTimeout.check(exchange, path);
            User user = identify(exchange, path);
            connections.belongs(exchange.request(), nameOf(user), isSystemMaster(user));
            Caller caller = callers.impersonate(exchange, user, sender -> asked(exchange, path, sender));
            if (exchange.impersonates()) {
                exchange.audited().ifPresent(events -> events.impersonates(caller));
            }
            Optional<Backend> backend = aggregated.backend(exchange.path());
            if (backend.isPresent()) {
                forward(exchange, path, backend.get(), caller);
                return;
            }
            if (path.isEmpty()) {
                page(exchange, caller);
                return;
            }
            refuseOdd(exchange, path.get(), caller);
            if (nodes.takes(path.get())) {
                nodes.run(exchange, path.get(), caller);
                return;
            }
            if (proxies.takes(path.get())) {
                proxies.run(exchange, path.get(), caller);
                return;
            }
            answerResource(exchange, path.get(), caller);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            Status status = server.failure(e, exchange.method() + " " + exchange.path());
            if (exchange.response().isCommitted()) {
                throw new IOException("an answer cannot be finished: " + status.message(), e);
            }
            refuse(exchange, status, Accept.parse(exchange.header("Accept")).chooseForRefusal(exchange.pretty()));
        }
    }

    private static Attributes asked(Exchange exchange, Optional<RequestPath> path, Caller sender) {
        if (path.isEmpty()) {
            return Attributes.ofPath(sender, RequestVerbs.ofPath(exchange.method()), exchange.path());
        }
        Verb verb = RequestVerbs.of(exchange, path.get());
        return Attributes.of(new ApiRequest(verb, path.get().target(), exchange.query(), Body.NONE, sender));
    }

    private User identify(Exchange exchange, Optional<RequestPath> path) {
        var remarks = new TokenRemarks();
        try {
            User user = callers.identify(exchange, remarks);
            records.begin(exchange, path, user);
            return user;
        } catch (RefusedException e) {
            records.refuse(exchange, path);
            throw e;
        } finally {
            exchange.warn(remarks.warnings());
            exchange.audited().ifPresent(events -> events.notes(remarks.notes()));
        }
    }

    /// @throws RefusedException with 403 when the caller may not
    private void authorise(Exchange exchange, Attributes attributes) {
        gate.tell(exchange, attributes);
        Decision decision = server.authorizer().decide(attributes);
        exchange.audited().ifPresent(events -> events.decided(decision));
        if (decision instanceof Decision.Refuse(String reason)) {
            exchange.setHeader("X-Content-Type-Options", "nosniff");
            throw new RefusedException(Refusals.of(attributes, reason));
        }
    }

    /// @throws RefusedException when there is no route for a path, though it can be told what it is about
    private void refuseOdd(Exchange exchange, RequestPath path, Caller caller) {
        boolean routed = RequestPath.isRouted(exchange.path());
        if (routed && !path.openNamespace()) {
            return;
        }
        authorise(exchange, asked(exchange, Optional.of(path), caller));
        if (!routed) {
            throw new RefusedException(Statuses.noPage());
        }
        Routes.checkOpenNamespace(server.kinds().get(), path.target());
    }

    /// Anonymous callers count as one.
    private static String nameOf(User user) {
        return user.name().equals(User.ANONYMOUS) ? "" : user.name();
    }

    private static boolean isSystemMaster(User user) {
        return user.groups().contains(Caller.SYSTEM_MASTERS);
    }

    private static boolean isOfConsole(String path) {
        return path.equals(CONSOLE) || path.startsWith(CONSOLE + "/");
    }

    /// The console asks for each thing that it shows, with the caller's rights; so all it needs is that there
    /// is one.
    private void console(Exchange exchange, CallerSite console, Caller caller) throws IOException {
        if (caller.user().equals(User.ANONYMOUS)) {
            throw new RefusedException(Statuses.unauthorized());
        }
        console.answer(
                new ExchangeConversation(
                        exchange,
                        () -> exchange.body(bodies, caller.user(), false).bytes()),
                caller);
    }

    private void page(Exchange exchange, Caller caller) throws IOException {
        if (paths.console().isPresent() && isOfConsole(exchange.path())) {
            console(exchange, paths.console().get(), caller);
            return;
        }
        Attributes attributes = Attributes.ofPath(caller, RequestVerbs.ofPath(exchange.method()), exchange.path());
        authorise(exchange, attributes);
        gate.seat(exchange, attributes, Optional.empty());
        try {
            paths.pages().answer(exchange, caller);
        } finally {
            exchange.leaveSeat();
        }
    }

    /// What another server answers for is authorised here, and admitted there.
    private void forward(Exchange exchange, Optional<RequestPath> path, Backend backend, Caller caller)
            throws IOException {
        Attributes attributes = path.isPresent() && !RequestVerbs.isKnown(exchange.method())
                ? Attributes.ofResource(caller, "", path.get().target())
                : asked(exchange, path, caller);
        authorise(exchange, attributes);
        gate.seat(exchange, attributes, Optional.empty());
        try {
            boolean streams = path.filter(resource -> RequestVerbs.isLongRunning(exchange, resource))
                    .isPresent();
            if (streams) {
                exchange.leaveSeat();
            }
            aggregated.pass(exchange, backend, caller, streams);
        } finally {
            exchange.leaveSeat();
        }
    }

    private void answerResource(Exchange exchange, RequestPath path, Caller caller) throws IOException {
        if (!path.watch() && !RequestVerbs.isKnown(exchange.method())) {
            authorise(exchange, Attributes.ofResource(caller, "", path.target()));
            throw new RefusedException(
                    routes.leads(path)
                            ? Routes.unknownMethod(server.kinds().get(), path.target())
                            : Routes.tooLong(server.kinds().get(), path.target()));
        }
        Verb verb = RequestVerbs.of(exchange, path);
        Attributes attributes = Attributes.of(new ApiRequest(verb, path.target(), exchange.query(), Body.NONE, caller));
        authorise(exchange, attributes);
        routes.refuseUnrouted(exchange, path, verb);
        Accept accept = Accept.parse(exchange.header("Accept"));
        routes.offered(exchange, path).ifPresent(accept::require);
        exchange.warn(DeprecatedKinds.warnings(path.target(), server.kinds().get()));
        Optional<Representation> form = routes.form(exchange, path, accept);
        if (form.isEmpty()) {
            Routes.checkDefined(server.kinds().get(), path.target(), verb);
            refuse(exchange, Statuses.notAcceptable(RequestRoutes.SINGLE), accept.choose(List.of(), exchange.pretty()));
            return;
        }
        if (!routes.leads(path)) {
            throw new RefusedException(Routes.tooLong(server.kinds().get(), path.target()));
        }
        Representation wanted = form.get();
        boolean bodiless = verb == Verb.GET || verb == Verb.LIST || verb == Verb.WATCH;
        Body body = bodiless
                ? Body.NONE
                : exchange.body(bodies, caller.user(), caller.groups().contains(Caller.SYSTEM_MASTERS));
        exchange.audited()
                .ifPresent(
                        events -> events.requests(verb == Verb.PATCH, () -> audits.object(verb, path.target(), body)));
        var request = new ApiRequest(
                verb, path.target(), RequestRoutes.parameters(exchange, path, verb, wanted), body, caller);
        PriorityLevel level = gate.seat(exchange, attributes, metrics.served(path));
        try {
            if (verb == Verb.WATCH) {
                watch(exchange, request, wanted);
            } else {
                Prepared answer = call(exchange, request, wanted, level);
                exchange.audited().ifPresent(events -> events.notes(request.notes()));
                RequestTimeout.check(exchange, Optional.of(path));
                reply(exchange, answer, level.isUrgent(), caller);
            }
        } finally {
            exchange.leaveSeat();
        }
    }

    private void watch(Exchange exchange, ApiRequest request, Representation wanted) throws IOException {
        if (wanted.form() == Representation.Form.TABLE) {
            IncludedObject.of(exchange.parameter("includeObject"));
        }
        exchange.warn(
                DeprecatedKinds.warningsOfWatch(request.target(), server.kinds().get()));
        switch (server.watchAuthorised(request)) {
            case WatchReply.Refused refused -> refuse(exchange, refused.status(), wanted);
            case WatchReply.Started started -> {
                if (wanted.format() == ObjectCodec.Format.YAML) {
                    started.cursor().close(); // upstream finds out that there is no such stream once it has begun
                    throw new RefusedException(Statuses.notAcceptable(Accept.STREAMS));
                }
                exchange.leaveSeat();
                watches.run(exchange, started, wanted);
            }
        }
    }

    /// An answer in its form, or the refusal that is sent instead.
    ///
    /// @param list a large list, which is written while it is sent
    private record Prepared(
            List<String> warnings,
            Optional<Rendered> rendered,
            Optional<ListStream> list,
            Status refusal,
            Representation form) {
        static Prepared refusal(ApiReply reply, Status status, Representation form) {
            return new Prepared(reply.warnings(), Optional.empty(), Optional.empty(), status, form);
        }
    }

    private Prepared prepare(Exchange exchange, ApiReply reply, Representation wanted, String owner, boolean exempt) {
        exchange.audited().ifPresent(events -> audits.answers(events, reply));
        if (reply instanceof ApiReply.Failure failure) {
            return Prepared.refusal(reply, failure.status(), wanted);
        }
        try {
            if (reply instanceof ApiReply.Many many) {
                exchange.take(answers, owner, bytes(many, wanted), exempt);
            }
            String included = exchange.parameter("includeObject");
            Optional<ListStream> list = renderer.stream(reply, wanted, included);
            Optional<Rendered> rendered =
                    list.isPresent() ? Optional.empty() : Optional.of(renderer.render(reply, wanted, included));
            return new Prepared(reply.warnings(), rendered, list, Statuses.noPage(), wanted);
        } catch (RefusedException e) {
            return Prepared.refusal(reply, e.status(), Representation.JSON);
        }
    }

    /// About what it takes to write a list.
    private static long bytes(ApiReply.Many many, Representation wanted) {
        long content =
                many.items().stream().mapToLong(item -> item.content().size()).sum();
        if (ListStream.takes(many, wanted)) {
            return wanted.format() == ObjectCodec.Format.PROTOBUF ? content : STREAM_BYTES;
        }
        return content * (wanted.equals(Representation.JSON) ? JSON_COPIES : TREE_COPIES);
    }

    /// Carries the request out and makes the answer; what is much work for a processor, on the few threads
    /// for that.
    private Prepared call(Exchange exchange, ApiRequest request, Representation wanted, PriorityLevel level) {
        Supplier<Prepared> work = () -> prepare(
                exchange,
                server.callAuthorised(request),
                wanted,
                request.caller().user(),
                level.exempt());
        boolean hard = request.verb() == Verb.LIST || server.isHard(request);
        String owner = request.caller().user();
        return hard ? hardWork.run(level.isUrgent(), owner, work) : work.get();
    }

    private void reply(Exchange exchange, Prepared prepared, boolean urgent, Caller caller) throws IOException {
        exchange.warn(prepared.warnings());
        if (prepared.list().isPresent()) {
            exchange.answer(prepared.list().get(), part -> () -> hardWork.run(urgent, caller.user(), part));
            return;
        }
        if (prepared.rendered().isEmpty()) {
            refuse(exchange, prepared.refusal(), prepared.form());
            return;
        }
        Rendered rendered = prepared.rendered().get();
        exchange.answer(rendered.code(), rendered.contentType(), rendered.body());
    }

    private void refuse(Exchange exchange, Status status, Representation wanted) throws IOException {
        exchange.audited().ifPresent(events -> events.answers(StatusDocument.of(status)));
        if (status.equals(Statuses.noPage())) {
            exchange.setHeader("X-Content-Type-Options", "nosniff");
            String page = status.message() + "\n";
            exchange.answer(status.code(), "text/plain; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
            return;
        }
        int retry = status.details().map(Status.Details::retryAfterSeconds).orElse(0);
        if (retry > 0) {
            exchange.setHeader("Retry-After", Integer.toString(retry));
        }
        boolean formed = wanted.form() != Representation.Form.OBJECT || status.code() == NOT_ACCEPTABLE;
        Representation told =
                formed ? Accept.parse(exchange.header("Accept")).chooseForRefusal(wanted.pretty()) : wanted;
        Rendered rendered = renderer.failure(status, told);
        exchange.answer(rendered.code(), rendered.contentType(), rendered.body());
    }
}
