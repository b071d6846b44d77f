package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import java.util.List;
import java.util.Optional;

/// PUT, and the second half of PATCH and apply: takes a changed object through admission and validation into
/// the store. When another write came first, and the request states no revision, it begins anew with the
/// newer state.
final class UpdateHandler {
    private static final int TRIES = 100;

    private final Environment environment;
    private final BodyReader bodies;
    private final FieldOwnership ownership;
    private final CreateHandler creates;

    UpdateHandler(Environment environment, BodyReader bodies, FieldOwnership ownership, CreateHandler creates) {
        this.environment = environment;
        this.bodies = bodies;
        this.ownership = ownership;
        this.creates = creates;
    }

    /// Makes the next state from the stored one; a new tree each time it is called.
    interface Change {
        /// @param old with its revision; to be read only
        ObjectNode next(ObjectNode old);
    }

    ApiReply update(Call call) {
        WriteOptions options = WriteOptions.of(call.request(), false);
        ObjectNode body = call.empties()
                .noted(bodies.read(call.request().body(), call.type(), options.strictness(), call.warnings()));
        call.empties().keepReset(body);
        Metadata.settleNamespace(call, body);
        checkName(call, body);
        Mutation.dropRepeatedOwners(body, call.warnings());
        ObjectNode stored = ServedForm.toStored(call.entry(), body);
        call.entry().strategy().setDefaults(stored);
        Optional<StoredObject> current = environment.store().get(call.key());
        if (current.isEmpty()) {
            return putCreates(call, options, stored);
        }
        StoredObject done = change(call, options, old -> {
            ObjectNode next = WorkingTree.copy(stored);
            checkUid(call, options, next, old);
            var update = new ObjectUpdate(next, old);
            keepSpec(call, update);
            noteUpdated(call, options, update, WorkingTree.copy(body));
            return next;
        });
        return new ApiReply.One(200, ServedForm.of(call.entry(), done), call.warnings());
    }

    /// A write of the status does not change the spec, whatever it says of it.
    private static void keepSpec(Call call, ObjectUpdate update) {
        boolean kept = call.subresource().equals("status")
                && call.entry().custom().isEmpty()
                && call.entry().strategy().resetFields("status").contains("spec");
        if (kept && update.next().has("spec") && update.old().get("spec") instanceof ObjectNode spec) {
            update.next().set("spec", WorkingTree.copy(spec));
        }
    }

    /// Brings managedFields of the next object up to date: it differs from the old one by what the request
    /// changed and by defaults.
    private void noteUpdated(Call call, WriteOptions options, ObjectUpdate update) {
        if (call.entry().conversion().isEmpty()) {
            ownership.updated(call, options, update);
            return;
        }
        Conversion conversion = call.entry().conversion().get();
        ObjectNode served = conversion.fromStored(update.next());
        ownership.updated(call, options, new ObjectUpdate(served, conversion.fromStored(update.old())));
        FieldOwnership.take(update.next(), served);
    }

    /// The same where the next object is at hand as it was sent. Of a kind that was defined at run time that
    /// says more: what the stored version does not know is gone in the next object, and whoever wrote in that
    /// version is not told of it. Upstream forgets all managers then.
    ///
    /// @param sent the next object in the version of the request, which gets its defaults
    void noteUpdated(Call call, WriteOptions options, ObjectUpdate update, ObjectNode sent) {
        Optional<Conversion> conversion = call.entry().conversion();
        if (conversion.isEmpty() || call.entry().custom().isEmpty()) {
            noteUpdated(call, options, update);
            return;
        }
        call.entry().strategy().setDefaults(sent);
        ownership.updated(call, options, new ObjectUpdate(sent, conversion.get().fromStored(update.old())));
        FieldOwnership.take(update.next(), sent);
    }

