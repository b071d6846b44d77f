package dev.tenure.launch.agent;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeHealth;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Says what this machine lacks to be a node, and how to get it. Changes nothing.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Say what this machine lacks to be a node, and how to get it.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing is lacking", "1:something is", "2:the command line is wrong"})
final class CheckCommand implements Callable<Integer> {
    private static final String SETUP = "run deploy/node/setup-containerd.sh as root";
    private static final int CAP_SYS_RESOURCE = 24;
    private static final int HEX = 16;
    private static final List<String> CONTROLLERS = List.of("cpu", "memory", "pids");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--container-runtime-endpoint",
            paramLabel = "URL",
            defaultValue = "unix:///run/containerd/containerd.sock",
            description = "Socket of the runtime (default: ${DEFAULT-VALUE}).")
    private String runtime = "";

    @Mixin
    private OutputOption output = new OutputOption();

    private final Path root;
    private final String user;
    private final List<Finding> findings = new ArrayList<>();
    private boolean restricted;

    /// Looks at this machine.
    CheckCommand() {
        this(Path.of("/"), System.getProperty("user.name"));
    }

    /// @param root of the machine's files
    /// @param user who would run the agent
    CheckCommand(Path root, String user) {
        this.root = root;
        this.user = user;
    }

    /// @param level `ok`, `note` or `lack`
    private record Finding(String level, String what, String remedy) {}

    @Override
    public Integer call() {
        if (runtime.contains("://") && !runtime.startsWith("unix://")) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "container runtime endpoint \"%s\" is no Unix socket, for example unix:///run/containerd/containerd.sock"
                            .formatted(runtime));
        }
        rights();
        groups();
        runtime();
        pressure();
        PrintWriter out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written("MachineCheck", json()));
        } else {
            text(out);
        }
        out.flush();
        boolean lacks = findings.stream().anyMatch(finding -> finding.level().equals("lack"));
        return lacks ? ExitCode.FAILED : ExitCode.OK;
    }

    private ObjectNode json() {
        ObjectNode report = Json.object();
        ArrayNode list = report.putArray("findings");
        for (Finding finding : findings) {
            ObjectNode each = list.addObject().put("level", finding.level()).put("what", finding.what());
            if (!finding.remedy().isEmpty()) {
                each.put("remedy", finding.remedy());
            }
        }
        return report;
    }

    private void text(PrintWriter out) {
        for (Finding finding : findings) {
            out.println("%-5s %s%s"
                    .formatted(
                            finding.level(),
                            finding.what(),
                            finding.remedy().isEmpty() ? "" : ": " + finding.remedy()));
        }
    }

    private void ok(String what) {
        findings.add(new Finding("ok", what, ""));
    }

    private void note(String what, String remedy) {
        findings.add(new Finding("note", what, remedy));
    }

    private void lack(String what, String remedy) {
        findings.add(new Finding("lack", what, remedy));
    }

    private void rights() {
        if (user.equals("root")) {
            ok("this user is root");
        } else {
            lack("this user is not root", "run the agent with sudo");
        }
        var machine = new MachineReader(root);
        String mask = machine.value("proc/self/status", "CapEff");
        restricted = !mask.isEmpty() && (Long.parseUnsignedLong(mask, HEX) >> CAP_SYS_RESOURCE & 1) == 0;
        if (restricted) {
            note(
                    "no CAP_SYS_RESOURCE",
                    "containers cannot be made safer from the OOM killer than the agent is; the runtime needs restrict_oom_score_adj = true, which deploy/node/setup-containerd.sh sets");
        }
    }

    private void groups() {
        Path groups = root.resolve("sys/fs/cgroup");
        boolean second = Files.exists(groups.resolve("cgroup.controllers"));
        boolean first = !second && Files.isDirectory(groups.resolve("memory"));
        if (!first && !second) {
            lack("no control groups at " + groups, "mount -t cgroup2 none " + groups);
            return;
        }
        List<String> missing =
                CONTROLLERS.stream().filter(each -> !has(groups, each)).toList();
        if (missing.isEmpty()) {
            ok("control groups, version " + (second ? "2" : "1"));
        } else {
            lack(
                    "control groups without " + String.join(", ", missing),
                    "boot with cgroup_enable=memory, and a kernel that has the controllers");
        }
        if (!Files.isWritable(first ? groups.resolve("memory") : groups)) {
            lack("control groups may not be written", "run on the machine itself, or in a privileged container");
        }
        if (Files.isDirectory(root.resolve("run/systemd/system"))
                && !Files.isExecutable(root.resolve("usr/bin/busctl"))) {
            lack("systemd runs here, and there is no busctl to tell it of limits", "install the package systemd whole");
        }
    }

    private static boolean has(Path groups, String controller) {
        try {
            return Files.isDirectory(groups.resolve(controller))
                    || List.of(Files.readString(groups.resolve("cgroup.controllers"))
                                    .strip()
                                    .split(" "))
                            .contains(controller);
        } catch (IOException _) {
            return false;
        }
    }

    private void runtime() {
        Path socket = Path.of(runtime.replaceFirst("^unix://", ""));
        if (!Files.exists(socket)) {
            lack("no container runtime at " + socket, SETUP);
            return;
        }
        try (var channel = new RuntimeChannel(socket)) {
            var client = new RuntimeClient(channel);
            RuntimeClient.Version version = client.version();
            ok("container runtime %s %s at %s".formatted(version.name(), version.version(), socket));
            RuntimeHealth health = client.health();
            if (health.runtimeProblem().isPresent()) {
                lack(
                        "the container runtime is not ready",
                        health.runtimeProblem().get());
            } else if (health.networkProblem().isPresent()) {
                lack(
                        "pods have no network (%s)"
                                .formatted(health.networkProblem().get()),
                        SETUP);
            } else {
                ok("pods have a network");
            }
        } catch (RuntimeUnavailableException e) {
            lack(String.valueOf(e.getMessage()), "systemctl start containerd, or " + SETUP);
        }
    }

    private void pressure() {
        boolean readable = Files.isReadable(root.resolve("proc/pressure/memory"));
        if (readable && restricted) {
            note(
                    "the kernel tells of stalls (PSI) only every 2 s",
                    "give the agent CAP_SYS_RESOURCE to be told within 50 ms; until then it looks at memory by itself, every 50 ms");
        } else if (readable) {
            ok("the kernel tells of stalls (PSI)");
        } else {
            note(
                    "the kernel does not tell of stalls",
                    "boot with psi=1; until then the agent looks at memory by itself, every 50 ms");
        }
    }
}
