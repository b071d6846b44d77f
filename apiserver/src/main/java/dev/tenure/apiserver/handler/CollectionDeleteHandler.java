package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.List;

/// DELETE of a collection: one object after the other, each by itself.
final class CollectionDeleteHandler {

    private final ReadHandler reads;
    private final DeleteHandler deletes;

    CollectionDeleteHandler(ReadHandler reads, DeleteHandler deletes) {
        this.reads = reads;
        this.deletes = deletes;
    }

    /// Deletes what a list with the same parameters shows: with a limit, no more than one page of it.
    ApiReply delete(Call call, DeleteOptions options) {
        return reads.toDelete(call, found -> {
            for (StoredObject object : found.items()) {
                deleteOne(call, options, object.key());
            }
            refuseUnreadable(call, found.unreadable());
        });
    }

    /// All others are gone by then. Each of these has to be deleted by itself, by who knows what he does.
    private static void refuseUnreadable(Call call, List<ObjectKey> unreadable) {
        if (!unreadable.isEmpty()) {
            String first = UnreadableObjects.kept(call.entry(), unreadable.getFirst());
            String more = unreadable.size() == 1 ? "" : "; so are %d more".formatted(unreadable.size() - 1);
            throw new RefusedException(Statuses.unreadable(first + more));
        }
    }

    private void deleteOne(Call call, DeleteOptions options, ObjectKey key) {
        ApiRequest request = call.request();
        Target whole = request.target();
        var target = new Target(whole.group(), whole.version(), whole.resource(), key.namespace(), key.name(), "");
        try {
            deletes.carryOut(new Call(call.entry(), request.about(target), call.warnings()), options);
        } catch (RefusedException e) {
            if (!e.status().isNotFound()) {
                throw e;
            }
        }
    }
}
