package dev.tenure.apiserver.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.http.ConnectionEnding;
import dev.tenure.runtime.http.Connections;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.runtime.tls.NativeCryptography;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever becomes of a connection, its place is given back once; and time counts against a client only
/// while the server looks after it.
@Timeout(60)
class HeldPlacesTest {
    private static final Issuer ISSUER = new Issuer(new SystemTime().wall());
    private static final Identity AUTHORITY = ISSUER.authority("tenure-test");
    private static final Identity SERVER = ISSUER.server(AUTHORITY, "server", List.of("127.0.0.1"));
    private static final String ALPN = "alpn";
    private static final int MAX = 20;
    private static final int EACH = 3 * MAX;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Connections.Limits LIMITS =
            new Connections.Limits(MAX, Duration.ofSeconds(10), Duration.ofSeconds(32), Duration.ofSeconds(32));

    /// The beginning of a record of a handshake, which says that 512 bytes follow.
    private static final byte[] BEGUN = {0x16, 0x03, 0x01, 0x02, 0x00, 0x01};

    private final SimulatedWorld time = new SimulatedWorld(Instant.EPOCH);
    private final AttendedTime attended = new AttendedTime(time);
    private final Connections connections = new Connections(attended, LIMITS);
    private final Server server = new Server();
    private final List<Socket> open = new ArrayList<>();

    /// What a client, or the server's own code, does to a connection.
    enum Fault {
        GOES_AT_ONCE {
            @Override
            void commit(Socket socket) throws IOException {
                socket.close();
            }
        },
        BREAKS_OFF {
            @Override
            void commit(Socket socket) throws IOException {
                socket.getOutputStream().write(BEGUN);
                socket.setSoLinger(true, 0);
                socket.close();
            }
        },
        SAYS_HALF {
            @Override
            void commit(Socket socket) throws IOException {
                socket.getOutputStream().write(BEGUN);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            }
        },
        SPEAKS_NO_TLS {
            @Override
            void commit(Socket socket) throws IOException {
                say(socket, "GET / HTTP/1.1\r\n\r\n");
                socket.getInputStream().readAllBytes();
            }
        },
        SPEAKS_NOTHING_KNOWN {
            @Override
            void commit(Socket socket) throws IOException {
                say(socket, "\0\1\2\3\4\5\6\7".repeat(100));
                socket.getInputStream().readAllBytes();
            }
        },
        AGREES_ON_NOTHING {
            @Override
            void commit(Socket socket) throws IOException {
                SSLSocket secret = secret(socket);
                secret.setEnabledProtocols(new String[] {"TLSv1.2"});
                secret.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
                try {
                    secret.startHandshake();
                    throw new AssertionError("it agreed");
                } catch (SSLException _) {
                    // as it should be
                }
            }
        },
        LEAVES_WITHOUT_A_GOODBYE {
            @Override
            void commit(Socket socket) throws IOException {
                secret(socket).startHandshake();
                socket.setSoLinger(true, 0);
                socket.close();
            }
        },
        BREAKS_OFF_A_REQUEST {
            @Override
            void commit(Socket socket) throws IOException {
                SSLSocket secret = secret(socket);
                say(secret, "GET / HTTP/1.1\r\nHost:");
                socket.close();
            }
        },
        ASKS_AND_ENDS_IN_ORDER {
            @Override
            void commit(Socket socket) throws IOException {
                SSLSocket secret = secret(socket);
                say(secret, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                secret.getInputStream().readAllBytes();
                secret.close();
            }
        },
        MEETS_A_BUG {
            @Override
            void commit(Socket socket) throws IOException {
                socket.getInputStream().read();
            }
        };

        abstract void commit(Socket socket) throws IOException;
    }

    private static void say(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static SSLSocket secret(Socket plain) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, MemoryKeys.accepting(List.of(AUTHORITY.certificate())), null);
            return (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private ServerConnector listen(SslConnectionFactory ssl) throws Exception {
        var http = new HttpConnectionFactory();
        var alpn = new ALPNServerConnectionFactory(http.getProtocol());
        alpn.setDefaultProtocol(http.getProtocol());
        var connector = new ServerConnector(server, 1, 1, ssl, alpn, http);
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(-1);
        connections.lookAfter(connector);
        server.addConnector(connector);
        server.start();
        return connector;
    }

    private static SslContextFactory.Server tls() {
        return Tls.context(
                new Peer.Shown(List.of(SERVER.certificate(), AUTHORITY.certificate()), SERVER.key()),
                List.of(AUTHORITY.certificate()),
                NativeCryptography.provider());
    }

    private static SslConnectionFactory usual() {
        return GatheredTls.factory(tls(), ALPN);
    }

    private static SslConnectionFactory faulty() {
        return new SslConnectionFactory(tls(), ALPN) {
            @Override
            public Connection newConnection(Connector connector, EndPoint end) {
                throw new IllegalStateException("no descriptors are left");
            }
        };
    }

    /// What arrives stays where the kernel has it.
    private static SslConnectionFactory busy() {
        SslContextFactory.Server tls = tls();
        return new SslConnectionFactory(tls, ALPN) {
            @Override
            protected SslConnection newSslConnection(Connector connector, EndPoint end, SSLEngine engine) {
                return new SslConnection(
                        connector.getByteBufferPool(), connector.getExecutor(), tls, end, engine, true, true) {
                    @Override
                    public void onFillable() {
                        // it does not come to it
                    }
                };
            }
        };
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : open) {
            socket.close();
        }
        server.stop();
    }

