package dev.tenure.bench.api;

import dev.tenure.client.rest.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A watch of the pods of a namespace on a connection of its own. Each line is searched for the few words
/// that matter; nothing is parsed.
final class PodWatch implements LeanConnection.Replies, AutoCloseable {
    private static final byte[] NAME = "\"name\":\"pod-".getBytes(StandardCharsets.US_ASCII);
    private static final int LINE_BYTES_AT_FIRST = 16_384;
    private static final int OK = 200;

    /// Notified of every line about one of the run's pods.
    interface Lines {
        void line(int pod, byte[] line, int length);
    }

    private final Lines lines;
    private final LeanConnection connection;
    private final CountDownLatch started = new CountDownLatch(1);
    private byte[] line = new byte[LINE_BYTES_AT_FIRST];
    private int length;
    private volatile String failure = "";

    /// Starts watching from `revision` on; returns when the server has begun to answer.
    PodWatch(Connection to, String namespace, long revision, Lines lines) throws IOException, InterruptedException {
        this.lines = lines;
        this.connection = new LeanConnection(to, this);
        String path = "/api/v1/namespaces/%s/pods?watch=true&resourceVersion=%d".formatted(namespace, revision);
        connection.add(connection.headers("GET", path, ""), new byte[0]);
        connection.flush();
        if (!started.await(30, TimeUnit.SECONDS) || !failure.isEmpty()) {
            throw new IOException("the watch did not start " + failure);
        }
    }

    /// Why the watch has ended; empty while it goes on.
    String failure() {
        return failure;
    }

    @Override
    public void status(int stream, int code) {
        if (code != OK) {
            failure = "the watch was answered with %d".formatted(code);
        }
        started.countDown();
    }

    @Override
    public void data(int stream, byte[] bytes, int from, int to) {
        int begin = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                append(bytes, begin, i);
                complete();
                begin = i + 1;
            }
        }
        append(bytes, begin, to);
    }

    private void append(byte[] bytes, int from, int to) {
        int more = to - from;
        if (length + more > line.length) {
            line = Arrays.copyOf(line, Math.max(2 * line.length, length + more));
        }
        System.arraycopy(bytes, from, line, length, more);
        length += more;
    }

    private void complete() {
        int at = find(line, 0, length, NAME);
        if (at >= 0) {
            int pod = 0;
            for (int i = at + NAME.length; line[i] >= '0' && line[i] <= '9'; i++) {
                pod = pod * 10 + line[i] - '0';
            }
            lines.line(pod, line, length);
        }
        length = 0;
    }

    /// Where `word` stands; -1 when it does not.
    static int find(byte[] bytes, int from, int to, byte[] word) {
        byte first = word[0];
        byte second = word[1];
        int last = to - word.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == first
                    && bytes[i + 1] == second
                    && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void ended(int stream) {
        failure = "the server ended the watch";
    }

    @Override
    public void broken(String why) {
        failure = why;
        started.countDown();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
