package dev.tenure.controllers.ttl;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of the ttl controller: counts the nodes and annotates each. Every method runs on its loop.
public final class TtlLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "ttl-controller";

    /// What the nodes are annotated with, in seconds.
    public static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";

    private static final int WORKERS_MAX = 5;

    private final ClusterClient client;
    private final ReconcileQueue<String> queue;
    private final Informer nodes;
    private int count;
    private int step;

    public TtlLoop(ControllerContext context) {
        this.client = context.client();
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        String wanted = Integer.toString(TtlRule.seconds(step));
        return nodes.get(ResourceTypes.NODES.key("", name))
                .filter(node -> !wanted.equals(annotation(node)))
                .map(_ -> () -> annotate(name, wanted));
    }

    private static String annotation(StoredObject node) {
        return node.view(Node.class).meta().annotations().getOrDefault(ANNOTATION, "");
    }

    private boolean annotate(String name, String wanted) {
        var patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(ANNOTATION, wanted);
        ApiReply reply = client.patch(
                ResourceTypes.NODES, "", name, "", new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        return reply.succeededOrGone();
    }

    private void counted(int nodesNow) {
        count = nodesNow;
        int next = TtlRule.next(step, count);
        if (next != step) {
            step = next;
            nodes.all().forEach(node -> queue.add(node.key().name()));
        }
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isEmpty()) {
                counted(count + 1);
            }
            if (before.isEmpty() || !annotation(after).equals(Integer.toString(TtlRule.seconds(step)))) {
                queue.add(after.key().name());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            counted(count - 1);
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