    private Socket plain(ServerConnector connector) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        open.add(socket);
        return socket;
    }

    private static void await(BooleanSupplier met) {
        while (!met.getAsBoolean()) {
            Pause.of(Duration.ofMillis(5), new SystemTime());
        }
    }

    /// So many seconds in each of which the server looks after its clients.
    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(SECOND);
            look();
        }
    }

    private void look() {
        attended.look();
        connections.sweep();
    }

    @ParameterizedTest
    @EnumSource
    void aPlaceIsGivenBackOnceWhateverBecomesOfItsConnection(Fault fault) throws Exception {
        ServerConnector connector = listen(fault == Fault.MEETS_A_BUG ? faulty() : usual());
        for (int i = 0; i < EACH; i++) {
            try {
                fault.commit(plain(connector));
            } catch (IOException _) {
                // the server may have gone first
            }
        }
        if (fault == Fault.LEAVES_WITHOUT_A_GOODBYE || fault == Fault.BREAKS_OFF_A_REQUEST) {
            pass(1);
        }
        await(() -> connections.count() == 0 && connections.inside() == 0);
        assertThat(connector.isAccepting()).isTrue();
        assertThat(connector.getConnectedEndPoints()).isEmpty();
        if (fault != Fault.MEETS_A_BUG) {
            Fault.ASKS_AND_ENDS_IN_ORDER.commit(plain(connector));
        }
    }

    @Test
    void ofMoreThanThereMayBeEachOneThatGoesIsToldWhy() throws Exception {
        ServerConnector connector = listen(usual());
        for (int i = 0; i < EACH; i++) {
            plain(connector);
        }
        await(() -> connections.ended(ConnectionEnding.FOR_ROOM) == EACH - MAX && connections.inside() == MAX);
        assertThat(connections.count()).isEqualTo(MAX);
        assertThat(connections.opened()).isEqualTo(EACH);
    }

    @Test
    void aMachineThatSleepsLongerThanClientsMayTakeEndsNoneOfThem() throws Exception {
        ServerConnector connector = listen(usual());
        for (int i = 0; i < MAX; i++) {
            plain(connector);
        }
        await(() -> connections.count() == MAX);
        time.advance(Duration.ofMinutes(5));
        look();
        pass(7);
        assertThat(connections.count()).isEqualTo(MAX);
        assertThat(connections.ended(ConnectionEnding.SILENCE)).isZero();
        for (Socket socket : List.copyOf(open)) {
            secret(socket).startHandshake();
        }
    }

    @Test
    void whoSaysNothingIsEndedAfterTenSecondsAndWhoGoesOnAfterAsManyAsUpstreamGives() throws Exception {
        ServerConnector connector = listen(usual());
        Socket silent = plain(connector);
        Socket slow = plain(connector);
        await(() -> connections.count() == 2);
        for (int at = 0; at < 32; at += 4) {
            slow.getOutputStream().write(at == 0 ? BEGUN : new byte[] {1});
            int bytes = BEGUN.length + at / 4;
            await(() -> heard(connector) == bytes);
            pass(4);
        }
        assertThat(silent.getInputStream().read()).isNegative();
        assertThat(connections.ended(ConnectionEnding.SILENCE)).isEqualTo(1);
        assertThat(connections.ended(ConnectionEnding.HANDSHAKE)).isZero();
        pass(1);
        assertThat(slow.getInputStream().read()).isNegative();
        assertThat(connections.ended(ConnectionEnding.HANDSHAKE)).isEqualTo(1);
        assertThat(connections.ended(ConnectionEnding.SILENCE)).isEqualTo(1);
    }

    private static long heard(ServerConnector connector) {
        return connector.getConnectedEndPoints().stream()
                .mapToLong(end -> end.getConnection().getBytesIn())
                .sum();
    }

    @Test
    void whoHasSaidSomethingThatNobodyHasReadIsNotSilent() throws Exception {
        ServerConnector connector = listen(busy());
        Socket spoken = plain(connector);
        Socket silent = plain(connector);
        spoken.getOutputStream().write(BEGUN);
        await(() -> connections.count() == 2);
        pass(11);
        assertThat(silent.getInputStream().read()).isNegative();
        assertThat(connections.count()).isEqualTo(1);
        assertThat(connections.ended(ConnectionEnding.SILENCE)).isEqualTo(1);
        pass(22);
        assertThat(connections.ended(ConnectionEnding.HANDSHAKE)).isEqualTo(1);
    }
}
