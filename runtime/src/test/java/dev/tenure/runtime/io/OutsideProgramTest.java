package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutsideProgramTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private static OutsideProgram.Ended run(Duration limit, int bytesMax, String script)
            throws IOException, InterruptedException {
        return OutsideProgram.run(new ProcessBuilder("/bin/sh", "-c", script), limit, bytesMax);
    }

    @Test
    void whatItPrintsAndItsCodeComeBack() throws IOException, InterruptedException {
        OutsideProgram.Ended ended = run(LONG, 100, "echo hello; exit 3");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.text()).isEqualTo("hello");
    }

    @Test
    void whatIsBeyondTheBoundIsReadAndForgotten() throws IOException, InterruptedException {
        OutsideProgram.Ended ended = run(LONG, 10, "head -c 1000000 /dev/zero");
        assertThat(ended.code()).isZero();
        assertThat(ended.output()).hasSize(10);
    }

    @Test
    void itsInputIsEmpty() throws IOException, InterruptedException {
        assertThat(run(LONG, 100, "cat; echo end").text()).isEqualTo("end");
    }

    /// More than a pipe holds, too.
    @Test
    void whatItIsToldIsReadFromAPipe() throws IOException, InterruptedException {
        byte[] large = new byte[1_000_000];
        var counts = new ProcessBuilder("/bin/sh", "-c", "wc -c; echo done >&2");
        OutsideProgram.Ended ended = OutsideProgram.run(counts, large, LONG, 100);
        assertThat(ended.text()).isEqualTo("1000000");
        assertThat(ended.complaint()).asString().isEqualTo("done\n");
    }

    @Test
    void aProgramThatDoesNotReadWhatItIsToldEndsAllTheSame() throws IOException, InterruptedException {
        var deaf = new ProcessBuilder("/bin/sh", "-c", "echo heard nothing");
        assertThat(OutsideProgram.run(deaf, new byte[1_000_000], LONG, 100).text())
                .isEqualTo("heard nothing");
    }

    /// Also one that has others do its work, which keep its output open.
    @Test
    void whatLastsTooLongIsKilledWithAllThatItBegan() throws Exception {
        for (String script : List.of("exec sleep 1000", "sleep 1000 & sleep 1000; true")) {
            assertThatThrownBy(() -> run(SHORT, 100, script))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("it has not ended within ");
        }
        // what is killed is there until the kernel is done with it
        for (ProcessHandle left : ProcessHandle.current().descendants().toList()) {
            if (arguments(left).equals("1000")) {
                left.onExit().get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static String arguments(ProcessHandle process) {
        return process.info().arguments().map(words -> String.join(" ", words)).orElse("");
    }

    @Test
    void whatCannotBeStartedIsAnError() {
        assertThatThrownBy(() -> OutsideProgram.run(new ProcessBuilder("/no/such/program"), LONG, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such/program");
    }

    @Test
    void workThatBlocksIsGivenUp() throws IOException, InterruptedException {
        assertThat(OutsideProgram.within(LONG, () -> "done")).isEqualTo("done");
        var never = new SynchronousQueue<String>();
        assertThatThrownBy(() -> OutsideProgram.within(SHORT, never::take))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no answer within ");
    }
}
