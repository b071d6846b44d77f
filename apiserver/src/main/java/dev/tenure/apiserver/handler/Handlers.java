package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/// Hands a request to the generic handler of its verb. Immutable; safe for use by several threads.
public final class Handlers {
    private final BodyReader bodies;
    private final ReadHandler reads;
    private final WatchHandler watches;
    private final CreateHandler creates;
    private final UpdateHandler updates;
    private final PatchHandler patches;
    private final DeleteHandler deletes;
    private final CollectionDeleteHandler collections;
    private final ScaleHandler scales;
    private final ActionAdmission actions;
    private final TimeSource time;

    /// @param authorizer who may delete what cannot be read
    public Handlers(Environment environment, BodyReader bodies, Authorizer authorizer) {
        var ownership = new FieldOwnership(environment.kinds(), Schema.builtIn(), environment.time());
        this.bodies = bodies;
        this.time = environment.time();
        this.reads = new ReadHandler(environment);
        this.watches = new WatchHandler(environment);
        this.creates = new CreateHandler(environment, bodies, ownership);
        this.updates = new UpdateHandler(environment, bodies, ownership, creates);
        var applies = new ApplyHandler(environment.store(), bodies, ownership, creates, updates);
        this.patches = new PatchHandler(environment, bodies, updates, applies);
        this.deletes = new DeleteHandler(environment, authorizer);
        this.collections = new CollectionDeleteHandler(reads, deletes);
        this.actions = new ActionAdmission(environment);
        this.scales = new ScaleHandler(environment, bodies, updates, patches, ownership);
    }

    /// The clock by which objects are stamped.
    public TimeSource time() {
        return time;
    }

    /// Carries out any verb but WATCH on an object, a collection or a part that is the object itself.
    ///
    /// @param warnings takes texts for `Warning` headers, which go with a refusal too
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        var call = new Call(entry, request, warnings);
        entry.custom().ifPresent(custom -> warnings.addAll(custom.warnings()));
        return switch (request.verb()) {
            case GET -> reads.get(call);
            case LIST -> reads.list(call);
            case CREATE -> creates.create(call);
            case UPDATE -> updates.update(call);
            case PATCH -> patches.patch(call);
            case DELETE -> deletes.delete(call, deleteOptions(call));
            case DELETE_COLLECTION -> {
                reads.checkSelection(call); // before the body is looked at
                yield collections.delete(call, deleteOptions(call));
            }
            case WATCH -> throw new IllegalStateException("a watch is no call");
        };
    }

    /// The handler of `scale`, of every kind that has that subresource.
    public SpecialHandler scales() {
        return scales;
    }

    /// Takes a request to enter an object, as `exec`, through admission.
    ///
    /// @param options what was asked for, as an object
    /// @param warnings where plugins add theirs, also when one refuses
    /// @throws dev.tenure.apiserver.registry.RefusedException when a plugin refuses
    public void admitEntry(KindEntry entry, ApiRequest request, ObjectNode options, List<String> warnings) {
        actions.admitEntry(entry, request, options, warnings);
    }

    /// Deletes one object as part of another action, which has been admitted as what it is.
    public void delete(Call call, DeleteOptions options) {
        deletes.carryOut(call, options);
    }

    public WatchReply watch(KindEntry entry, ApiRequest request) {
        return watches.watch(new Call(entry, request, new ArrayList<>()));
    }

    private DeleteOptions deleteOptions(Call call) {
        ApiRequest request = call.request();
        DeleteOptions options = request.body().content().isEmpty()
                ? DeleteOptions.ofQuery(request)
                : DeleteOptions.ofBody(bodies.deleteOptions(request.body()));
        boolean undecided =
                options.propagation().isEmpty() && options.orphanDependents().isEmpty();
        call.warnings().addAll(call.entry().strategy().warningsOnDelete(undecided));
        return options;
    }
}
