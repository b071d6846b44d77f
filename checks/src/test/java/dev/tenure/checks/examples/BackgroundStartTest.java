package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the launcher does with `--detach`, with a script that plays the server.
class BackgroundStartTest {
    private static final String PRIVATE_FILE = "rw-------";
    private static final String PRIVATE_FOLDER = "rwx------";

    @TempDir
    private Path folder;

    private Path data;
    private Path log;

    /// What came of a start.
    private record Outcome(int code, String out, String err) {}

    @BeforeEach
    void choosesAFolderThatIsNotThereYet() {
        data = folder.resolve("new").resolve("data");
        log = data.resolve("tenure.log");
    }

    /// Runs the words as `./tenure` does, with a server that is this script; `$*` are the words that it gets.
    private Outcome run(String server, String... words) throws IOException, InterruptedException {
        Path script = folder.resolve("server.sh");
        Files.writeString(script, server);
        var command = new ArrayList<String>(List.of(
                "bash",
                "-c",
                "umask 002; . '%s'; TENURE_JVM=(bash '%s'); run_command \"$@\""
                        .formatted(Path.of("..", "build", "background.sh").toRealPath(), script),
                "tenure"));
        command.addAll(List.of(words));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = process.waitFor();
        return new Outcome(code, Files.readString(out), Files.readString(err));
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void returnsAsSoonAsTheServerIsReadyAndLeavesItRunning() throws Exception {
        Outcome outcome = run(
                """
            echo $$ > '%s'
            echo "ready with $* and $TENURE_DETACHED"
            echo "note: something" >&2
            echo "logged" >&2
            echo tenure-detached-ready
            exec sleep 60
            """.formatted(folder.resolve("pid")), "up", "--detach", "--data-dir", data.toString(), "--nodes", "2");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        try {
            assertThat(server.isAlive()).isTrue();
            assertThat(outcome)
                    .isEqualTo(new Outcome(
                            0, "ready with up --data-dir %s --nodes 2 and 1\n".formatted(data), "note: something\n"));
            assertThat(log).hasContent("note: something\nlogged");
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void whatAServerSaysThatDoesNotStartIsShownWithItsCode() throws Exception {
        Files.createDirectories(data);
        Files.writeString(log, "of an earlier start\n");
        Outcome outcome = run("echo 'error: no such node' >&2; exit 3", "up", "-d", "--data-dir=" + data);
        assertThat(outcome).isEqualTo(new Outcome(3, "", "error: no such node\n"));
        assertThat(log).hasContent("of an earlier start\nerror: no such node");
    }

    @Test
    void aServerThatEndsWithoutAWordIsAFailure() throws Exception {
        Outcome outcome = run("exit 0", "apiserver", "-d", "--data-dir", data.toString());
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("ended with code 0 before it was ready");
    }

    @Test
    void whatItMakesIsForItsOwnerAlone() throws Exception {
        run("exit 1", "up", "-d", "--data-dir", data.toString());
        assertThat(rights(data)).isEqualTo(PRIVATE_FOLDER);
        assertThat(rights(log)).isEqualTo(PRIVATE_FILE);
    }

    @Test
    void aLogThatHasGrownLongIsPutAside() throws Exception {
        Files.createDirectories(data);
        byte[] before = "x".repeat((5 << 20) + 1).getBytes(StandardCharsets.UTF_8);
        Files.write(log, before);
        run("echo anew >&2; exit 1", "up", "-d", "--data-dir", data.toString());
        assertThat(log).hasContent("anew");
        assertThat(data.resolve("tenure.log.1")).hasBinaryContent(before);
    }

    @Test
    void aFolderThatCannotBeMadeIsReported() throws Exception {
        Files.writeString(folder.resolve("new"), "a file in the way");
        Outcome outcome = run("exit 0", "up", "-d", "--data-dir", data.toString());
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).startsWith("error: cannot start in the background from data directory \"" + data);
    }

    @Test
    void shortFlagsMayStandTogether() throws Exception {
        String words = "echo \"$*\"; exit 1";
        assertThat(run(words, "up", "-dv", "--data-dir", data.toString()).out()).startsWith("up -v --data-dir");
        assertThat(run(words, "up", "-vvd", "--data-dir", data.toString()).out())
                .startsWith("up -vv --data-dir");
    }

    @Test
    void withoutTheFlagAndForOtherCommandsWordsStayAsTheyAre() throws Exception {
        String words = "echo \"$*\"; exit 7";
        assertThat(run(words, "up", "--nodes", "2")).isEqualTo(new Outcome(7, "up --nodes 2\n", ""));
        assertThat(run(words, "lint", "-d", "a b")).isEqualTo(new Outcome(7, "lint -d a b\n", ""));
        assertThat(Files.exists(data)).isFalse();
    }
}
