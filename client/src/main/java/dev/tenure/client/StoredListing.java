package dev.tenure.client;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Listing;
import java.util.List;

/// A page of objects that are in this process already, as a list. Immutable.
final class StoredListing implements Listing {
    private final ObjectNode head = Json.object();
    private final List<StoredObject> items;

    StoredListing(ApiReply.Many page) {
        this.items = page.items();
        ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(page.revision()));
        page.next().ifPresent(token -> metadata.put("continue", token));
        head.put("kind", page.type().kind() + "List").set("metadata", metadata);
    }

    @Override
    public ObjectNode head() {
        return head;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public ObjectNode item(int at) {
        StoredObject object = items.get(at);
        return Document.of(object.content()).tree(object.revision());
    }

    /// They may be of any server.
    @Override
    public boolean isCanonical() {
        return false;
    }
}
