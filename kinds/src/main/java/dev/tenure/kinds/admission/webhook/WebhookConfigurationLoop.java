package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps the published webhooks up to date with the store. State is confined to its loop. Upstream:
/// apiserver/pkg/admission/configuration.
public final class WebhookConfigurationLoop {
    private static final String GROUP = "admissionregistration.k8s.io";
    private static final String MUTATING = "mutatingwebhookconfigurations";
    private static final String VALIDATING = "validatingwebhookconfigurations";
    private static final int BATCH = 1_000;

    private final Store store;
    private final Published<AdmissionWebhooks> webhooks;

    /// The configurations as they were last read: expressions are compiled when a configuration changes, and
    /// not all of them whenever one does.
    private Map<Revised, List<AdmissionWebhook>> known = Map.of();

    private record Revised(String uid, long revision) {}

    /// Reads the present configurations on the caller's thread; [#start] follows the changes.
    public WebhookConfigurationLoop(Store store) {
        this.store = store;
        this.webhooks = new Published<>(new AdmissionWebhooks(List.of(), List.of()));
        read();
    }

    Published<AdmissionWebhooks> webhooks() {
        return webhooks;
    }

    /// Begins to follow.
    public void start(EventLoop loop) {
        new Supervisor("webhook-configurations", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop loop) {
        long revision = store.revision();
        List<LogCursor> cursors = new ArrayList<>();
        for (String resource : List.of(MUTATING, VALIDATING)) {
            LogCursor cursor = store.watch(new ResourceId(GROUP, resource), "", revision);
            loop.supervision().atEnd(cursor::close);
            cursors.add(cursor);
        }
        read();
        cursors.forEach(cursor -> await(loop, cursor));
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post("webhook-configurations-changed", () -> changed(loop, cursor)));
    }

    private void changed(EventLoop loop, LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        read();
        await(loop, cursor);
    }

    private void read() {
        Map<Revised, List<AdmissionWebhook>> present = new HashMap<>();
        List<AdmissionWebhook> mutating = read(MUTATING, present);
        List<AdmissionWebhook> validating = read(VALIDATING, present);
        known = present;
        webhooks.publish(new AdmissionWebhooks(mutating, validating));
    }

    private List<AdmissionWebhook> read(String resource, Map<Revised, List<AdmissionWebhook>> present) {
        List<AdmissionWebhook> all = new ArrayList<>();
        store.list(Range.all(new ResourceId(GROUP, resource), "")).items().stream()
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .sorted(Comparator.comparing(object -> object.key().name()))
                .forEach(object -> all.addAll(read(object, present)));
        return all;
    }

    private List<AdmissionWebhook> read(StoredObject object, Map<Revised, List<AdmissionWebhook>> present) {
        var revised = new Revised(object.uid(), object.revision());
        List<AdmissionWebhook> same = known.get(revised);
        List<AdmissionWebhook> read = same != null ? same : AdmissionWebhook.of(ObjectTrees.tree(object));
        present.put(revised, read);
        return read;
    }
}
