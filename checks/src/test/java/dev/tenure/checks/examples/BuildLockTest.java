package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Of launchers that are started at once, one builds; none waits for somebody who is gone.
class BuildLockTest {
    @TempDir
    private Path folder = Path.of("");

    private ProcessBuilder script(String commands) throws IOException {
        Path layout = Path.of("..", "build", "layout.sh").toRealPath();
        return new ProcessBuilder(
                        "bash",
                        "-c",
                        "ROOT='%s'; . '%s'; BUILD=$ROOT/build; %s".formatted(folder.toRealPath(), layout, commands))
                .redirectErrorStream(true);
    }

    private static String printed(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return text;
    }

    private Path lock() throws IOException {
        return Files.createDirectories(folder.resolve("build")).resolve("builder");
    }

    @Test
    void oneBuildsAtATime() throws Exception {
        String turn =
                "layout_lock; n=$(cat \"$ROOT/count\"); sleep 0.05; echo $((n + 1)) > \"$ROOT/count\"; layout_unlock";
        Files.writeString(folder.resolve("count"), "0");
        Process[] all = new Process[6];
        for (int i = 0; i < all.length; i++) {
            all[i] = script(turn).start();
        }
        for (Process one : all) {
            assertThat(printed(one)).isIn("", "another build is under way; waiting for it");
        }
        assertThat(folder.resolve("count")).hasContent("6");
        assertThat(folder.resolve("build")).isEmptyDirectory();
    }

    @Test
    void whoeverIsGoneIsNotWaitedFor() throws Exception {
        Process gone = script("layout_lock; kill -9 $$").start();
        printed(gone);
        assertThat(Files.readSymbolicLink(lock())).hasToString(Long.toString(gone.pid()));
        assertThat(printed(script("layout_lock; echo mine").start())).isEqualTo("mine");
        assertThat(folder.resolve("build")).as("given back at the end").isEmptyDirectory();
    }

    @Test
    void whoTookTheLockOverMeanwhileKeepsIt() throws Exception {
        long self = ProcessHandle.current().pid();
        Files.createSymbolicLink(lock(), Path.of(Long.toString(self)));
        assertThat(printed(script("layout_take_lock_from 1; layout_unlock; readlink \"$BUILD/builder\"")
                        .start()))
                .isEqualTo(Long.toString(self));
    }

    @Test
    void aCacheOfOtherJarsIsNotTaken() throws Exception {
        String asked = "layout_cache_is_of_these_jars && echo taken || echo made";
        Path sums = Files.createDirectories(folder.resolve("lib")).resolve("SHA256SUMS");
        Files.writeString(sums, "1  launch.jar\n");
        Path build = Files.createDirectories(folder.resolve("build"));
        assertThat(printed(script(asked).start())).isEqualTo("made");
        Files.writeString(build.resolve("app.aot"), "");
        assertThat(printed(script(asked).start())).as("of an earlier release").isEqualTo("made");
        Files.copy(sums, build.resolve("app.aot.jars"));
        assertThat(printed(script(asked).start())).isEqualTo("taken");
        Files.writeString(sums, "2  launch.jar\n");
        assertThat(printed(script(asked).start())).isEqualTo("made");
    }
}
