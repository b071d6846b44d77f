package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.command.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `tenure replay --metrics` refuses what is no share of time.
class ReplayCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int run(String share) throws IOException {
        Path metrics = folder.resolve("metrics.csv");
        Files.writeString(metrics, """
            time,node,metric,value
            0,n1,machine_memory_bytes,8Gi
            0,n1,memory,1Gi
            60,n1,memory,1Gi
            0,n1,psi,0
            60,n1,psi,1
            """);
        return new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println(failure.getMessage());
                    return failure instanceof CommandFailure known ? known.exitCode() : 1;
                })
                .execute("--metrics", metrics.toString(), "--psi", share);
    }

    @Test
    void onlyAShareOfTimeCountsAsOne() throws IOException {
        for (String share : new String[] {"NaN", "-0.1", "0", "7"}) {
            assertThat(run(share)).as(share).isEqualTo(2);
        }
        assertThat(err.toString()).contains("--psi is \"NaN\": expected is a share of time");
        assertThat(run("1")).as(err.toString()).isZero();
    }
}
