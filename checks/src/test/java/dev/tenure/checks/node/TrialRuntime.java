package dev.tenure.checks.node;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.runtime.loop.WakeUp;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A containerd of its own, by `deploy/node/trial-containerd.sh`: nothing else on the machine knows of it, so
/// that it may be killed, frozen and starved.
final class TrialRuntime implements AutoCloseable {
    static final String IMAGE = "docker.io/library/busybox:1.35";

    private static final String PAUSE = "tenure.dev/pause:1";
    private static final Path SCRIPTS =
            Path.of("..", "deploy", "node").toAbsolutePath().normalize();
    private static final List<String> PROGRAMS = List.of("containerd", "ctr", "runc", "busybox", "mkfs.ext4");
    private static final int SUBNETS = 250;

    private final Path folder;
    private final Path data;

    private TrialRuntime(Path folder, Path data) {
        this.folder = folder;
        this.data = data;
    }

    /// Why there can be none on this machine; empty when there can.
    static Optional<String> lacking() {
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("real containers need root");
        }
        for (String program : PROGRAMS) {
            if (!installed(program)) {
                return Optional.of(
                        "%s is not installed; deploy/node/setup-containerd.sh says what is needed".formatted(program));
            }
        }
        boolean network =
                Stream.of("/opt/cni/bin/ptp", "/usr/lib/cni/ptp").anyMatch(path -> Files.isExecutable(Path.of(path)));
        if (!network) {
            return Optional.of("the CNI plugins are not installed (containernetworking-plugins)");
        }
        return Files.isWritable(Path.of("/sys/fs/cgroup/memory"))
                ? Optional.empty()
                : Optional.of("only tried with control groups version 1 that may be written");
    }

    private static boolean installed(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin:/sbin";
        return Stream.of(path.split(File.pathSeparator)).anyMatch(part -> Files.isExecutable(Path.of(part, program)));
    }

    /// @param folder of its socket and state
    /// @param data where images and layers lie
    static TrialRuntime start(Path folder, Path data) throws IOException, InterruptedException {
        var runtime = new TrialRuntime(folder, data);
        runtime.start();
        return runtime;
    }

    Path socket() {
        return folder.resolve("containerd.sock");
    }

    private long pid() throws IOException {
        return Long.parseLong(Files.readString(folder.resolve("containerd.pid")).strip());
    }

    /// Starts it again after a kill.
    void start() throws IOException, InterruptedException {
        script("start");
    }

    private void script(String verb) throws IOException, InterruptedException {
        long subnet = ProcessHandle.current().pid() % SUBNETS;
        var environment = Map.of("DATA", data.toString(), "POD_CIDR", "10.87.%d.0/24".formatted(subnet));
        run(environment, SCRIPTS.resolve("trial-containerd.sh").toString(), verb, folder.toString());
    }

    /// Runs a program to its good end.
    static String run(String... words) throws IOException, InterruptedException {
        return run(Map.of(), words);
    }

    private static String run(Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (old, more) -> old + ":" + more);
        builder.environment().putAll(environment);
        Path output = Files.createTempFile("tenure-run", ".out");
        try {
            Process process = builder.redirectOutput(output.toFile()).start();
            int status = process.waitFor();
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            if (status != 0) {
                throw new IOException("%s: exit code %d: %s".formatted(List.of(words), status, printed));
            }
            return printed;
        } finally {
            Files.delete(output);
        }
    }

    /// Ends it as `kill -9` does.
    void kill() throws IOException, InterruptedException {
        Path process = Path.of("/proc", String.valueOf(pid()));
        run("kill", "-KILL", String.valueOf(pid()));
        while (Files.exists(process)
                && !Files.readString(process.resolve("stat")).contains(") Z ")) {
            new WakeUp().await(Duration.ofMillis(10));
        }
    }

    /// It takes calls and answers none, until it is thawed.
    void freeze() throws IOException, InterruptedException {
        run("kill", "-STOP", String.valueOf(pid()));
    }

    void thaw() throws IOException, InterruptedException {
        run("kill", "-CONT", String.valueOf(pid()));
    }

    /// Of one pod, or of all with an empty uid; ended ones too.
    List<RunContainer> containers(String podUid) {
        try (var channel = new RuntimeChannel(socket())) {
            return new RuntimeClient(channel).containers(podUid);
        }
    }

    boolean has(String image) {
        try (var channel = new RuntimeChannel(socket())) {
            return new ImageClient(channel).image(image).isPresent();
        }
    }

    /// Brings in again what was taken away to make room.
    void importImages() throws IOException, InterruptedException {
        if (!has(IMAGE) || !has(PAUSE)) {
            run(SCRIPTS.resolve("images.sh").toString(), socket().toString());
        }
    }

    /// Brings in an image that nobody uses.
    ///
    /// @param mebi its size; it is kept twice, packed and unpacked
    void importUnused(String name, int mebi) throws IOException, InterruptedException {
        run(SCRIPTS.resolve("images.sh").toString(), socket().toString(), name, String.valueOf(mebi));
    }

    /// Takes an image away, into a folder in the OCI layout.
    void moveOut(String image, Path layout) throws IOException, InterruptedException {
        Files.createDirectories(layout);
        String archive = layout.resolve("image.tar").toString();
        run("ctr", "-a", socket().toString(), "-n", "k8s.io", "images", "export", archive, image);
        run("tar", "-C", layout.toString(), "-xf", archive);
        Files.delete(Path.of(archive));
        try (var channel = new RuntimeChannel(socket())) {
            new ImageClient(channel).remove(image);
        }
    }

    /// Ends its pods, and it, and unmounts everything.
    @Override
    public void close() {
        try {
            script("stop");
        } catch (IOException e) {
            throw new IllegalStateException("containerd does not end: " + e.getMessage(), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
