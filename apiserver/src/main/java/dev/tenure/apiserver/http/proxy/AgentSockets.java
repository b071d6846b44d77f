package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.tls.CertificateSubject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Connections to the agents of nodes, as the user `kube-apiserver-kubelet-client`. Safe for use by several
/// threads.
public final class AgentSockets {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final int PORT_MAX = 65_535;

    private final Supplier<SSLSocketFactory> sockets;
    private final boolean vouched;
    private final Duration connectWithin;

    /// @param sockets make connections to agents, with the present client certificate in place
    /// @param vouched whether they take only certificates that somebody trusted vouches for
    public AgentSockets(Supplier<SSLSocketFactory> sockets, boolean vouched) {
        this(sockets, vouched, CONNECT_WITHIN);
    }

    /// @param connectWithin what is waited for a connection at most, and again for each word of the agent
    ///     until it has shown who it is
    public AgentSockets(Supplier<SSLSocketFactory> sockets, boolean vouched, Duration connectWithin) {
        this.sockets = sockets;
        this.vouched = vouched;
        this.connectWithin = connectWithin;
    }

    /// Waits until the agent has shown who it is.
    ///
    /// @param node whose agent has a port
    /// @throws RefusedException when it cannot be reached, or is not that node's
    Socket connect(Node node) throws IOException {
        String address = node.status().addresses().stream()
                .filter(each -> each.type().equals("InternalIP"))
                .map(Node.NodeAddress::address)
                .findFirst()
                .orElse(node.name());
        int port = node.status().kubeletPort();
        int withinMillis = Math.toIntExact(connectWithin.toMillis());
        var plain = new Socket();
        try {
            if (port < 0 || port > PORT_MAX) {
                throw new IOException("there is no such port");
            }
            plain.connect(new InetSocketAddress(address, port), withinMillis);
            plain.setSoTimeout(withinMillis);
            SSLSocket socket = (SSLSocket) sockets.get().createSocket(plain, address, port, true);
            socket.startHandshake();
            refuseStranger(node, plain.getInetAddress(), socket);
            plain.setSoTimeout(0);
            return socket;
        } catch (IOException e) {
            plain.close();
            throw new RefusedException(Statuses.internal("cannot reach the agent of node %s at %s:%d: %s"
                    .formatted(node.name(), address, port, e.getMessage())));
        }
    }

    /// Who may write a Node's status chooses the address. What listens on this machine or beside it, and is
    /// not that node's agent, is not for them to talk to; and where somebody vouches for agents, it is for
    /// the node's own.
    private void refuseStranger(Node node, InetAddress address, SSLSocket socket) throws IOException {
        boolean near = address.isLoopbackAddress() || address.isLinkLocalAddress() || address.isAnyLocalAddress();
        if (!near && !vouched) {
            return;
        }
        X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        boolean named = CertificateSubject.answersFor(shown, node.name())
                || (vouched
                        && CertificateSubject.of(shown)
                                .filter(subject -> subject.name().equals("system:node:" + node.name()))
                                .isPresent());
        if (!named) {
            throw new SSLPeerUnverifiedException(
                    vouched
                            ? "the certificate shown there is good, but does not name the node"
                            : "an address of this machine is asked only when the certificate shown there names the node");
        }
    }
}
