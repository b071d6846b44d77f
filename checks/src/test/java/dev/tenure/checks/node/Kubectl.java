package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One kubectl, and what it has to be able to do with a pod.
///
/// @param release for example `1.33`
record Kubectl(String release, Path program, Path kubeconfig) {
    private static final int WEBSOCKET_SINCE = 30;
    private static final int PORTS_BY_WEBSOCKET_SINCE = 31;
    private static final long SECONDS_MAX = 30;
    private static final int EXIT_CODE = 3;
    private static final Pattern FORWARDING = Pattern.compile("Forwarding from 127\\.0\\.0\\.1:(\\d+) ");

    private record Ran(int code, String out, String err) {}

    static int minor(String release) {
        return Integer.parseInt(release.substring(release.indexOf('.') + 1));
    }

    static boolean asksByWebSocket(String release) {
        return minor(release) >= WEBSOCKET_SINCE;
    }

    private ProcessBuilder builder(String... words) {
        var line = new ArrayList<>(List.of(program.toString(), "--kubeconfig", kubeconfig.toString()));
        line.addAll(List.of(words));
        return new ProcessBuilder(line);
    }

    private Ran run(String input, String... words) throws IOException, InterruptedException {
        Path in = Files.createTempFile("kubectl", ".in");
        Path out = Files.createTempFile("kubectl", ".out");
        Path err = Files.createTempFile("kubectl", ".err");
        try {
            Files.writeString(in, input);
            Process process = builder(words)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            boolean ended = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended)
                    .as("kubectl %s %s ends: %s", release, List.of(words), Files.readString(err))
                    .isTrue();
            return new Ran(process.waitFor(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(in);
            Files.delete(out);
            Files.delete(err);
        }
    }

    void logs(String pod, String line) throws IOException, InterruptedException {
        Ran ran = run("", "logs", pod);
        assertThat(ran.out()).as("logs, %s: %s", release, ran.err()).isEqualTo(line + "\n");
    }

    /// Output, errors, input and the exit code of a command, and by which protocol they came.
    void exec(String pod) throws IOException, InterruptedException {
        Ran ran = run("", "-v=7", "exec", pod, "--", "sh", "-c", "echo out; echo err >&2; exit " + EXIT_CODE);
        assertThat(ran.out()).as("exec, %s: %s", release, ran.err()).isEqualTo("out\n");
        assertThat(ran.err()).contains("err\n");
        assertThat(ran.code()).as("exit code, %s", release).isEqualTo(EXIT_CODE);
        assertThat(ran.err().contains("Sec-Websocket-Protocol: v5.channel.k8s.io"))
                .as("exec by WebSocket, %s: %s", release, ran.err())
                .isEqualTo(asksByWebSocket(release));
        Ran echoed = run("line\n", "exec", "-i", pod, "--", "cat");
        assertThat(echoed.out()).as("exec -i, %s: %s", release, echoed.err()).isEqualTo("line\n");
    }

    void attach(String pod, String input, String answer) throws IOException, InterruptedException {
        Ran ran = run(input + "\n", "attach", "-i", pod);
        assertThat(ran.out()).as("attach, %s: %s", release, ran.err()).contains(answer + "\n");
    }

    /// Gets a page through a forwarded port, twice.
    void forward(String pod, int port, String page) throws IOException, InterruptedException {
        ProcessBuilder forwarding =
                builder("port-forward", "pod/" + pod, ":" + port).redirectError(Redirect.DISCARD);
        if (minor(release) < PORTS_BY_WEBSOCKET_SINCE && asksByWebSocket(release)) {
            forwarding.environment().put("KUBECTL_PORT_FORWARD_WEBSOCKETS", "true");
        }
        Process process = forwarding.start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                HttpClient http = HttpClient.newHttpClient()) {
            Matcher line = FORWARDING.matcher(String.valueOf(out.readLine()));
            assertThat(line.find()).as("port-forward, %s", release).isTrue();
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/".formatted(line.group(1))))
                    .build();
            for (int i = 0; i < 2; i++) {
                assertThat(http.send(request, BodyHandlers.ofString()).body())
                        .as("page %d, %s", i, release)
                        .isEqualTo(page + "\n");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
