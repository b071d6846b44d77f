package dev.tenure.embed;

import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.KubeconfigText;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.SimulatedCluster;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The socket of an embedded cluster on loopback, with keys of its own that nobody keeps. Clients are given
/// time by the machine's clock, whatever the cluster's shows.
final class ClusterSocket implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final List<String> NAMES =
            List.of(HOST, "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc");
    private static final String USER = "tenure-admin";

    private final SimulatedCluster cluster;
    private final Shown shown;
    private final TimeSource machine;
    private final ComponentPages pages;
    private final KubeconfigText access;
    private final int port;
    private final Published<HttpServer> http;

    /// Keys and certificates that are made with the socket.
    private record Shown(Identity authority, Identity own, Identity agentClient) {}

    /// Opens it.
    ///
    /// @param port 0 for a free one
    /// @throws IllegalStateException when the port is taken
    ClusterSocket(int port, SimulatedCluster cluster, ComponentPages pages, TimeSource machine) {
        this.cluster = cluster;
        this.pages = pages;
        this.machine = machine;
        var issuer = new Issuer(machine.wall());
        Identity authority = issuer.authority("tenure");
        Identity admin = issuer.client(authority, USER, List.of(Caller.SYSTEM_MASTERS));
        shown = new Shown(
                authority,
                issuer.server(authority, "kube-apiserver", NAMES),
                issuer.client(authority, "kube-apiserver-kubelet-client", List.of(Caller.AGENT_CLIENTS)));
        http = new Published<>(opened(port));
        this.port = http.get().port();
        access = new KubeconfigText(
                "https://" + HOST + ":" + this.port,
                Pem.of(authority.certificate()),
                Pem.of(admin.certificate()),
                Pem.keyOf(admin));
    }

    private HttpServer opened(int wanted) {
        X509Certificate authority = shown.authority().certificate();
        var server = new HttpServer(
                cluster.server(),
                machine,
                new HttpServer.Options(
                        HOST,
                        wanted,
                        new Peer.Shown(
                                List.of(shown.own().certificate(), authority),
                                shown.own().key()),
                        List.of(authority),
                        shown.agentClient(),
                        List.of(),
                        List.of(),
                        cluster.accounts(),
                        new PrometheusRegistry(),
                        pages,
                        Map::of,
                        InFlightLimits.standard(),
                        Timeouts.standard(),
                        Optional.empty(),
                        Optional.empty()));
        server.start();
        return server;
    }

    /// Ends all connections and takes new ones at the same address. One thread at a time.
    void reopen() {
        http.get().close();
        http.publish(opened(port));
    }

    /// For example `https://127.0.0.1:6443`.
    String address() {
        return access.server();
    }

    /// The administrator's.
    String kubeconfig() {
        return access.forUser(USER);
    }

    /// The same for clients of this process.
    Connection connection() {
        return new Connection(
                URI.create(access.server()),
                new Connection.Trust.Authorities(access.authority()),
                new Connection.Credentials.Certificate(access.certificate(), access.key()),
                "default",
                Connection.Way.DIRECT);
    }

    @Override
    public void close() {
        http.get().close();
    }
}
