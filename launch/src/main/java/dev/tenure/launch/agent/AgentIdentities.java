package dev.tenure.launch.agent;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.agent.CertificateCalls.Use;
import dev.tenure.launch.agent.KeptCertificate.Present;
import dev.tenure.launch.agent.KeptCertificate.Wanted;
import dev.tenure.launch.process.KubeconfigFile;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The two certificates of an agent: the one by which the API server knows it, and the one that it shows when
/// it is asked for logs and the like. Both are asked of the cluster and made anew before they end. Confined
/// to the agent's loop, but for what is read at the start. Upstream: kubelet/certificate
/// (`rotateCertificates`, `serverTLSBootstrap`).
///
/// @param loop the agent's
/// @param node the node's name
/// @param connection what the kubeconfig says
/// @param kubeconfig where it says so
/// @param pki the agent's own folder of keys
record AgentIdentities(EventLoop loop, String node, Connection connection, Path kubeconfig, Path pki) {
    private static final String SERVING = "kubelet-serving";
    private static final String CLIENT = "kubelet-client";
    private static final System.Logger LOG = System.getLogger(AgentIdentities.class.getPackageName());

    private CertificateSubject subject() {
        return new CertificateSubject("system:node:" + node, List.of("system:nodes"));
    }

    private List<X509Certificate> authorities() {
        try {
            return Pem.certificates(connection.authority().orElse(""));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the kubeconfig's authority is no certificate: " + e.getMessage(), e);
        }
    }

    /// What the cluster has signed for the agent's socket in an earlier life, if it is still good.
    Optional<Identity> serving() {
        return new PkiFolder(pki, loop.time().wall())
                .kept(SERVING, authorities())
                .filter(found -> CertificateSubject.answersFor(found.certificate(), node));
    }

    /// Asks for a certificate for the agent's socket whenever there is none that lasts.
    ///
    /// @param socket shows it
    void keepServing(ClusterClient client, Consumer<Identity> socket) {
        var content = new SigningRequest(subject(), List.of(node), List.of(), false);
        var random = new SecureRandom();
        new Supervisor(SERVING, loop, life -> {
                    var present = new Present(serving().map(Identity::certificate), random.nextDouble());
                    var wanted = new Wanted(SERVING, Use.SERVING, content);
                    var calls = new CertificateCalls(client);
                    return new KeptCertificate(life, calls, wanted, present, made -> show(socket, made))::start;
                })
                .start();
    }

    private void show(Consumer<Identity> socket, Identity made) {
        new PkiFolder(pki, loop.time().wall()).keep(SERVING, made);
        socket.accept(made);
    }

    /// Renews the certificate that stands in the kubeconfig, when it is that of a node: what `tenure agent
    /// join` wrote. Any other is its owner's to renew.
    ///
    /// @param endpoint shows it
    void keepClient(ClusterClient client, HttpEndpoint endpoint) {
        Optional<X509Certificate> own = client(connection);
        if (own.isEmpty()) {
            return;
        }
        if (!KubeconfigFile.holds(kubeconfig, shown(connection))) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the certificate of {0} stands in a file of its own and is not renewed; it ends at {1}",
                    kubeconfig,
                    own.get().getNotAfter().toInstant());
            return;
        }
        var content = new SigningRequest(subject(), List.of(), List.of(), false);
        var random = new SecureRandom();
        new Supervisor(CLIENT, loop, life -> {
                    // a life that begins anew finds what the one before has written
                    Connection latest = KubeconfigParser.read(kubeconfig);
                    var present = new Present(client(latest), random.nextDouble());
                    var wanted = new Wanted(CLIENT, Use.CLIENT, content);
                    var calls = new CertificateCalls(client);
                    return new KeptCertificate(life, calls, wanted, present, made -> use(made, endpoint))::start;
                })
                .start();
    }

    private Optional<X509Certificate> client(Connection from) {
        if (!(from.credentials() instanceof Credentials.Certificate(String certificate, String _))) {
            return Optional.empty();
        }
        try {
            return Pem.certificates(certificate).stream()
                    .findFirst()
                    .filter(each -> CertificateSubject.of(each).equals(Optional.of(subject())));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    private static KubeconfigFile.Shown shown(Connection from) {
        return from.credentials() instanceof Credentials.Certificate(String certificate, String key)
                ? new KubeconfigFile.Shown(certificate, key)
                : KubeconfigFile.Shown.NOTHING;
    }

    /// It is used, whatever becomes of the file: what stands there is good until its end.
    private void use(Identity made, HttpEndpoint endpoint) {
        var next = new KubeconfigFile.Shown(Pem.of(made.certificate()), Pem.keyOf(made));
        endpoint.renew(new Credentials.Certificate(next.certificate(), next.key()));
        try {
            KubeconfigFile.replace(kubeconfig, shown(KubeconfigParser.read(kubeconfig)), next);
        } catch (IOException | ConnectionException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the new certificate is in use but stands nowhere, for {0} cannot be changed: {1}",
                    kubeconfig,
                    e.getMessage());
        }
    }
}
