package dev.tenure.checks.attack;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// One TLS connection on which every byte is the attacker's choice. Used by one thread at a time.
public final class SecretLine implements AutoCloseable {
    private static final SSLContext TLS = Victim.anyServer();
    private static final int ANSWER_MILLIS = 60_000;
    private static final int HEAD_BYTES_MAX = 64 * 1024;
    private static final int LINE_END = 2;
    private static final int LENGTH_CHARACTERS_MAX = 18;

    private final SSLSocket socket;
    private final InputStream in;
    private String lastHead = "";

    private SecretLine(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /// @param protocol `h2` or `http/1.1`
    public static SecretLine open(Victim victim, String protocol) throws IOException {
        return over(victim.connect(), victim.port(), protocol);
    }

    /// @param millis that nothing may take longer than
    static SecretLine openWithin(Victim victim, int millis) throws IOException {
        Socket plain = victim.connect();
        plain.setSoTimeout(millis);
        return secured(plain, victim.port(), "http/1.1");
    }

    /// One that can hold hardly any bytes that are not read.
    static SecretLine openNarrow(Victim victim) throws IOException {
        return over(victim.connectNarrow(), victim.port(), "http/1.1");
    }

    /// Says `first` in the same segment as the end of the handshake.
    static SecretLine openSaying(Victim victim, String first) throws IOException {
        var held = new HeldSocket(victim.connect());
        SecretLine line = over(held, victim.port(), "http/1.1");
        line.send(first);
        held.release();
        return line;
    }

    private static SecretLine over(Socket plain, int port, String protocol) throws IOException {
        plain.setSoTimeout(ANSWER_MILLIS);
        return secured(plain, port, protocol);
    }

    private static SecretLine secured(Socket plain, int port, String protocol) throws IOException {
        try {
            var socket = (SSLSocket) TLS.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return new SecretLine(socket);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    public InputStream in() {
        return in;
    }

    public void answerWithin(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /// Reads one answer with a length, or the head of one without.
    ///
    /// @return its status
    int status() throws IOException {
        String head = head();
        lastHead = head;
        int length = 0;
        for (String field : head.split("\r\n")) {
            if (field.regionMatches(true, 0, "content-length:", 0, "content-length:".length())) {
                length = Integer.parseInt(
                        field.substring("content-length:".length()).strip());
            }
        }
        in.skipNBytes(length);
        return Integer.parseInt(head.split(" ", 3)[1]);
    }

    /// Whether the head of the answer whose status was read last has this field.
    boolean hasHeader(String field) {
        return lastHead.contains("\n" + field + ": ");
    }

    /// Reads one answer that has a length.
    ///
    /// @return that length
    int length() throws IOException {
        String head = head();
        int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
        int length = Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
        in.skipNBytes(length);
        return length;
    }

    /// As [#status], to the end of an answer that comes in chunks, too.
    int statusOfWhole() throws IOException {
        int status = status();
        if (hasHeader("Transfer-Encoding")) {
            long length = chunkLength();
            while (length > 0) {
                in.skipNBytes(length + LINE_END);
                length = chunkLength();
            }
            in.skipNBytes(LINE_END);
        }
        return status;
    }

    private long chunkLength() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LENGTH_CHARACTERS_MAX) {
                throw new EOFException("no length of a chunk, but: " + line);
            }
            line.append((char) next);
        }
        return Long.parseLong(line.toString().strip(), 16);
    }

    /// The head of an answer.
    String head() throws IOException {
        var head = new ByteArrayOutputStream();
        int newLines = 0;
        while (newLines < 2) {
            int next = in.read();
            if (next < 0 || head.size() > HEAD_BYTES_MAX) {
                throw new EOFException("no answer, but: " + head.toString(StandardCharsets.ISO_8859_1));
            }
            head.write(next);
            if (next == '\n') {
                newLines++;
            } else if (next != '\r') {
                newLines = 0;
            }
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /// Whether the server has ended the connection, or does so within these milliseconds.
    boolean endsWithin(int millis) {
        try {
            socket.setSoTimeout(millis);
            byte[] waste = new byte[HEAD_BYTES_MAX];
            while (in.read(waste) >= 0) {
                // what was said before the end
            }
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
