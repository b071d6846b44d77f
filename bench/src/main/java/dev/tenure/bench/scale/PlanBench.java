package dev.tenure.bench.scale;

import dev.tenure.model.meta.Lazy;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.export.ClusterExport;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Moment;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.scenario.Layout;
import dev.tenure.sim.scenario.World;
import dev.tenure.sim.scenario.WorldBuilder;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How long plans of a large cluster take from the command to its end, and how much memory they take at most:
/// what `tenure export` writes, the same as JSON and as YAML of kubectl, the loss of each node, and lint.
/// Every command is a process of its own, started as users start it.
///
/// Usage: `PlanBench [nodes] [pods] [command]...`, with the launcher as the property `launcher`; commands are
/// `export`, `json`, `yaml`, `drain`, `lint` and `resilience`, all of them when none is named. The files are
/// made in a folder of their own that goes with the run, or kept in the one that the property `folder` names,
/// for the next run of the same size. Prints one JSON object.
public final class PlanBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long LOOK_MILLIS = 20;
    private static final List<String> COMMANDS = List.of("export", "json", "yaml", "drain", "lint", "resilience");
    private static final String NODE = "node-0000";

    private final SystemTime time = new SystemTime();
    private final String launcher;
    private final Path folder;

    private PlanBench(String launcher, Path folder) {
        this.launcher = launcher;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        int pods = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 150_000;
        List<String> commands = arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : COMMANDS;
        String kept = System.getProperty("folder", "");
        Path folder = kept.isEmpty()
                ? Files.createTempDirectory("tenure-plan-bench")
                : Files.createDirectories(Path.of(kept, nodes + "-" + pods));
        try {
            var bench = new PlanBench(System.getProperty("launcher", "./tenure"), folder);
            // a launcher that has something to build does it now
            new ProcessBuilder(bench.launcher, "--version").inheritIO().start().waitFor();
            var world = new Lazy<>(() -> WorldBuilder.build(new Layout(1, nodes, pods)));
            ObjectNode result =
                    Json.object().put("bench", "plan").put("nodes", nodes).put("pods", pods);
            for (String command : commands) {
                result.set(command, bench.measured(command, world));
            }
            System.out.println(result);
        } finally {
            if (kept.isEmpty()) {
                delete(folder);
            }
        }
    }

    private ObjectNode measured(String command, Lazy<World> world) throws IOException, InterruptedException {
        return switch (command) {
            case "json" -> run(json(world), "plan", "lose", "node", NODE);
            case "yaml" -> run(yaml(world), "plan", "lose", "node", NODE);
            case "drain" -> run(export(world), "plan", "drain", NODE, "--ignore-daemonsets");
            case "lint" -> run(export(world), "lint");
            case "resilience" -> run(export(world), "plan", "resilience", "--nodes-only", "--top", "5");
            case "export" -> run(export(world), "plan", "lose", "node", NODE);
            default ->
                throw new IllegalArgumentException("no command \"%s\": use one of %s".formatted(command, COMMANDS));
        };
    }

    private ObjectNode run(Path dump, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(launcher));
        command.addAll(List.of(words));
        command.addAll(List.of("--from", dump.toString()));
        Path output = folder.resolve("output");
        Tick start = time.now();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        long peak = 0;
        Duration busy = Duration.ZERO;
        while (!process.waitFor(Duration.ofMillis(LOOK_MILLIS))) {
            peak = Math.max(peak, peakMegabytes(process.pid()));
            busy = process.info().totalCpuDuration().orElse(busy);
        }
        double seconds = time.now().since(start).toNanos() / NANOS_PER_SECOND;
        List<String> lines = Files.readAllLines(output);
        return Json.object()
                .put("seconds", seconds)
                .put("cpu_seconds", busy.toMillis() / MILLIS_PER_SECOND)
                .put("peak_megabytes", peak)
                .put("file_megabytes", Files.size(dump) >> 20)
                .put("exit", process.exitValue())
                .put("last_line", lines.isEmpty() ? "" : lines.getLast());
    }

    /// The most memory that was resident so far, as Linux counts it; 0 once the process is over.
    private static long peakMegabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException _) {
            return 0;
        }
    }

    private Path export(Lazy<World> world) throws IOException {
        Path file = folder.resolve("cluster.tenure");
        if (!Files.exists(file)) {
            ClusterDump dump;
            try (InputStream in = Files.newInputStream(json(world))) {
                dump = DumpFiles.read(List.of(DumpFiles.STDIN), in)
                        .at(new Moment(world.get().epoch(), "made"));
            }
            ClusterExport.write(dump, Files.newOutputStream(file));
        }
        return file;
    }

    /// As `kubectl get … -A -o json` prints it.
    private Path json(Lazy<World> world) throws IOException {
        Path file = folder.resolve("cluster.json");
        if (!Files.exists(file)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                out.write("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[".getBytes(StandardCharsets.UTF_8));
                String before = "\n";
                for (StoredObject object : world.get().objects()) {
                    out.write(before.getBytes(StandardCharsets.UTF_8));
                    out.write(PrettyJson.write(Json.readObject(object.json())).getBytes(StandardCharsets.UTF_8));
                    before = ",\n";
                }
                out.write("\n]}\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    /// As `kubectl get … -A -o yaml` prints it.
    private Path yaml(Lazy<World> world) throws IOException {
        Path file = folder.resolve("cluster.yaml");
        if (!Files.exists(file)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                out.write("apiVersion: v1\nkind: List\nitems:\n".getBytes(StandardCharsets.UTF_8));
                for (StoredObject object : world.get().objects()) {
                    String text =
                            new String(Yaml.write(Json.readObject(object.json())), StandardCharsets.UTF_8).strip();
                    out.write(("- " + text.replace("\n", "\n  ") + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
