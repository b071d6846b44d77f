package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.Aftermath.Outcome;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import java.util.List;
import java.util.Optional;

/// POST: new objects.
final class CreateHandler {
    private static final int NAME_TRIES = 8;

    private final Environment environment;
    private final BodyReader bodies;
    private final FieldOwnership ownership;

    CreateHandler(Environment environment, BodyReader bodies, FieldOwnership ownership) {
        this.environment = environment;
        this.bodies = bodies;
        this.ownership = ownership;
    }

    ApiReply create(Call call) {
        bodies.checkFormat(call.request().body(), call.type());
        WriteOptions options = WriteOptions.of(call.request(), false);
        ObjectNode body = call.empties()
                .noted(bodies.read(call.request().body(), call.type(), options.strictness(), call.warnings()));
        Metadata.settleNamespace(call, body);
        // As upstream: only what is really stored is looked at so closely.
        if (!options.dryRun()) {
            refuseRevised(body);
        }
        Metadata.wipe(body);
        Mutation.dropRepeatedOwners(body, call.warnings());
        ObjectNode stored = stored(call, options, body);
        refuseWhileTerminating(call, ObjectTrees.text(ObjectTrees.metadata(stored), "name"));
        StoredObject made = make(call, options, stored);
        return new ApiReply.One(201, ServedForm.of(call.entry(), made), call.warnings());
    }

    private static void refuseRevised(ObjectNode object) {
        // what is no number counts as none, as upstream
        String revision = ObjectTrees.text(ObjectTrees.metadata(object), "resourceVersion");
        if (!revision.isEmpty()
                && Parameters.unsignedComplaint(revision).isEmpty()
                && Parameters.whole(revision).signum() > 0) {
            throw new RefusedException(Statuses.unknown("resourceVersion should not be set on objects to be created"));
        }
    }

    /// A new object as it is stored, with defaults and managers. What is built in has the defaults
    /// of the stored version, what is defined those of the version that was sent.
    private ObjectNode stored(Call call, WriteOptions options, ObjectNode body) {
        if (call.entry().custom().isEmpty() && call.entry().conversion().isPresent()) {
            ObjectNode stored = ServedForm.toStored(call.entry(), body);
            call.entry().strategy().setDefaults(stored);
            noteCreated(call, options, stored);
            return stored;
        }
        call.entry().strategy().setDefaults(body);
        ownership.created(call, options, body);
        return ServedForm.toStored(call.entry(), body);
    }

    /// Refuses a new object of a kind whose CustomResourceDefinition is being deleted.
    static void refuseWhileTerminating(Call call, String name) {
        if (call.entry().custom().filter(CustomKind::terminating).isPresent()) {
            throw new RefusedException(Statuses.forbidden(
                    call.type(), name, "create not allowed while custom resource definition is terminating"));
        }
    }

    /// Notes who made a new object, defaults included.
    void noteCreated(Call call, WriteOptions options, ObjectNode stored) {
        if (call.entry().conversion().isEmpty()) {
            ownership.created(call, options, stored);
            return;
        }
        ObjectNode served = call.entry().conversion().get().fromStored(stored);
        ownership.created(call, options, served);
        FieldOwnership.take(stored, served);
    }

    /// Takes a complete body of the stored version, defaults included, through admission and validation
    /// into the store.
    StoredObject make(Call call, WriteOptions options, ObjectNode tree) {
        boolean generated = mayBeGenerated(tree)
                && ObjectTrees.text(ObjectTrees.metadata(tree), "name").isEmpty();
        for (int tries = 1; ; tries++) {
            ObjectNode attempt = generated && tries < NAME_TRIES ? WorkingTree.copy(tree) : tree;
            Optional<StoredObject> done = attempt(call, options, attempt);
            if (done.isPresent()) {
                return done.get();
            }
            String name = ObjectTrees.text(ObjectTrees.metadata(attempt), "name");
            if (!mayBeGenerated(attempt)) {
                throw new RefusedException(taken(call, name, Statuses.alreadyExists(call.type(), name)));
            }
            if (!generated || tries == NAME_TRIES) {
                throw new RefusedException(taken(call, name, nameTaken(call, name)));
            }
        }
    }

    private static boolean mayBeGenerated(ObjectNode tree) {
        return !ObjectTrees.text(ObjectTrees.metadata(tree), "generateName").isEmpty();
    }

