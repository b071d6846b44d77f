package dev.tenure.bench.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates pods and waits until a watch shows each of them on a node: through the public API, so any cluster can be
/// measured. Prints one JSON object; takes away what it made.
@Command(
        name = "api",
        mixinStandardHelpOptions = true,
        description = "Pods created, bound and seen on a watch, of any cluster; prints JSON.")
public final class ApiBench implements Callable<Integer> {
    private static final int CONFLICT = 409;
    private static final int ACCOUNT_TRIES = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--nodes", defaultValue = "100", description = "Nodes to make (default: ${DEFAULT-VALUE}).")
    private int nodes;

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

    private final SystemTime time = new SystemTime();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ApiBench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        String run = Long.toHexString(time.wall().toEpochMilli());
        var objects = new BenchObjects(run);
        try (HttpEndpoint endpoint = cluster.endpoint()) {
            ClusterClient client = ClusterOptions.client(endpoint);
            String namespace = "bench-" + run;
            create(client, ResourceTypes.NAMESPACES, "", namespaceObject(namespace));
            try {
                Batch.run(
                        numbers(0, nodes),
                        workers,
                        i -> create(client, ResourceTypes.NODES, "", objects.node(i)),
                        _ -> {});
                awaitAccount(client, namespace);
                if (warmUp > 0) {
                    measure(client, namespace, objects, 0, warmUp);
                }
                ObjectNode result = measure(client, namespace, objects, warmUp, warmUp + pods);
                result.put("bench", "api")
                        .put("nodes", nodes)
                        .put("classes", classes)
                        .put("workers", workers);
                System.out.println(result.put("rate", rate));
                return result.path("bound").asInt() == pods ? ExitCode.OK : ExitCode.FAILED;
            } finally {
                cleanUp(client, namespace, objects);
            }
        }
    }

    /// Makes pods `from` to `to` - 1 and follows them until all have a node, or nothing moves any more.
    private ObjectNode measure(ClusterClient client, String namespace, BenchObjects objects, int from, int to)
            throws Exception {
        var times = new PodTimes(time);
        try (WatchCursor cursor = watch(client, namespace)) {
            Tick start = time.now();
            Background.run("creators", () -> createPods(client, namespace, objects, new Share(from, to, times, start)));
            times.follow(cursor, to - from, PATIENCE);
        }
        return times.summary();
    }

    private record Share(int from, int to, PodTimes times, Tick start) {}

    private void createPods(ClusterClient client, String namespace, BenchObjects objects, Share share) {
        try {
            Batch.run(
                    numbers(share.from(), share.to()),
                    workers,
                    i -> {
                        pace(share, i - share.from());
                        ObjectNode pod = objects.pod(i, i % classes);
                        share.times().asked("pod-" + i);
                        create(client, ResourceTypes.PODS, namespace, pod);
                    },
                    _ -> {});
        } catch (Exception e) {
            System.err.println("error: " + e.getMessage());
        }
    }

    private void pace(Share share, int number) throws InterruptedException {
        if (rate <= 0) {
            return;
        }
        Duration ahead = Duration.ofNanos(number * TimeUnit.SECONDS.toNanos(1) / rate)
                .minus(time.now().since(share.start()));
        if (ahead.isPositive()) {
            new Signal().await(ahead);
        }
    }

    private static WatchCursor watch(ClusterClient client, String namespace) {
        return switch (client.watch(ResourceTypes.PODS, namespace, Map.of())) {
            case WatchReply.Started started -> started.cursor();
            case WatchReply.Refused refused ->
                throw new CommandFailure(
                        ExitCode.FAILED, "no watch: " + refused.status().message());
        };
    }

    private static void create(ClusterClient client, ResourceType type, String namespace, ObjectNode object) {
        ApiReply reply = client.create(type, namespace, Document.of(object));
        if (reply instanceof ApiReply.Failure(var status, var _) && status.code() != CONFLICT) {
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot create a %s: %s".formatted(type.kind(), status.message()));
        }
    }

    /// Pods need the namespace's service account, which a controller makes.
    private static void awaitAccount(ClusterClient client, String namespace) throws InterruptedException {
        for (int i = 0; i < ACCOUNT_TRIES; i++) {
            if (client.get(ResourceTypes.SERVICE_ACCOUNTS, namespace, "default") instanceof ApiReply.One) {
                return;
            }
            new Signal().await(Duration.ofMillis(100));
        }
    }

    private void cleanUp(ClusterClient client, String namespace, BenchObjects objects) throws Exception {
        Document now = Document.of(Json.object()
                .put("apiVersion", "v1")
                .put("kind", "DeleteOptions")
                .put("gracePeriodSeconds", 0));
        Batch.run(
                numbers(0, warmUp + pods),
                workers,
                i -> client.delete(ResourceTypes.PODS, namespace, "pod-" + i, now),
                _ -> {});
        Batch.run(
                numbers(0, nodes),
                workers,
                i -> client.delete(ResourceTypes.NODES, "", objects.nodeName(i), now),
                _ -> {});
        client.delete(ResourceTypes.NAMESPACES, "", namespace, now);
    }

    private static Iterable<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private static ObjectNode namespaceObject(String name) {
        ObjectNode namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", name);
        return namespace;
    }
}
