package dev.tenure.controllers.bootstrap;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.bootstrap.ClusterInfoRule.Token;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/// Keeps the signatures of `kube-public/cluster-info` in step with it and with the tokens of the cluster.
/// Does nothing while there is no such ConfigMap. Every method runs on its loop.
public final class BootstrapSigningLoop {
    public static final String NAME = "bootstrap-signer-controller";

    private static final String NAMESPACE = "kube-public";
    private static final String INFO = "cluster-info";
    private static final String SELECTOR = "fieldSelector";
    /// Tokens end without an event.
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final ClusterClient client;
    private final EventLoop loop;
    private final ReconcileQueue<String> queue;
    private final Informer secrets;
    private final Informer info;

    public BootstrapSigningLoop(EventLoop loop, ClusterClient client) {
        this.client = client;
        this.loop = loop;
        this.queue = new ReconcileQueue<>(loop, NAME, 1, this::plan);
        this.secrets = new Informer(loop, client, TokenSecrets.ALL, new Changes());
        this.info = new Informer(
                loop,
                client,
                new Selection(ResourceTypes.CONFIG_MAPS, NAMESPACE, Map.of(SELECTOR, "metadata.name=" + INFO)),
                new Changes());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        secrets.start();
        info.start();
        lookAgain();
    }

    private void lookAgain() {
        loop.alarm(NAME, loop.time().now().plus(LOOK_EVERY), () -> {
            queue.add(INFO);
            lookAgain();
        });
    }

    private Optional<Callable<Boolean>> plan(String name) {
        Optional<StoredObject> map = info.all().stream().findFirst();
        if (map.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode tree = Document.of(map.get().content()).tree().deepCopy();
        Map<String, String> held = new TreeMap<>();
        tree.path("data")
                .properties()
                .forEach(each -> held.put(each.getKey(), each.getValue().asText("")));
        List<Token> tokens = secrets.all().stream().map(TokenSecrets::token).toList();
        Map<String, String> wanted =
                ClusterInfoRule.signed(held, tokens, loop.time().wall());
        if (wanted.equals(held)) {
            return Optional.empty();
        }
        ObjectNode data = tree.putObject("data");
        wanted.forEach(data::put);
        return Optional.of(() -> client.update(ResourceTypes.CONFIG_MAPS, NAMESPACE, name, Document.of(tree))
                .succeededOrGone());
    }

    private final class Changes implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(INFO);
        }

        @Override
        public void deleted(StoredObject last) {
            queue.add(INFO);
        }

        @Override
        public void synced() {
            if (secrets.hasSynced() && info.hasSynced()) {
                queue.start();
                queue.add(INFO);
            }
        }
    }
}