    /// The refusal of a name that is taken; it says so when the object that has it is being deleted.
    private Status taken(Call call, String name, Status status) {
        boolean going = environment
                .store()
                .get(call.key(name))
                .filter(object -> object.header().deleting())
                .isPresent();
        return going
                ? new Status(
                        status.code(),
                        status.reason(),
                        "object is being deleted: " + status.message(),
                        status.details())
                : status;
    }

    private static Status nameTaken(Call call, String name) {
        Status status = Statuses.alreadyExists(call.type(), name);
        var details = new Status.Details(name, call.type().group(), call.type().resource(), "", List.of(), 1);
        return new Status(
                status.code(),
                status.reason(),
                status.message() + ", the server was not able to generate a unique name for the object",
                Optional.of(details));
    }

    /// @return empty when the name is taken
    private Optional<StoredObject> attempt(Call call, WriteOptions options, ObjectNode tree) {
        boolean named = Metadata.isNamed(tree);
        AdmissionRequest admission = admission(call, options, tree, named);
        Outcome outcome = Outcome.NOTHING;
        try {
            Mutation.run(environment.admission(), admission);
            Metadata.settleNamespace(call, tree);
            // only now, as upstream: what may still change an object does not see its generated name
            Metadata.generateName(tree, call.entry().strategy(), environment.identities());
            admission = admission.named(ObjectTrees.text(ObjectTrees.metadata(tree), "name"));
            Optional<StoredObject> made = admitAndStore(call, options, tree, admission);
            outcome = made.isPresent() && !options.dryRun() ? Outcome.STORED : Outcome.NOTHING;
            return made;
        } finally {
            admission.aftermath().settle(outcome);
        }
    }

    /// After mutating admission: what the server sets, validation, validating admission, commit, in this
    /// order, as upstream.
    private Optional<StoredObject> admitAndStore(
            Call call, WriteOptions options, ObjectNode tree, AdmissionRequest admission) {
        KindEntry entry = call.entry();
        KindStrategy strategy = entry.strategy();
        Metadata.begin(entry, tree, environment.identities(), environment.time().wall());
        call.warnings().addAll(strategy.warningsBeforeCreate(tree));
        strategy.prepareForCreate(tree);
        validate(call, tree, admission);
        call.warnings().addAll(strategy.warnings(tree, Optional.empty()));
        environment.admission().validate(admission);
        strategy.beforeStoring(tree);
        call.empties().forget(entry, tree);
        StoredObject object = ObjectTrees.stored(entry, tree);
        if (!options.dryRun()) {
            refuseRevised(tree); // plugins may have set one
        }
        if (options.dryRun()) {
            return environment.store().get(object.key()).isPresent()
                    ? Optional.empty()
                    : Optional.of(object.withRevision(stated(tree)));
        }
        return switch (environment.store().commit(new Write.Put(object, new Precondition.Absent()))) {
            case Committed.Durable durable -> Optional.of(durable.object());
            case Committed.Conflict _ -> Optional.empty();
        };
    }

    /// The revision that a dry run answers with, as upstream: what the client sent, where it can be one.
    private static long stated(ObjectNode tree) {
        String revision = ObjectTrees.text(ObjectTrees.metadata(tree), "resourceVersion");
        return Parameters.unsignedComplaint(revision).isEmpty() ? Parameters.unsigned(revision) : 0;
    }

    private void validate(Call call, ObjectNode tree, AdmissionRequest admission) {
        var errors = new FieldErrors(call.empties().last());
        environment.admission().check(admission, errors);
        call.entry().strategy().validate(tree, errors);
        if (errors.isEmpty()) {
            ObjectMetaValidation.commonCreate(tree, errors);
        }
        Metadata.refuse(call, tree, errors);
    }

    private static AdmissionRequest admission(Call call, WriteOptions options, ObjectNode tree, boolean named) {
        return new AdmissionRequest(
                Operation.CREATE,
                call.request().caller(),
                call.entry().stored(),
                call.namespace(),
                ObjectTrees.text(ObjectTrees.metadata(tree), "name"),
                call.subresource(),
                Optional.of(tree),
                Optional.empty(),
                options.asObject(),
                options.dryRun(),
                call.warnings(),
                new Aftermath(),
                Optional.of(call.form(named)),
                new Reinvocation());
    }
}
