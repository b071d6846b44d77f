package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.api.HttpAnswer.Header;
import dev.tenure.runtime.tls.AnyCertificate;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// One HTTP/1.1 connection that sends requests exactly as they are written: paths unescaped, headers as
/// given, none added but Host and Content-Length. Any certificate is accepted. Used by one thread at a
/// time.
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int HEAD_MAX = 1 << 20;
    private static final int HTTPS_PORT = 443;
    private static final Pattern UNSENDABLE = Pattern.compile("[\\x00-\\x20\\x7f]");

    /// @param headers in the order in which they are sent
    record Request(String method, String path, List<Header> headers, Optional<byte[]> body) {}

    private record Head(int status, List<Header> headers) {
        Optional<String> header(String name) {
            return new HttpAnswer(status, headers, new byte[0])
                    .first(name)
                    .map(value -> value.strip().toLowerCase(Locale.ROOT));
        }
    }

    private final URI server;
    private final Socket socket;
    private final InputStream in;
    private boolean open = true;

    private HttpConnection(URI server, Socket socket) throws IOException {
        this.server = server;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static HttpConnection open(URI server) throws IOException {
        boolean tls = server.getScheme().equals("https");
        int port = server.getPort() > 0 ? server.getPort() : tls ? HTTPS_PORT : 80;
        var plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.connect(new InetSocketAddress(server.getHost(), port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            return new HttpConnection(server, tls ? secured(plain, server.getHost(), port) : plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, AnyCertificate.accepting(), new SecureRandom());
            var socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
            socket.startHandshake();
            return socket;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS: " + e.getMessage(), e);
        }
    }

    /// Whether the connection can take another request.
    boolean isOpen() {
        return open;
    }

    HttpAnswer exchange(Request request) throws IOException {
        send(request);
        Head head = head();
        while (head.status() == 100) {
            head = head();
        }
        boolean bodiless =
                request.method().equals("HEAD") || head.status() < 200 || head.status() == 204 || head.status() == 304;
        byte[] body = bodiless ? new byte[0] : body(head);
        if (head.header("connection").orElse("").equals("close")) {
            close();
        }
        return new HttpAnswer(head.status(), head.headers(), body);
    }

    private void send(Request request) throws IOException {
        if (UNSENDABLE.matcher(request.path()).find()) {
            throw new IOException("path with control characters: " + request.path());
        }
        var head = new StringBuilder();
        head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(server.getAuthority()).append("\r\n");
        request.headers()
                .forEach(header -> head.append(header.name())
                        .append(": ")
                        .append(header.value())
                        .append("\r\n"));
        byte[] body = request.body().orElse(new byte[0]);
        if (request.body().isPresent()) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(body);
        try {
            socket.getOutputStream().write(bytes.toByteArray());
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // a server may answer and close before it has read a body that is too large: its answer counts
            if (body.length == 0) {
                throw e;
            }
        }
    }

    private Head head() throws IOException {
        String first = line();
        String[] parts = first.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.")) {
            throw new IOException("no HTTP answer: " + first);
        }
        var headers = new ArrayList<Header>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(new Header(
                        line.substring(0, colon), line.substring(colon + 1).strip()));
            }
        }
        return new Head(Integer.parseInt(parts[1]), List.copyOf(headers));
    }

    private byte[] body(Head head) throws IOException {
        if (head.header("transfer-encoding").orElse("").equals("chunked")) {
            return chunks();
        }
        Optional<String> length = head.header("content-length");
        if (length.isPresent()) {
            return exactly(Integer.parseInt(length.get()));
        }
        byte[] rest = in.readAllBytes();
        close();
        return rest;
    }

    private byte[] chunks() throws IOException {
        var out = new ByteArrayOutputStream();
        while (true) {
            String size = line();
            int semicolon = size.indexOf(';');
            int length = Integer.parseInt((semicolon < 0 ? size : size.substring(0, semicolon)).strip(), 16);
            if (length == 0) {
                break;
            }
            out.writeBytes(exactly(length));
            line();
        }
        while (!line().isEmpty()) {
            // trailers
        }
        return out.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ended after %d of %d bytes".formatted(bytes.length, length));
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        while (line.size() < HEAD_MAX) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the connection was closed");
            }
            if (c == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
            }
            line.write(c);
        }
        throw new IOException("an endless header line");
    }

    @Override
    public void close() {
        open = false;
        try {
            socket.close();
        } catch (IOException _) {
            // nothing more is wanted of it
        }
    }
}
