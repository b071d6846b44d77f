package dev.tenure.bench.api;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Taints nodes with NoExecute and waits until a watch shows each of their pods deleted, or marked for
/// deletion: through the public API, so any cluster can be measured. Prints one JSON object for all nodes
/// tainted at once, or, one node after the other, how long the last pod of each took; takes away what it
/// made.
@Command(
        name = "evictions",
        mixinStandardHelpOptions = true,
        description = "Pods evicted by NoExecute taints, of any cluster; prints JSON.")
public final class EvictionBench implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 30;
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final byte[] MARK = "\"deletionTimestamp\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELETED = "{\"type\":\"DELETED\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAINT =
            "{\"spec\":{\"taints\":[{\"key\":\"bench.tenure.dev/evict\",\"effect\":\"NoExecute\"}]}}"
                    .getBytes(StandardCharsets.US_ASCII);

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--pods-per-node", defaultValue = "30", description = "Default: ${DEFAULT-VALUE}.")
    private int podsPerNode;

    @Option(names = "--idle-nodes", defaultValue = "0", description = "More nodes (default: ${DEFAULT-VALUE}).")
    private int idleNodes;

    @Option(names = "--one-by-one", description = "Taint a node only when the one before is empty.")
    private boolean oneByOne;

    @Option(
            names = "--pause",
            defaultValue = "0",
            paramLabel = "MILLISECONDS",
            description = "With --one-by-one: so long the cluster rests before each node (default: ${DEFAULT-VALUE}).")
    private int pauseMillis;

    @Option(names = "--rounds", defaultValue = "1", description = "The last round counts (default: ${DEFAULT-VALUE}).")
    private int rounds;

    private final SystemTime time = new SystemTime();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new EvictionBench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        boolean all = true;
        for (int round = 1; round <= rounds; round++) {
            ObjectNode result = round();
            result.put("bench", "evictions")
                    .put("nodes", options.nodes())
                    .put("podsPerNode", podsPerNode)
                    .put("idleNodes", idleNodes)
                    .put("oneByOne", oneByOne)
                    .put("pauseMillis", pauseMillis);
            (round == rounds ? System.out : System.err).println(result.put("round", round));
            all &= result.path("evicted").asInt() == pods();
        }
        return all ? ExitCode.OK : ExitCode.FAILED;
    }

    private int pods() {
        return options.nodes() * podsPerNode;
    }

    private ObjectNode round() throws IOException, InterruptedException {
        String run = Long.toHexString(time.wall().toEpochMilli());
        var objects = new BenchObjects(run);
        try (var target = new BenchCluster(options.cluster(), run)) {
            try {
                target.create("nodes", false, options.nodes() + idleNodes, objects::freeNode);
                target.create("pods", true, pods(), i -> objects.placedPod(i, objects.nodeName(i / podsPerNode)));
                return measure(target, objects);
            } finally {
                target.cleanUp(options.nodes() + idleNodes, objects::nodeName, pods());
            }
        }
    }

    private ObjectNode measure(BenchCluster target, BenchObjects objects) throws IOException, InterruptedException {
        var times = new MeasuredTimes(time, pods());
        CpuTime before = options.cpuTime();
        ObjectNode summary = Json.object();
        try (PodWatch watch = target.watch((pod, line, length) -> {
            if (Arrays.equals(line, 0, Math.min(length, DELETED.length), DELETED, 0, DELETED.length)
                    || PodWatch.find(line, 0, length, MARK) >= 0) {
                times.end(pod);
            }
        })) {
            for (int first = 0; first < options.nodes(); first += oneByOne ? 1 : options.nodes()) {
                if (oneByOne) {
                    Thread.sleep(pauseMillis);
                }
                taint(target, objects, times, first, oneByOne ? first + 1 : options.nodes());
                times.await((oneByOne ? first + 1 : options.nodes()) * podsPerNode, PATIENCE_SECONDS);
            }
            target.check();
            if (!watch.failure().isEmpty()) {
                throw new CommandFailure(ExitCode.FAILED, watch.failure());
            }
        }
        summary.put("evicted", times.done());
        if (oneByOne) {
            times.summariseGroups(
                    summary, podsPerNode, "taint_to_first_delete_seen_ms", "taint_to_last_delete_seen_ms");
        } else {
            times.summarise(summary, "evictions_per_second", "taint_to_delete_seen_ms");
        }
        options.cpuTime().summarise(summary, before, pods());
        return summary;
    }

    private void taint(BenchCluster target, BenchObjects objects, MeasuredTimes times, int from, int to)
            throws IOException, InterruptedException {
        Pipeline pipeline = target.pipeline();
        byte[][] headers = new byte[to][];
        for (int i = from; i < to; i++) {
            headers[i] =
                    pipeline.headers("PATCH", target.path("nodes", false) + "/" + objects.nodeName(i), MERGE_PATCH);
        }
        pipeline.send(
                from,
                to,
                new Pipeline.Requests() {
                    @Override
                    public byte[] headers(int i) {
                        return headers[i];
                    }

                    @Override
                    public byte[] body(int i) {
                        return TAINT;
                    }

                    @Override
                    public void sending(int i) {
                        for (int pod = i * podsPerNode; pod < (i + 1) * podsPerNode; pod++) {
                            times.begin(pod);
                        }
                    }
                },
                BenchCluster.AT_ONCE,
                0);
    }
}
