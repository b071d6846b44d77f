package dev.tenure.apiserver.http.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.HttpConnection;

/// An HTTP/1.1 connection whose long answers end each of their chunks at once, and whose status lines have
/// the words of upstream's.
///
/// Jetty sends the line end that closes a chunk together with the beginning of the next one. A client that
/// waits for it, as urllib3 does, then sees each event of a watch only when the next one comes. An answer
/// that says that it is in chunks therefore brings their frames itself, and what it writes is sent as it is.
public final class ChunkedConnection extends HttpConnection {
    /// The chunk without content that ends an answer.
    public static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /// What clients show people of an answer, where Jetty has other words than Go.
    private static final Map<Integer, String> REASONS =
            Map.of(413, "Request Entity Too Large", 500, "Internal Server Error");

    private ChunkedConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
        super(configuration, connector, endPoint);
    }

    /// Makes such connections.
    public static HttpConnectionFactory factory(HttpConfiguration configuration) {
        return new HttpConnectionFactory(configuration) {
            @Override
            public Connection newConnection(Connector connector, EndPoint endPoint) {
                var connection = new ChunkedConnection(getHttpConfiguration(), connector, endPoint);
                connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
                return configure(connection, connector, endPoint);
            }
        };
    }

    /// Tells that all content of this answer comes as [#chunk] gives it, up to [#END].
    public static void framedByTheAnswer(Response response) {
        response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED.asString());
    }

    /// Content in the frame of a chunk.
    ///
    /// @param content not empty
    public static byte[] chunk(byte[] content) {
        byte[] begin = (Integer.toHexString(content.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(begin.length + content.length + 2)
                .put(begin)
                .put(content)
                .put((byte) '\r')
                .put((byte) '\n')
                .array();
    }

    @Override
    protected HttpGenerator newHttpGenerator() {
        return new Generator();
    }

    private static final class Generator extends HttpGenerator {
        private boolean framed;

        @Override
        public Result generateResponse(
                MetaData.Response info,
                boolean head,
                ByteBuffer header,
                ByteBuffer chunk,
                ByteBuffer content,
                boolean last)
                throws IOException {
            if (info != null) {
                framed = info.getHttpFields().contains(HttpHeader.TRANSFER_ENCODING);
            }
            return super.generateResponse(info == null ? null : worded(info), head, header, chunk, content, last);
        }

        private static MetaData.Response worded(MetaData.Response info) {
            String reason = REASONS.get(info.getStatus());
            return reason == null
                    ? info
                    : new MetaData.Response(
                            info.getStatus(),
                            reason,
                            info.getHttpVersion(),
                            info.getHttpFields(),
                            info.getContentLength(),
                            info.getTrailersSupplier());
        }

        @Override
        public void reset() {
            framed = false;
            super.reset();
        }

        @Override
        public boolean isChunking() {
            return !framed && super.isChunking();
        }
    }
}
