package dev.tenure.store.grpc;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/// A server that answers each call as a test says, frame by frame.
final class ScriptedServer implements ServerSessionListener, AutoCloseable {
    /// What is done with a call.
    interface Script {
        /// @param message all that has come, as it came
        /// @param last whether nothing more comes; a stream's messages come one by one
        void answer(Stream stream, String method, byte[] message, boolean last);
    }

    private final Server server = new Server();
    private final ServerConnector connector;
    private final Script script;
    final AtomicInteger connections = new AtomicInteger();
    final ConcurrentLinkedQueue<Integer> resets = new ConcurrentLinkedQueue<>();

    /// @param port 0 for a free one
    /// @param streamsMax how many calls it allows at a time
    ScriptedServer(int port, int streamsMax, Script script) {
        this.script = script;
        var http2 = new RawHTTP2ServerConnectionFactory(new HttpConfiguration(), this);
        http2.setMaxConcurrentStreams(streamsMax);
        http2.setRateControlFactory(new RateControl.Factory() {});
        connector = new ServerConnector(server, 1, 1, http2);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public void onAccept(Session session) {
        connections.incrementAndGet();
    }

    @Override
    public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
        String method = ((MetaData.Request) frame.getMetaData()).getHttpURI().getPath();
        stream.demand();
        return new Reading(method.substring(1));
    }

    private final class Reading implements Stream.Listener {
        private final String method;
        private final ByteArrayOutputStream come = new ByteArrayOutputStream();

        private Reading(String method) {
            this.method = method;
        }

        @Override
        public void onDataAvailable(Stream stream) {
            while (true) {
                Stream.Data data = stream.readData();
                if (data == null) {
                    stream.demand();
                    return;
                }
                ByteBuffer bytes = data.frame().getByteBuffer();
                byte[] part = new byte[bytes.remaining()];
                bytes.get(part);
                boolean last = data.frame().isEndStream();
                data.release();
                come.writeBytes(part);
                if (last || method.equals("stream")) {
                    script.answer(stream, method, come.toByteArray(), last);
                    come.reset();
                }
                if (last) {
                    return;
                }
            }
        }

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            resets.add(frame.getError());
            callback.succeeded();
        }
    }

    /// Says that messages follow. What is sent on a stream has to be gone before the next is.
    static void head(Stream stream, Runnable then) {
        var response = new MetaData.Response(
                200, null, HttpVersion.HTTP_2, HttpFields.build().add("content-type", "application/grpc"));
        stream.headers(new HeadersFrame(stream.getId(), response, null, false), Callback.from(then));
    }

    /// Sends bytes as they are.
    static void data(Stream stream, byte[] bytes, Runnable then) {
        stream.data(new DataFrame(stream.getId(), ByteBuffer.wrap(bytes), false), Callback.from(then));
    }

    static void trailers(Stream stream, Map<String, String> fields) {
        HttpFields.Mutable sent = HttpFields.build();
        fields.forEach(sent::add);
        stream.headers(
                new HeadersFrame(stream.getId(), new MetaData(HttpVersion.HTTP_2, sent), null, true), Callback.NOOP);
    }

    /// A head that is the end as well.
    static void only(Stream stream, int status, Map<String, String> fields) {
        HttpFields.Mutable sent = HttpFields.build();
        fields.forEach(sent::add);
        var response = new MetaData.Response(status, null, HttpVersion.HTTP_2, sent);
        stream.headers(new HeadersFrame(stream.getId(), response, null, true), Callback.NOOP);
    }

    /// Sends back what comes on a stream, one frame after the other.
    static void echo(Stream stream, byte[] bytes) {
        HTTP2Stream known = (HTTP2Stream) stream;
        if (!(known.getAttachment() instanceof Echo)) {
            var begun = new Echo(stream);
            known.setAttachment(begun);
            head(stream, begun::next);
        }
        ((Echo) known.getAttachment()).send(bytes);
    }

    private static final class Echo {
        private final Stream stream;
        private final Deque<byte[]> left = new ArrayDeque<>();
        private boolean sending = true;

        private Echo(Stream stream) {
            this.stream = stream;
        }

        private void send(byte[] bytes) {
            synchronized (left) {
                left.add(bytes);
                if (sending) {
                    return;
                }
                sending = true;
            }
            next();
        }

        private void next() {
            byte[] bytes;
            synchronized (left) {
                bytes = left.poll();
                sending = bytes != null;
            }
            if (bytes != null) {
                data(stream, bytes, this::next);
            }
        }
    }

    /// Messages and how it went.
    static void answer(Stream stream, byte[] framed, Map<String, String> trailers) {
        head(stream, () -> data(stream, framed, () -> trailers(stream, trailers)));
    }

    /// The usual answer.
    static void well(Stream stream, byte[] framed) {
        answer(stream, framed, Map.of("grpc-status", "0"));
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
