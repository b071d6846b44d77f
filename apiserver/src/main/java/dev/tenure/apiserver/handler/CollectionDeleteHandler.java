package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.util.List;
import java.util.Optional;

/// DELETE of a collection: one object after the other, each by itself.
final class CollectionDeleteHandler {
    private static final int NOT_FOUND = 404;

    private final Store store;
    private final DeleteHandler deletes;

    CollectionDeleteHandler(Environment environment, DeleteHandler deletes) {
        this.store = environment.store();
        this.deletes = deletes;
    }

    ApiReply delete(Call call, DeleteOptions options) {
        ListOptions list = ListOptions.of(call.request(), false);
        list.validate();
        Selection selection = Selection.of(call.entry(), list.labels(), list.fields());
        var reader = new SelectionReader(store, call.entry(), call.namespace(), selection, 0);
        SelectionReader.Result found = reader.read(Optional.empty(), 0);
        for (StoredObject object : found.items()) {
            deleteOne(call, options, object.key());
        }
        refuseUnreadable(call, found.unreadable());
        return new ApiReply.Many(
                call.type(),
                found.revision(),
                ServedForm.of(call.entry(), found.items()),
                Optional.empty(),
                Optional.empty(),
                call.warnings());
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
        var one = new ApiRequest(request.verb(), target, request.query(), request.body(), request.caller());
        try {
            deletes.carryOut(new Call(call.entry(), one, call.warnings()), options);
        } catch (RefusedException e) {
            if (e.status().code() != NOT_FOUND) {
                throw e;
            }
        }
    }
}
