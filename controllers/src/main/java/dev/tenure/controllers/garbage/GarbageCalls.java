package dev.tenure.controllers.garbage;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.controllers.garbage.GarbageRule.OwnerState;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The calls of garbage collection. Every method blocks and says whether it succeeded; an object that is
/// gone already is a success.
final class GarbageCalls {

    private final ClusterClient client;
    private final Supplier<List<ResourceType>> types;

    /// @param types every kind at the moment; asked from any thread
    GarbageCalls(ClusterClient client, Supplier<List<ResourceType>> types) {
        this.client = client;
        this.types = types;
    }

    /// Asks the API about owners that the graph does not know, then does what the rule says.
    boolean judge(
            OwnershipState.Entry entry,
            Map<String, OwnerState> known,
            List<OwnerReference> unknown,
            GarbageRule.Owned owned) {
        if (entry.object().key().namespace().isEmpty() && unknown.stream().anyMatch(this::namespaced)) {
            // nobody can say whose it is: it stays, as upstream
            return true;
        }
        var owners = new HashMap<>(known);
        ObjectMeta meta = GarbageLoop.meta(entry.object());
        for (OwnerReference owner : unknown) {
            Optional<OwnerState> state = ask(owner, meta.namespace());
            if (state.isEmpty()) {
                return false;
            }
            owners.put(owner.uid(), state.get());
        }
        return switch (GarbageRule.decide(meta, owners, owned)) {
            case GarbageRule.Verdict.Keep _ -> true;
            case GarbageRule.Verdict.Release(var uids) -> release(entry, uids);
            case GarbageRule.Verdict.Delete(var propagation, boolean unblocks) ->
                (!unblocks || unblock(entry)) && delete(entry, propagation);
        };
    }

    private boolean namespaced(OwnerReference owner) {
        return type(owner).filter(ResourceType::namespaced).isPresent();
    }

    private Optional<ResourceType> type(OwnerReference owner) {
        int slash = owner.apiVersion().indexOf('/');
        String group = owner.apiVersion().substring(0, Math.max(0, slash));
        return types.get().stream()
                .filter(type -> type.kind().equals(owner.kind()) && type.group().equals(group))
                .findFirst();
    }

    private Optional<OwnerState> ask(OwnerReference owner, String namespace) {
        Optional<ResourceType> type = type(owner);
        if (type.isEmpty()) {
            return Optional.empty();
        }
        String where = type.get().namespaced() ? namespace : "";
        return switch (client.get(type.get(), where, owner.name())) {
            case ApiReply.One(var _, StoredObject found, var _) ->
                Optional.of(found.uid().equals(owner.uid()) ? OwnerState.SOLID : OwnerState.ABSENT);
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> Optional.of(OwnerState.ABSENT);
            case ApiReply.Failure _, ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }

    /// Takes the owner's name off everything it owns, then lets it go.
    boolean orphan(OwnershipState.Entry owner, ObjectMeta meta, List<OwnershipState.Entry> owned) {
        boolean released = true;
        for (OwnershipState.Entry entry : owned) {
            released &= release(entry, List.of(owner.object().uid()));
        }
        return released && dropFinalizer(owner, meta, GarbageRule.ORPHAN);
    }

    boolean dropFinalizer(OwnershipState.Entry entry, ObjectMeta meta, String finalizer) {
        ObjectNode patch = Json.object();
        ObjectNode patched = patch.putObject("metadata")
                .put("resourceVersion", String.valueOf(entry.object().revision()));
        ArrayNode rest = patched.putArray("finalizers");
        meta.finalizers().stream().filter(f -> !f.equals(finalizer)).forEach(rest::add);
        return patch(entry, patch);
    }

    private boolean release(OwnershipState.Entry entry, List<String> ownerUids) {
        return writeOwners(
                entry,
                owners -> owners.filter(owner -> !ownerUids.contains(owner.uid())),
                OwnerReference::blockOwnerDeletion);
    }

    /// Lets no owner wait for the object any longer. Upstream: unblockOwnerReferencesStrategicMergePatch.
    private boolean unblock(OwnershipState.Entry entry) {
        return writeOwners(entry, owners -> owners, _ -> false);
    }

    private boolean writeOwners(
            OwnershipState.Entry entry, UnaryOperator<Stream<OwnerReference>> kept, Predicate<OwnerReference> blocks) {
        ObjectMeta meta = GarbageLoop.meta(entry.object());
        ObjectNode patch = Json.object();
        ObjectNode patched = patch.putObject("metadata")
                .put("resourceVersion", String.valueOf(entry.object().revision()));
        ArrayNode rest = patched.putArray("ownerReferences");
        kept.apply(meta.ownerReferences().stream()).forEach(owner -> {
            ObjectNode written = rest.addObject()
                    .put("apiVersion", owner.apiVersion())
                    .put("kind", owner.kind())
                    .put("name", owner.name())
                    .put("uid", owner.uid());
            if (owner.controller()) {
                written.put("controller", true);
            }
            if (blocks.test(owner)) {
                written.put("blockOwnerDeletion", true);
            }
        });
        return patch(entry, patch);
    }

    private boolean patch(OwnershipState.Entry entry, ObjectNode patch) {
        return client.patch(
                        entry.type(),
                        entry.object().key().namespace(),
                        entry.object().key().name(),
                        "",
                        new Body(Body.MERGE_PATCH, Document.of(patch)))
                .succeededOrGone();
    }

    private boolean delete(OwnershipState.Entry entry, GarbageRule.Propagation propagation) {
        return client.delete(
                        entry.type(),
                        entry.object().key().namespace(),
                        entry.object().key().name(),
                        Deletion.of(entry.object().uid()).propagating(propagation.name()))
                .succeededOrGone();
    }
}
