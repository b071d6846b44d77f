package dev.tenure.bench.api;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;

/// The cluster that is measured, with a namespace of the run's own, and the requests that make and take away
/// what a run needs.
final class BenchCluster implements AutoCloseable {
    static final int AT_ONCE = 256;

    private static final int CONFLICT = 409;
    private static final int ACCOUNT_TRIES = 100;
    private static final byte[] NOW = "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"gracePeriodSeconds\":0}"
            .getBytes(StandardCharsets.US_ASCII);

    private final Connection connection;
    private final HttpEndpoint endpoint;
    private final ClusterClient client;
    private final Pipeline pipeline;
    private final String namespace;

    /// Connects and makes the namespace.
    BenchCluster(ClusterOptions options, String run) throws IOException, InterruptedException {
        this.connection = KubeconfigParser.read(options.file());
        this.endpoint = options.endpoint();
        this.client = ClusterOptions.client(endpoint);
        this.pipeline = new Pipeline(connection, new SystemTime());
        this.namespace = "bench-" + run;
        ObjectNode object = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        object.putObject("metadata").put("name", namespace);
        ApiReply reply = client.create(ResourceTypes.NAMESPACES, "", Document.of(object));
        if (reply instanceof ApiReply.Failure(var status, var _) && status.code() != CONFLICT) {
            throw new CommandFailure(ExitCode.FAILED, "cannot create a namespace: " + status.message());
        }
        awaitAccount();
    }

    /// Pods need the namespace's service account, which a controller makes.
    private void awaitAccount() throws InterruptedException {
        for (int i = 0; i < ACCOUNT_TRIES; i++) {
            if (client.get(ResourceTypes.SERVICE_ACCOUNTS, namespace, "default") instanceof ApiReply.One) {
                return;
            }
            new WakeUp().await(Duration.ofMillis(100));
        }
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /// A watch of the namespace's pods from now on.
    PodWatch watch(PodWatch.Lines lines) throws IOException, InterruptedException {
        ApiReply reply = client.list(ResourceTypes.PODS, namespace, Map.of("limit", "1"));
        if (!(reply instanceof ApiReply.Many page)) {
            throw new CommandFailure(ExitCode.FAILED, "cannot list pods: " + reply);
        }
        return new PodWatch(connection, namespace, page.revision(), lines);
    }

    /// Requests that create objects made beforehand.
    ///
    /// @param collection for example `nodes`; with `namespaced`, in the namespace
    Pipeline.Requests creating(String collection, boolean namespaced, byte[][] bodies) {
        byte[] headers = pipeline.headers("POST", path(collection, namespaced), "application/json");
        return new Pipeline.Requests() {
            @Override
            public byte[] headers(int i) {
                return headers;
            }

            @Override
            public byte[] body(int i) {
                return bodies[i];
            }
        };
    }

    /// Makes objects and returns when all are there.
    ///
    /// @throws CommandFailure when one was refused
    void create(String collection, boolean namespaced, int count, IntFunction<ObjectNode> object)
            throws IOException, InterruptedException {
        pipeline.send(0, count, creating(collection, namespaced, bodies(count, object)), AT_ONCE, 0);
        check();
    }

    static byte[][] bodies(int count, IntFunction<ObjectNode> object) {
        byte[][] bodies = new byte[count][];
        for (int i = 0; i < count; i++) {
            bodies[i] = Json.write(object.apply(i));
        }
        return bodies;
    }

    /// @throws CommandFailure when a request was refused
    void check() {
        if (pipeline.failures() > 0) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "%d requests failed, the first one: %s".formatted(pipeline.failures(), pipeline.firstFailure()));
        }
    }

    /// Sends `body` to each of so many paths.
    void each(String method, String contentType, int count, IntFunction<String> path, byte[] body)
            throws IOException, InterruptedException {
        pipeline.send(
                0,
                count,
                new Pipeline.Requests() {
                    @Override
                    public byte[] headers(int i) {
                        return pipeline.headers(method, path.apply(i), contentType);
                    }

                    @Override
                    public byte[] body(int i) {
                        return body;
                    }
                },
                AT_ONCE,
                0);
    }

    /// Takes away nodes, pods and the namespace.
    void cleanUp(int nodes, IntFunction<String> nodeName, int pods) throws IOException, InterruptedException {
        each("DELETE", "application/json", pods, i -> path("pods", true) + "/pod-" + i, NOW);
        each("DELETE", "application/json", nodes, i -> path("nodes", false) + "/" + nodeName.apply(i), NOW);
        client.delete(ResourceTypes.NAMESPACES, "", namespace, Document.of(Json.readObject(NOW)));
    }

    String path(String collection, boolean namespaced) {
        return namespaced ? "/api/v1/namespaces/%s/%s".formatted(namespace, collection) : "/api/v1/" + collection;
    }

    @Override
    public void close() throws IOException {
        pipeline.close();
        endpoint.close();
    }
}
