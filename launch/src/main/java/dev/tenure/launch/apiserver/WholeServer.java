package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.aggregation.Registration;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.HardWork;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.runtime.loop.Published;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The API server of this process, for components of this process, together with what
/// other servers answer for: requests for that go to its own socket like everybody's,
/// as the administrator. Safe for use by several threads.
public final class WholeServer implements ApiEndpoint, AutoCloseable {
    /// How many requests about much are carried out at a time for each component: all of them wait for nobody
    /// else.
    private static final int HARD_WORKS_MAX = 1;

    private final ApiServer server;
    private final String address;
    private final String authority;
    /// Opened when something is asked for that is elsewhere: most servers have nothing of the kind.
    private final Published<MadeOnce<HttpEndpoint>> socket;

    /// Components call on virtual threads, a few hundred of them; see [ApiServer#isHard].
    private final HardWork hardWork = new HardWork("inner-hard-work", HARD_WORKS_MAX);

    /// @param address of the socket
    /// @param authority PEM certificates that vouch for what it shows
    WholeServer(ApiServer server, String address, String authority, Credentials.Certificate administrator) {
        this.server = server;
        this.address = address;
        this.authority = authority;
        this.socket = new Published<>(socket(address, authority, administrator));
    }

    private static MadeOnce<HttpEndpoint> socket(
            String address, String authority, Credentials.Certificate administrator) {
        return new MadeOnce<>(() -> new HttpEndpoint(new Connection(
                URI.create(address),
                new Connection.Trust.Authorities(authority),
                administrator,
                "default",
                Connection.Way.DIRECT)));
    }

    @Override
    public ApiReply call(ApiRequest request) {
        if (isElsewhere(request.target())) {
            return socket.get().get().call(request);
        }
        return HardWork.isHere() || !server.isHard(request)
                ? server.call(request)
                : hardWork.run(false, request.caller().user(), () -> server.call(request));
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return isElsewhere(request.target()) ? socket.get().get().watch(request) : server.watch(request);
    }

    private boolean isElsewhere(Target target) {
        return server.aggregator()
                .views()
                .get()
                .backend(target.group(), target.version())
                .isPresent();
    }

    /// The kinds that other servers answer for, as far as these tell.
    public DiscoveredKinds elsewhere() {
        AggregatedView view = server.aggregator().views().get();
        List<DiscoveredKinds.Version> versions = new ArrayList<>();
        view.registrations().stream()
                .sorted(Comparator.comparingInt(Registration::versionPriority).reversed())
                .forEach(one -> view.discovered(one)
                        .ifPresent(document -> versions.add(new DiscoveredKinds.Version(one.group(), document))));
        return DiscoveredKinds.of(versions);
    }

    /// Requests about much are refused from now on.
    @Override
    public void close() {
        hardWork.close();
    }

    /// The administrator has another certificate from now on. One thread at a time.
    void renew(Credentials.Certificate administrator) {
        socket.publish(socket(address, authority, administrator));
    }
}
