package dev.tenure.apiserver.http.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// An answer that is compressed on its way, as fast as gzip can, which is the level that upstream takes. Used
/// by one thread. Upstream: endpoints/handlers/responsewriters/writers.go.
final class Gzip extends GZIPOutputStream {
    static final String ENCODING = "gzip";
    private static final int CHUNK = 16 * 1024;

    Gzip(OutputStream out) throws IOException {
        super(out, CHUNK);
        def.setLevel(Deflater.BEST_SPEED);
    }

    /// Whether an answer is to be compressed for a client. To a client on this machine nothing is: it would
    /// cost both ends more time than the loopback takes for the text.
    ///
    /// @param accepted the header `Accept-Encoding`, empty for none
    /// @param client null when it is not known
    static boolean pays(String accepted, @Nullable SocketAddress client) {
        boolean here = client instanceof InetSocketAddress address
                && address.getAddress() != null
                && address.getAddress().isLoopbackAddress();
        return accepted.contains(ENCODING) && !here;
    }

    static byte[] compressed(byte[] body) throws IOException {
        var bytes = new ByteArrayOutputStream(body.length / 4);
        try (OutputStream out = new Gzip(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }
}
