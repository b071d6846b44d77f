package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All generic handlers behind one door. Immutable; safe for use by several threads.
public final class Handlers {
    private static final List<String> SCALED =
            List.of("apps/deployments", "apps/replicasets", "apps/statefulsets", "/replicationcontrollers");

    private final BodyReader bodies;
    private final ReadHandler reads;
    private final WatchHandler watches;
    private final CreateHandler creates;
    private final UpdateHandler updates;
    private final PatchHandler patches;
    private final DeleteHandler deletes;
    private final CollectionDeleteHandler collections;
    private final BindingHandler bindings;
    private final EvictionHandler evictions;
    private final ScaleHandler scales;

    public Handlers(Environment environment, BodyReader bodies) {
        var ownership = new FieldOwnership(environment.kinds(), Schema.builtIn(), environment.time());
        this.bodies = bodies;
        this.reads = new ReadHandler(environment);
        this.watches = new WatchHandler(environment);
        this.creates = new CreateHandler(environment, bodies, ownership);
        this.updates = new UpdateHandler(environment, bodies, ownership, creates);
        var applies = new ApplyHandler(environment.store(), bodies, ownership, creates, updates);
        this.patches = new PatchHandler(bodies, updates, applies);
        this.deletes = new DeleteHandler(environment);
        this.collections = new CollectionDeleteHandler(environment, deletes);
        this.bindings = new BindingHandler(environment, bodies);
        this.evictions = new EvictionHandler(environment, bodies, deletes);
        this.scales = new ScaleHandler(environment, bodies, updates, patches, ownership);
    }

    /// The handlers of parts and actions that are not the object itself, by `group/resource/subresource`.
    public Map<String, SpecialHandler> special() {
        var special = new HashMap<String, SpecialHandler>();
        special.put("/pods/binding", bindings);
        special.put("/bindings", bindings);
        special.put("/pods/eviction", evictions);
        for (String scaled : SCALED) {
            special.put(scaled + "/scale", scales);
        }
        return special;
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
                // refuses a parameter that cannot be read before the body is looked at
                ListOptions.of(request, false);
                yield collections.delete(call, deleteOptions(call));
            }
            case WATCH -> throw new IllegalStateException("a watch is no call");
        };
    }

    /// The handler of `scale` of kinds that were defined at run time.
    public SpecialHandler scales() {
        return scales;
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
