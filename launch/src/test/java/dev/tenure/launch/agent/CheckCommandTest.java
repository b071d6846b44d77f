package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CheckCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... words) {
        return run(new CheckCommand(), words);
    }

    private int run(CheckCommand check, String... words) {
        return new CommandLine(check)
                .setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((failure, _, _) -> {
                    throw failure;
                })
                .execute(words);
    }

    private String nowhere() {
        return "--container-runtime-endpoint=unix://" + folder.resolve("nowhere.sock");
    }

    @Test
    void whatIsLackingIsReportedWithItsRemedy() {
        assertThat(run(nowhere())).isEqualTo(1);
        assertThat(out.toString())
                .contains("lack  no container runtime at %s/nowhere.sock: run deploy/node/setup-containerd.sh as root"
                        .formatted(folder));
    }

    @Test
    void theSameIsPrintedAsJson() {
        assertThat(run("-o", "json", nowhere())).isEqualTo(1);
        JsonNode report = Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.path("findings").findValuesAsText("level")).contains("lack");
        assertThat(report.path("findings").findValuesAsText("remedy"))
                .contains("run deploy/node/setup-containerd.sh as root");
    }

    private void file(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
    }

    @Test
    void aMachineThatHasNothingLacksEverything() {
        assertThat(run(new CheckCommand(folder, "somebody"), nowhere())).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        "lack  this user is not root: run the agent with sudo",
                        "lack  no control groups at %1$s/sys/fs/cgroup: mount -t cgroup2 none %1$s/sys/fs/cgroup"
                                .formatted(folder),
                        "lack  no container runtime at %s/nowhere.sock: run deploy/node/setup-containerd.sh as root"
                                .formatted(folder),
                        "note  the kernel does not tell of stalls: boot with psi=1; until then the agent looks at memory by"
                                + " itself, every 50 ms");
    }

    @Test
    void controllersThatAreMissingAreNamed() throws IOException {
        file("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io\n");
        file("proc/self/status", "CapEff:\t000001ffffffffff\n");
        file("proc/pressure/memory", "some avg10=0.00\n");
        assertThat(run(new CheckCommand(folder, "root"), nowhere())).isEqualTo(1);
        assertThat(out.toString())
                .contains("ok    this user is root\n")
                .contains("lack  control groups without memory, pids: boot with cgroup_enable=memory")
                .contains("ok    the kernel tells of stalls (PSI)\n")
                .doesNotContain("CAP_SYS_RESOURCE");
    }

    @Test
    void versionOneNeedsItsHierarchies() throws IOException {
        for (String controller : List.of("cpu", "memory")) {
            file("sys/fs/cgroup/" + controller + "/tasks", "");
        }
        file("proc/self/status", "CapEff:\t000001fffeffffff\n");
        run(new CheckCommand(folder, "root"), nowhere());
        assertThat(out.toString()).contains("lack  control groups without pids").contains("note  no CAP_SYS_RESOURCE");
    }

    @Test
    void systemdHasToLearnOfLimits() throws IOException {
        file("sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n");
        file("run/systemd/system/any", "");
        run(new CheckCommand(folder, "root"), nowhere());
        assertThat(out.toString())
                .contains("ok    control groups, version 2\n")
                .contains("lack  systemd runs here, and there is no busctl to tell it of limits");
    }

    @Test
    void aWrongCommandLineIsNoLack() throws Exception {
        var check = new CheckCommand();
        new CommandLine(check).parseArgs("--container-runtime-endpoint=tcp://machine:1");
        assertThatThrownBy(check::call)
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith(
                        "container runtime endpoint \"tcp://machine:1\" is no Unix socket, for example unix://");
        var other = new CommandLine(new CheckCommand());
        assertThatThrownBy(() -> other.parseArgs("-o", "xml"))
                .hasMessageContaining("expected one of [text, json, yaml]");
    }
}
