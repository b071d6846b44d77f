package dev.tenure.node.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a real containerd, when this machine was prepared by `deploy/node/setup-containerd.sh`; else
/// skipped, with the reason.
class RuntimeClientTest {
    private static final Path SOCKET = Path.of("/run/containerd/containerd.sock");
    private static final String IMAGE = "docker.io/library/busybox:1.35";
    private static final Duration GRACE = Duration.ofSeconds(1);

    @TempDir
    private Path logs = Path.of("");

    @Test
    void containerStartsRunsACommandAndEnds() {
        assumeTrue(Files.isWritable(SOCKET), "no containerd answers at " + SOCKET + ", or this user may not use it");
        try (var channel = new RuntimeChannel(SOCKET)) {
            var runtime = new RuntimeClient(channel);
            var images = new ImageClient(channel);
            assumeTrue(answers(runtime), "containerd at " + SOCKET + " does not answer");
            assumeTrue(images.image(IMAGE).isPresent(), "containerd has no image " + IMAGE);
            String uid = "test-" + ProcessHandle.current().pid();
            Message sandboxConfig = sandbox(uid);
            String sandbox = runtime.runSandbox(sandboxConfig, "");
            try {
                String id = runtime.createContainer(sandbox, container(uid), sandboxConfig);
                runtime.startContainer(id);
                var executed = runtime.exec(id, List.of("sh", "-c", "echo hello; exit 3"), GRACE.multipliedBy(20));
                assertThat(executed.exitCode()).isEqualTo(3);
                assertThat(new String(executed.output(), StandardCharsets.UTF_8))
                        .isEqualTo("hello\n");
                runtime.stopContainer(id, GRACE);
                RunContainer ended = runtime.container(id, sandbox).orElseThrow();
                assertThat(ended.exited()).isTrue();
                assertThat(ended.attempt()).isEqualTo(2);
                assertThat(runtime.containers(uid)).hasSize(1);
            } finally {
                runtime.stopSandbox(sandbox);
                runtime.removeSandbox(sandbox);
            }
            assertThat(runtime.containers(uid)).isEmpty();
        }
    }

    @Test
    void whyARuntimeDoesNotAnswerIsTold() {
        try (var channel = new RuntimeChannel(logs.resolve("none.sock"))) {
            assertThatThrownBy(() -> new RuntimeClient(channel).version())
                    .isInstanceOf(RuntimeUnavailableException.class)
                    .hasMessageContaining("none.sock does not answer: io exception (FileNotFoundException)");
        }
    }

    private static boolean answers(RuntimeClient runtime) {
        try {
            runtime.version();
            return true;
        } catch (RuntimeUnavailableException _) {
            return false;
        }
    }

    /// Of the host's network, so that the test needs no plugin for networks. Without the label of pods, so
    /// that an agent on this machine does not take it for one of its own.
    private Message sandbox(String uid) {
        Message namespaces = Message.builder().number(1, 2).number(2, 1).build();
        Message linux = Message.builder()
                .message(2, Message.builder().message(1, namespaces).build())
                .build();
        return Message.builder()
                .message(
                        1,
                        Message.builder()
                                .text(1, uid)
                                .text(2, uid)
                                .text(3, "test")
                                .build())
                .text(3, logs.toString())
                .map(6, Map.of("test", uid))
                .message(8, linux)
                .build();
    }

    private static Message container(String uid) {
        return Message.builder()
                .message(1, Message.builder().text(1, "c").number(2, 2).build())
                .message(2, Message.builder().text(1, IMAGE).build())
                .texts(3, List.of("sleep", "1000"))
                .map(9, Map.of(Labels.POD_UID, uid))
                .text(11, "c.log")
                .build();
    }
}
