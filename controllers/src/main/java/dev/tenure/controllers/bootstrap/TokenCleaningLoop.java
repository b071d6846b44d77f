package dev.tenure.controllers.bootstrap;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/// Deletes the tokens by which machines join once they are over. Every method runs on its loop. Upstream:
/// pkg/controller/bootstrap/tokencleaner.go.
public final class TokenCleaningLoop {
    public static final String NAME = "token-cleaner-controller";

    /// The wall clock, by which tokens end, may be set.
    private static final Duration LOOK_EVERY = Duration.ofHours(1);

    private final ClusterClient client;
    private final EventLoop loop;
    private final ReconcileQueue<String> queue;
    private final Informer secrets;
    private final Map<String, StoredObject> known = new TreeMap<>();

    public TokenCleaningLoop(EventLoop loop, ClusterClient client) {
        this.client = client;
        this.loop = loop;
        this.queue = new ReconcileQueue<>(loop, NAME, 1, this::plan);
        this.secrets = new Informer(loop, client, TokenSecrets.ALL, new Changes());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        secrets.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        StoredObject secret = known.get(name);
        if (secret == null) {
            return Optional.empty();
        }
        Optional<Duration> left = TokenSecrets.token(secret).left(loop.time().wall());
        if (left.isPresent() && left.get().isZero()) {
            return Optional.of(() -> delete(secret));
        }
        left.ifPresent(span -> queue.addAfter(name, span.compareTo(LOOK_EVERY) < 0 ? span : LOOK_EVERY));
        return Optional.empty();
    }

    private boolean delete(StoredObject secret) {
        return client.delete(
                        ResourceTypes.SECRETS,
                        TokenSecrets.NAMESPACE,
                        secret.key().name(),
                        Deletion.of(secret.uid()))
                .succeededOrGone();
    }

    private final class Changes implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            known.put(after.key().name(), after);
            queue.add(after.key().name());
        }

        @Override
        public void deleted(StoredObject last) {
            known.remove(last.key().name());
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