    /// @throws RefusedException with 400 when the object is not the one of the path
    static void checkName(Call call, ObjectNode body) {
        String name = ObjectTrees.text(ObjectTrees.metadata(body), "name");
        if (name.isEmpty()) {
            throw nameless(call);
        }
        if (!name.equals(call.name())) {
            throw new RefusedException(
                    Statuses.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                            .formatted(name, call.name())));
        }
    }

    static RefusedException nameless(Call call) {
        return new RefusedException(
                Statuses.badRequest("the name of the object (%s based on URL) was undeterminable: name must be provided"
                        .formatted(call.name())));
    }

    private ApiReply putCreates(Call call, WriteOptions options, ObjectNode stored) {
        if (!call.entry().has(Flag.CREATE_ON_UPDATE)) {
            throw new RefusedException(Statuses.notFound(call.type(), call.name()));
        }
        String uid = ObjectTrees.text(ObjectTrees.metadata(stored), "uid");
        if (!uid.isEmpty()) {
            throw new RefusedException(
                    Statuses.conflict(call.type(), call.name(), uidMismatch(call, options, uid, "")));
        }
        ObjectTrees.metadata(stored).remove("resourceVersion");
        creates.noteCreated(call, options, stored);
        StoredObject made = creates.make(call, options, stored);
        return new ApiReply.One(201, ServedForm.of(call.entry(), made), call.warnings());
    }

    /// Changes the stored object.
    ///
    /// @throws RefusedException with 404 when there is none
    StoredObject change(Call call, WriteOptions options, Change change) {
        int warned = call.warnings().size();
        for (int tries = 1; ; tries++) {
            StoredObject current = environment
                    .store()
                    .get(call.key())
                    .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
            Optional<StoredObject> done = attempt(call, options, current, change);
            if (done.isPresent()) {
                return done.get();
            }
            if (tries == TRIES) {
                throw new RefusedException(Statuses.conflict(call.type(), call.name()));
            }
            forget(call.warnings(), warned);
        }
    }

    private static void forget(List<String> warnings, int known) {
        warnings.subList(known, warnings.size()).clear();
    }

    /// @return empty when another write came first
    private Optional<StoredObject> attempt(Call call, WriteOptions options, StoredObject current, Change change) {
        ObjectNode old = ServedForm.stored(call.entry(), current);
        ObjectNode next = change.next(old);
        AdmissionRequest admission = admission(call, options, new ObjectUpdate(next, old));
        var outcome = Aftermath.Outcome.NOTHING;
        try {
            Optional<StoredObject> done = admitAndStore(call, options, current, admission);
            if (done.isPresent() && !options.dryRun()) {
                outcome = current.header().deleting() && !held(call.entry(), next)
                        ? Aftermath.Outcome.GONE
                        : Aftermath.Outcome.STORED;
            }
            return done;
        } finally {
            admission.aftermath().settle(outcome);
        }
    }

    /// Mutating admission, what this way of writing may not change, validation, validating admission, commit:
    /// in this order, as upstream.
    private Optional<StoredObject> admitAndStore(
            Call call, WriteOptions options, StoredObject current, AdmissionRequest admission) {
        KindEntry entry = call.entry();
        ObjectNode next = admission.object();
        var update = new ObjectUpdate(next, admission.old().orElseThrow());
        Mutation.run(environment.admission(), admission);
        boolean insists = checkRevision(call, next, current);
        ObjectTrees.metadata(next).put("resourceVersion", Long.toString(current.revision()));
        prepare(call, options, update);
        validate(call, update, admission);
        call.warnings().addAll(warnings(call, update));
        environment.admission().validate(admission);
        entry.strategy().beforeStoring(next);
        call.empties().forget(entry, next);
        StoredObject object = ObjectTrees.stored(entry, FieldOwnership.keepTimes(update), current);
        if (ObjectTrees.areEquivalent(object, current) && !environment.store().isOutdated(current.key())) {
            return Optional.of(current);
        }
        Optional<StoredObject> done = commit(call, options, next, object, current);
        if (done.isEmpty() && insists && sendsWholeObject(call)) {
            throw new RefusedException(Statuses.conflict(call.type(), call.name()));
        }
        return done;
    }

    /// Whether the revision of the next object is the client's word, which trying again does not change. A
    /// patch is made of what is there, and so is what another kind makes of its object.
    private static boolean sendsWholeObject(Call call) {
        return call.request().verb() != ApiRequest.Verb.PATCH && !call.isProjected();
    }

    /// Whoever writes a part of an object is not warned of the rest, which he cannot change; who writes it as
    /// another kind writes the object.
    private static List<String> warnings(Call call, ObjectUpdate update) {
        KindStrategy strategy = call.entry().strategy();
        if (call.isProjected() || call.subresource().isEmpty()) {
            return strategy.warnings(update.next(), Optional.of(update.old()));
        }
        return call.subresource().equals("status") ? strategy.statusWarnings(update.next()) : List.of();
    }

    /// Whether an object that is being deleted still waits for finalizers or its grace period.
    private static boolean held(KindEntry entry, ObjectNode next) {
        return Metadata.hasFinalizers(next)
                || next.path("metadata").path("deletionGracePeriodSeconds").asLong(0) > 0
                || (entry.has(Flag.HELD_BY_SPEC)
                        && !next.path("spec").path("finalizers").isEmpty());
    }

    private Optional<StoredObject> commit(
            Call call, WriteOptions options, ObjectNode next, StoredObject object, StoredObject current) {
        boolean gone = current.header().deleting() && !held(call.entry(), next);
        if (options.dryRun()) {
            return Optional.of(object.withRevision(current.revision()));
        }
        var precondition = new Precondition.AtRevision(current.revision());
        // Who watches is told what was stored, with the finalizers that this change took away.
        Write write = gone ? new Write.Delete(current, precondition) : new Write.Put(object, precondition);
        return switch (environment.store().commit(write)) {
            case Committed.Durable durable ->
                Optional.of(gone ? object.withRevision(current.revision()) : durable.object());
            case Committed.Conflict _ -> Optional.empty();
        };
    }

    /// @throws RefusedException with 409 when the object that is there is another one of the same name
    static void checkUid(Call call, WriteOptions options, ObjectNode next, ObjectNode old) {
        String uid = ObjectTrees.text(ObjectTrees.metadata(next), "uid");
        String there = ObjectTrees.text(ObjectTrees.metadata(old), "uid");
        if (!uid.isEmpty() && !uid.equals(there)) {
            throw new RefusedException(
                    Statuses.conflict(call.type(), call.name(), uidMismatch(call, options, uid, there)));
        }
    }

    private static String uidMismatch(Call call, WriteOptions options, String asked, String there) {
        return "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition"
                        .formatted(StorageKey.of(call.entry(), call.namespace(), call.name(), options.dryRun()))
                + " failed: UID in precondition: %s, UID in object meta: %s".formatted(asked, there);
    }

    /// @return whether the request insists on the revision that is stored
    private static boolean checkRevision(Call call, ObjectNode next, StoredObject current) {
        String asked = ObjectTrees.text(ObjectTrees.metadata(next), "resourceVersion");
        if (asked.isEmpty() || asked.equals("0")) {
            if (!call.entry().has(Flag.UNCONDITIONAL_UPDATE)) {
                var errors = new FieldErrors();
                errors.invalid("metadata.resourceVersion", 0, "must be specified for an update");
                throw new RefusedException(
                        Statuses.invalid(call.type().group(), call.type().resource(), call.name(), errors.list()));
            }
            return false;
        }
        Parameters.unsignedComplaint(asked).ifPresent(complaint -> {
            throw new RefusedException(Statuses.unknown(complaint));
        });
        if (Parameters.unsigned(asked) != current.revision()) {
            throw new RefusedException(Statuses.conflict(call.type(), call.name()));
        }
        return true;
    }

    private void prepare(Call call, WriteOptions options, ObjectUpdate update) {
        ObjectNode next = update.next();
        ObjectNode old = update.old();
        KindStrategy strategy = call.entry().strategy();
        // plugins may have named another namespace, or none
        Metadata.settleNamespace(call, next);
        Metadata.carryOver(next, old);
        if (!options.dryRun()) {
            Metadata.forgetLink(next); // as upstream: what is stored has none
        }
        strategy.prepareForUpdate(next, old, call.subresource());
        String now = ObjectTrees.seconds(environment.time().wall());
        strategy.noteMoment(next, old, call.subresource(), now);
        boolean counts =
                call.entry().has(Flag.GENERATION) && !call.subresource().equals("status");
        if (counts && strategy.raisesGeneration(next, old, call.empties().last())) {
            Metadata.raiseGeneration(next);
        }
        strategy.prepareCounted(next, old);
    }

    private void validate(Call call, ObjectUpdate update, AdmissionRequest admission) {
        var errors = new FieldErrors(call.empties().last());
        ObjectMetaValidation.commonUpdate(update.next(), update.old(), errors);
        environment.admission().check(admission, errors);
        call.entry().strategy().validateUpdate(update.next(), update.old(), call.subresource(), errors);
        Metadata.refuse(call, update.next(), errors);
    }

    private static AdmissionRequest admission(Call call, WriteOptions options, ObjectUpdate update) {
        return new AdmissionRequest(
                Operation.UPDATE,
                call.request().caller(),
                call.entry().stored(),
                call.namespace(),
                call.name(),
                call.subresource(),
                Optional.of(update.next()),
                Optional.of(update.old()),
                options.asObject(),
                options.dryRun(),
                call.warnings(),
                new Aftermath(),
                Optional.of(call.form(true)),
                new Reinvocation());
    }
}
