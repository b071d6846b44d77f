package dev.tenure.apiserver.http.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// A connection that gives native code ([NativeTls]) one piece of memory at a time. Given several, as head
/// and body of a frame are, Conscrypt copies them into 16 KB of its own, which each connection that was ever
/// made has until the collector finds it. Here they are copied into memory that is lent. A client that speaks
/// HTTP without TLS is told so. One thread at a time.
public final class GatheredTls extends SslConnection {
    /// What fits into a record of TLS.
    private static final int RECORD_BYTES = 16 << 10;

    /// What a server in Go answers to HTTP that comes without TLS, and how it tells it by its beginning
    /// (net/http, tlsRecordHeaderLooksLikeHTTP).
    private static final byte[] NOT_PLAIN =
            "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final Set<String> PLAIN = Set.of("GET /", "HEAD ", "POST ", "PUT /", "OPTIO");
    private static final int BEGINNING = 5;

    private final ByteBufferPool pool;
    private boolean begun;

    private GatheredTls(SslContextFactory tls, ByteBufferPool pool, Executor executor, EndPoint end, SSLEngine engine) {
        super(pool, executor, tls, end, engine, true, true);
        this.pool = pool;
    }

    /// Makes such connections.
    ///
    /// @param next the protocol that is spoken on them
    public static SslConnectionFactory factory(SslContextFactory.Server tls, String next) {
        return new SslConnectionFactory(tls, next) {
            @Override
            protected SslConnection newSslConnection(Connector connector, EndPoint end, SSLEngine engine) {
                return new GatheredTls(tls, connector.getByteBufferPool(), connector.getExecutor(), end, engine);
            }
        };
    }

    @Override
    protected SSLEngineResult wrap(SSLEngine engine, ByteBuffer[] input, ByteBuffer output) throws SSLException {
        if (!beginsWithSmallPieces(input)) {
            return super.wrap(engine, input, output);
        }
        RetainableByteBuffer lent = pool.acquire(RECORD_BYTES, true);
        try {
            SSLEngineResult result = engine.wrap(gathered(input, lent.getByteBuffer()), output);
            take(input, result.bytesConsumed());
            return result;
        } finally {
            lent.release();
        }
    }

    @Override
    protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output) throws SSLException {
        if (!begun && input.remaining() >= BEGINNING) {
            begun = true;
            if (isPlain(input)) {
                refusePlain();
            }
        }
        return super.unwrap(engine, input, output);
    }

    private static boolean isPlain(ByteBuffer input) {
        byte[] beginning = new byte[BEGINNING];
        input.get(input.position(), beginning);
        return PLAIN.contains(new String(beginning, StandardCharsets.ISO_8859_1));
    }

    private void refusePlain() throws SSLException {
        try {
            networkFlush(ByteBuffer.wrap(NOT_PLAIN));
        } catch (IOException _) {
            // the client has gone
        }
        getEndPoint().shutdownOutput();
        throw new SSLException("HTTP without TLS");
    }

    /// Whether a record is made of more than one of these.
    private static boolean beginsWithSmallPieces(ByteBuffer[] input) {
        int pieces = 0;
        for (ByteBuffer piece : input) {
            if (piece.hasRemaining()) {
                if (++pieces == 2) {
                    return true;
                }
                if (piece.remaining() >= RECORD_BYTES) {
                    return false;
                }
            }
        }
        return false;
    }

    /// The beginning of all of these, at most a record; they stay as they are.
    private static ByteBuffer gathered(ByteBuffer[] input, ByteBuffer into) {
        into.clear().limit(RECORD_BYTES);
        for (ByteBuffer piece : input) {
            int length = Math.min(piece.remaining(), into.remaining());
            into.put(into.position(), piece, piece.position(), length);
            into.position(into.position() + length);
        }
        return into.flip();
    }

    private static void take(ByteBuffer[] input, int bytes) {
        int left = bytes;
        for (ByteBuffer piece : input) {
            int length = Math.min(piece.remaining(), left);
            piece.position(piece.position() + length);
            left -= length;
        }
    }
}
