package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.controllers.kubernetesservice.LivingServers;
import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The API servers that share a store: each keeps an object there that is called after its address and goes
/// by itself when it is not renewed for a quarter of a minute. Upstream's servers do the same, and count as
/// living here. Upstream: pkg/controlplane/reconcilers/lease.go.
final class ServerLeases implements LivingServers {
    private static final KindEntry ENTRY = SharedKinds.SERVER_LEASES;
    private static final ResourceId RESOURCE = ResourceId.of(ENTRY.stored());

    /// Somebody else writes this key only when two servers have one address.
    private static final int TRIES_MAX = 5;

    private final Store store;
    private final String host;

    ServerLeases(Store store, String host) {
        this.store = store;
        this.host = host;
    }

    @Override
    public List<String> look() {
        for (int i = 0; i < TRIES_MAX && !renewed(); i++) {
            // who was overtaken has read what is there now
        }
        return living();
    }

    private ObjectKey key() {
        return ENTRY.stored().key("", host);
    }

    private boolean renewed() {
        Optional<StoredObject> before = store.get(key());
        long generation = before.map(one -> Document.of(one.content())
                        .tree()
                        .at("/metadata/generation")
                        .asLong())
                .orElse(0L);
        ObjectNode lease = Json.object();
        lease.putObject("metadata").put("name", host).put("generation", generation + 1);
        lease.putArray("subsets").addObject().putArray("addresses").addObject().put("ip", host);
        Precondition precondition = before.<Precondition>map(one -> new Precondition.AtRevision(one.revision()))
                .orElse(new Precondition.Absent());
        return store.commit(new Write.Put(ObjectTrees.stored(ENTRY, lease), precondition)) instanceof Committed.Durable;
    }

    private List<String> living() {
        List<String> living = new ArrayList<>();
        for (StoredObject one : store.list(Range.all(RESOURCE, "")).items()) {
            JsonNode address = Document.of(one.content()).tree().at("/subsets/0/addresses/0/ip");
            if (!address.asText("").isEmpty()) {
                living.add(address.asText());
            }
        }
        return living;
    }

    /// Says that this server goes.
    ///
    /// @return those who stay
    List<String> leave() {
        store.get(key())
                .ifPresent(
                        lease -> store.commit(new Write.Delete(lease, new Precondition.AtRevision(lease.revision()))));
        return living();
    }
}
