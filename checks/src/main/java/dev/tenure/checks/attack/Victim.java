package dev.tenure.checks.attack;

import dev.tenure.runtime.tls.AnyCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;

/// A server on this machine that is attacked, and the bearer tokens that it knows.
///
/// @param admin of a member of `system:masters`
/// @param kubelet of the node `attacked`
/// @param ann of somebody who may do everything without being a member of `system:masters`
public record Victim(int port, String admin, String kubelet, String ann) {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int NARROW_BYTES = 4 * 1024;

    /// A connection on which nothing was said yet.
    Socket connect() throws IOException {
        return connected(new Socket());
    }

    /// One whose receiver holds hardly any bytes.
    Socket connectNarrow() throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(NARROW_BYTES);
        return connected(socket);
    }

    private Socket connected(Socket socket) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /// TLS that takes any certificate.
    static SSLContext anyServer() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, AnyCertificate.accepting(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }
}
