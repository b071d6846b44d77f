package dev.tenure.runtime.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class TunnelTest {
    private static final String TURNED =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";

    /// A command ends, and with it its connection, while its client still says something.
    @Test
    void whatAPeerHasSaidReachesTheClientAlthoughThePeerTakesNoMore() throws Exception {
        assertThat(said(new Peer())).endsWith("last words");
    }

    private static String said(Peer peer) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws IOException {
                Relay.pass(request, response, peer, Relay.Asked.of("GET", "/there"));
                callback.succeeded();
                return true;
            }
        });
        server.start();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            client.setSoTimeout(30_000);
            send(client, "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
            InputStream in = client.getInputStream();
            byte[] head = in.readNBytes(TURNED.length());
            send(client, "nobody takes this");
            return new String(head, StandardCharsets.US_ASCII)
                    + new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } finally {
            server.stop();
        }
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// Turns, refuses the next thing that it is sent, and only then says its last words.
    private static final class Peer extends Socket {
        private final CountDownLatch refused = new CountDownLatch(1);
        private final InputStream in = new SequenceInputStream(Collections.enumeration(List.of(
                new ByteArrayInputStream(TURNED.getBytes(StandardCharsets.US_ASCII)),
                new Held(refused),
                new ByteArrayInputStream("last words".getBytes(StandardCharsets.US_ASCII)))));
        private final OutputStream out = new OutputStream() {
            private boolean asked;

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (asked && length > 0) {
                    refused.countDown();
                    throw new IOException("Broken pipe");
                }
                asked = true;
            }
        };

        @Override
        public InetAddress getInetAddress() {
            return InetAddress.getLoopbackAddress();
        }

        @Override
        public InputStream getInputStream() {
            return in;
        }

        @Override
        public OutputStream getOutputStream() {
            return out;
        }
    }

    /// Has nothing, which it says when it may.
    private static final class Held extends InputStream {
        private final CountDownLatch may;

        Held(CountDownLatch may) {
            this.may = may;
        }

        @Override
        public int read() throws IOException {
            try {
                may.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return read();
        }
    }
}
