package dev.tenure.controllers.certificates;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.time.Instant;

/// Deletes requests for certificates once they are over; looks for them every hour. Every method runs on its
/// loop. Upstream: CSRCleanerController.
public final class RequestCleaningLoop {
    /// The name of the controller.
    public static final String NAME = "certificatesigningrequest-cleaner-controller";

    private static final Duration LOOK_EVERY = Duration.ofHours(1);

    private final EventLoop loop;
    private final ClusterClient client;
    private final Informer requests;

    public RequestCleaningLoop(ControllerContext context) {
        this.loop = context.loop();
        this.client = context.client();
        this.requests = context.informers().all(CertificateSigningLoop.REQUESTS, new CompletionHandler(this::look));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        requests.start();
    }

    private void look() {
        Instant now = loop.time().wall();
        for (StoredObject request : requests.all()) {
            if (RequestEnd.isOver(Document.of(request.content()).tree(), now)) {
                String name = request.key().name();
                // what cannot be deleted now is met again in an hour
                loop.work(
                        "delete",
                        () -> client.delete(CertificateSigningLoop.REQUESTS, "", name, Document.of(Json.object())),
                        _ -> {});
            }
        }
        loop.alarm(NAME, loop.time().now().plus(LOOK_EVERY), this::look);
    }
}
