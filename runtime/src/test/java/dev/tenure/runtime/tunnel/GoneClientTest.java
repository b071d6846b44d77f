package dev.tenure.runtime.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.WakeUp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/// A client goes while a peer has not answered at all.
final class GoneClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /// Takes what it is asked and says nothing until it is closed.
    private static final class SilentPeer extends Socket {
        private final WakeUp asked = new WakeUp();
        private final WakeUp closed = new WakeUp();

        @Override
        public InetAddress getInetAddress() {
            return InetAddress.getLoopbackAddress();
        }

        @Override
        public OutputStream getOutputStream() {
            return new ByteArrayOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {
                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    return read();
                }

                @Override
                public int read() throws IOException {
                    asked.raise();
                    try {
                        closed.await(LONG);
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    throw new SocketException("Socket closed");
                }
            };
        }

        @Override
        public void close() {
            closed.raise();
        }
    }

    @Test
    void aPeerThatSaysNothingIsLeftWhenTheClientGoes() throws Exception {
        var peer = new SilentPeer();
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        var ended = new WakeUp();
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                try {
                    Relay.pass(request, response, peer, Relay.Asked.of("GET", "/there"));
                    callback.succeeded();
                } catch (IOException e) {
                    callback.failed(e);
                } finally {
                    ended.raise();
                }
                return true;
            }
        });
        server.start();
        try {
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
                client.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(peer.asked.await(LONG)).isTrue();
            }
            assertThat(ended.await(Duration.ofSeconds(10))).isTrue();
        } finally {
            server.stop();
        }
    }
}
