package dev.tenure.node.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminationMessageTest {
    @TempDir
    Path folder;

    private Path file;
    private Path log;

    @BeforeEach
    void files() throws IOException {
        file = Files.writeString(folder.resolve("termination-0"), "");
        log = Files.writeString(folder.resolve("0.log"), "");
    }

    private String message(String policy, int exitCode) {
        return TerminationMessage.with(container(policy, exitCode, RunContainer.State.EXITED, ""))
                .message();
    }

    private RunContainer container(String policy, int exitCode, RunContainer.State state, String ofRuntime) {
        return new RunContainer(
                "c",
                "s",
                "main",
                0,
                state,
                1,
                2,
                3,
                exitCode,
                "image",
                "ref",
                "Error",
                ofRuntime,
                Map.of(),
                Map.of(
                        Labels.TERMINATION_MESSAGE_PATH,
                        "/dev/termination-log",
                        Labels.TERMINATION_MESSAGE_POLICY,
                        policy),
                List.of(
                        new RunContainer.Mounted(
                                "/etc/hosts", folder.resolve("hosts").toString()),
                        new RunContainer.Mounted("/dev/termination-log", file.toString())),
                log.toString(),
                Optional.empty(),
                Optional.empty());
    }

    private void logged(String... lines) throws IOException {
        Files.writeString(
                log,
                Arrays.stream(lines)
                        .map(line -> "2026-01-01T00:00:00Z stdout " + line + "\n")
                        .collect(Collectors.joining()));
    }

    @Test
    void whatTheContainerWroteIsShownHoweverItEnded() throws IOException {
        Files.writeString(file, "done\n");
        assertThat(message("File", 0)).isEqualTo("done\n");
        assertThat(message("FallbackToLogsOnError", 1)).isEqualTo("done\n");
        Files.writeString(file, "x".repeat(5000) + "end");
        assertThat(message("File", 1)).hasSize(4096).endsWith("xend");
        Files.delete(file);
        assertThat(message("File", 1)).isEmpty();
    }

    @Test
    void itStandsBehindWhatTheRuntimeSays() throws IOException {
        Files.writeString(file, "done");
        RunContainer ended = container("File", 1, RunContainer.State.EXITED, "killed");
        assertThat(TerminationMessage.with(ended).message()).isEqualTo("killed: done");
        RunContainer runs = container("File", 0, RunContainer.State.RUNNING, "");
        assertThat(TerminationMessage.with(runs).message()).isEmpty();
    }

    @Test
    void theEndOfTheLogStandsInForItOnlyAfterAFailure() throws IOException {
        logged("F one", "P tw", "F o");
        assertThat(message("FallbackToLogsOnError", 1)).isEqualTo("one\ntwo\n");
        assertThat(message("FallbackToLogsOnError", 0)).isEmpty();
        assertThat(message("File", 1)).isEmpty();
    }

    @Test
    void ofALongLogTheLastLinesAreShownUpToABound() throws IOException {
        logged(IntStream.range(0, 200).mapToObj(i -> "F " + i).toArray(String[]::new));
        assertThat(message("FallbackToLogsOnError", 1)).startsWith("120\n121\n").endsWith("199\n");
        logged("P " + "a".repeat(60_000), "F " + "b".repeat(16_000), "F end");
        assertThat(message("FallbackToLogsOnError", 1)).hasSize(2048).endsWith("bb\nend\n");
    }
}
