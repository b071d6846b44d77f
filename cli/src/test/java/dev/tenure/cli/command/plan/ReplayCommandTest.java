package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.command.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What `tenure replay` refuses: what is no share of time, and a change of which nothing could be seen.
class ReplayCommandTest {
    private static final String METRICS = """
        time,node,metric,value
        0,n1,machine_memory_bytes,8Gi
        0,n1,memory,1Gi
        60,n1,memory,1Gi
        0,n1,psi,0
        60,n1,psi,1
        """;

    /// Ten minutes of a node without pods.
    private static final String TRACE = """
        {"apiVersion":"tenure.dev/v1alpha1","kind":"ClusterTrace","version":1,"origin":"a test",\
        "cluster":"","redacted":false}
        {"at":"2026-11-25T16:00:00Z","resumed":false,"gaps":[]}
        {"at":"2026-11-25T16:00:00Z","put":{"apiVersion":"v1","kind":"Node","metadata":{"name":"node-1","uid":"n1"},\
        "status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"},\
        "conditions":[{"type":"Ready","status":"True"}]}}}
        {"at":"2026-11-25T16:10:00Z","ended":"it was enough"}
        """;

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        return new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println(failure.getMessage());
                    return failure instanceof CommandFailure known ? known.exitCode() : 1;
                })
                .execute(words);
    }

    @Test
    void onlyAShareOfTimeCountsAsOne() throws IOException {
        String metrics =
                Files.writeString(folder.resolve("metrics.csv"), METRICS).toString();
        for (String share : new String[] {"NaN", "-0.1", "0", "7"}) {
            assertThat(run("--metrics", metrics, "--psi", share)).as(share).isEqualTo(2);
        }
        assertThat(err.toString()).contains("--psi is \"NaN\": expected is a share of time");
        assertThat(run("--metrics", metrics, "--psi", "1")).as(err.toString()).isZero();
    }

    @Test
    void aChangeAfterTheEndOfTheReplayIsRefused() throws IOException {
        Path trace = folder.resolve("short.trace");
        try (var out = new GZIPOutputStream(Files.newOutputStream(trace))) {
            out.write(TRACE.getBytes(StandardCharsets.UTF_8));
        }
        String[] words = {trace.toString(), "--change", "cordon node-1", "--at", "2h", "--exit-zero"};
        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString())
                .contains("the change is at 2h0m0s, and the forecast goes no further than 1h10m0s: give --for 2h50m0s");
        String[] further = {words[0], words[1], words[2], words[3], words[4], "--exit-zero", "--for", "2h50m"};
        assertThat(run(further)).as(err.toString()).isZero();
    }
}
