package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.SecretLine;
import dev.tenure.checks.attack.Victim;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What is left in a server when the requests are over, looked at from outside.
///
/// @param pid of its process, which has to be one of this user's
record FuzzedServer(Victim victim, long pid) {
    private static final int ANSWER_MILLIS = 60_000;
    private static final int COLUMN_OF_BYTES = 2;

    /// Deletes what the requests have made, so that what is left after that is what the server keeps of
    /// requests.
    void sweep(List<String> collections) throws IOException {
        for (String path : collections) {
            try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
                line.answerWithin(ANSWER_MILLIS);
                line.send("""
                    DELETE %s?gracePeriodSeconds=0 HTTP/1.1\r
                    Host: localhost\r
                    Authorization: Bearer %s\r
                    \r
                    """.formatted(path, victim.admin()).getBytes(StandardCharsets.US_ASCII));
                line.in().read();
            }
        }
    }

    /// The bytes of its objects that are still referred to.
    long liveBytes() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String last = "";
        try (var lines = new BufferedReader(new InputStreamReader(jcmd.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line.startsWith("Total") ? line : last;
            }
        }
        if (last.isEmpty()) {
            throw new IOException("jcmd does not tell what process %d holds".formatted(pid));
        }
        return Long.parseLong(last.strip().split("\\s+")[COLUMN_OF_BYTES]);
    }

    /// How long the page of its metrics is.
    long metricsBytes() throws IOException {
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            line.answerWithin(ANSWER_MILLIS);
            line.send("""
                GET /metrics HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Connection: close\r
                \r
                """.formatted(victim.admin()).getBytes(StandardCharsets.US_ASCII));
            return line.in().readAllBytes().length;
        }
    }

    long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            return files.count();
        }
    }

    /// Kilobytes.
    String resident() throws IOException {
        try (var lines = Files.lines(Path.of("/proc", String.valueOf(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS"))
                    .findFirst()
                    .orElse("")
                    .replaceAll("\\s+", " ");
        }
    }
}
