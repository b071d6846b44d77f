package dev.tenure.bench.api;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates pods and waits until a watch shows each of them on a node: through the public API, so any cluster
/// can be measured. Prints one JSON object; takes away what it made.
///
/// The client sends bytes that were made beforehand, many requests at once over one connection, and searches
/// what the watch brings for the node's name; what it spends itself is told apart from the server.
@Command(
        name = "api",
        mixinStandardHelpOptions = true,
        description = "Pods created, bound and seen on a watch, of any cluster; prints JSON.")
public final class ApiBench implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 30;
    private static final byte[] NODE_NAME = "\"nodeName\":\"".getBytes(StandardCharsets.US_ASCII);

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--pods", defaultValue = "5000", description = "Pods to make (default: ${DEFAULT-VALUE}).")
    private int pods;

    @Option(names = "--classes", defaultValue = "100", description = "Kinds of pods (default: ${DEFAULT-VALUE}).")
    private int classes;

    @Option(names = "--workers", defaultValue = "64", description = "Requests at once (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--rate", defaultValue = "0", description = "Pods a second; 0: as many as go (default).")
    private int rate;

    @Option(names = "--warm-up", defaultValue = "1000", description = "Pods before that (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--room",
            defaultValue = "1000",
            description = "Pods for which a node has room (default: ${DEFAULT-VALUE}).")
    private int room;

    @Option(
            names = "--run",
            paramLabel = "NAME",
            description =
                    "Names nodes and namespace, so that a run with --nodes 0 uses the nodes that one before kept.")
    private @Nullable String name;

    @Option(names = "--keep", description = "Leave nodes and pods there.")
    private boolean keep;

    private final SystemTime time = new SystemTime();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ApiBench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        String run = name == null ? Long.toHexString(time.wall().toEpochMilli()) : name;
        var objects = new BenchObjects(run);
        try (var target = new BenchCluster(options.cluster(), run)) {
            try {
                target.create("nodes", false, options.nodes(), i -> objects.node(i, room));
                byte[][] bodies = BenchCluster.bodies(warmUp + pods, i -> objects.pod(i, i % classes));
                if (warmUp > 0) {
                    System.err.println(measure(target, bodies, 0, warmUp, 0).put("bench", "api warm-up"));
                }
                ObjectNode result = measure(target, bodies, warmUp, warmUp + pods, rate);
                result.put("bench", "api")
                        .put("nodes", options.nodes())
                        .put("classes", classes)
                        .put("workers", workers)
                        .put("warmUp", warmUp);
                System.out.println(result.put("rate", rate));
                return result.path("bound").asInt() == pods ? ExitCode.OK : ExitCode.FAILED;
            } finally {
                if (!keep) {
                    target.cleanUp(options.nodes(), objects::nodeName, warmUp + pods);
                }
            }
        }
    }

    /// Makes pods `from` to `to` - 1 and follows them until all have a node, or nothing moves any more.
    private ObjectNode measure(BenchCluster target, byte[][] bodies, int from, int to, int perSecond)
            throws IOException, InterruptedException {
        var times = new MeasuredTimes(time, to - from);
        Pipeline.Requests creating = target.creating("pods", true, bodies);
        var timed = new Pipeline.Requests() {
            @Override
            public byte[] headers(int i) {
                return creating.headers(i);
            }

            @Override
            public byte[] body(int i) {
                return creating.body(i);
            }

            @Override
            public void sending(int i) {
                times.begin(i - from);
            }
        };
        CpuTime before = options.cpuTime();
        try (PodWatch watch = target.watch((pod, line, length) -> {
            if (PodWatch.find(line, 0, length, NODE_NAME) >= 0) {
                times.end(pod - from);
            }
        })) {
            target.pipeline().send(from, to, timed, workers, perSecond);
            target.check();
            times.await(PATIENCE_SECONDS);
            if (!watch.failure().isEmpty()) {
                throw new CommandFailure(ExitCode.FAILED, watch.failure());
            }
        }
        ObjectNode summary = Json.object().put("asked", to - from).put("bound", times.done());
        times.summarise(summary, "pods_per_second", "create_to_bound_seen_ms");
        options.cpuTime().summarise(summary, before, to - from);
        return summary;
    }
}
