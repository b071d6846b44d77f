package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// DELETE of one object: at once, after a grace period, or when the last finalizer is gone.
final class DeleteHandler {
    private static final int TRIES = 100;

    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /// What one must be allowed beside `delete`. Upstream: apiserver/pkg/endpoints/handlers/delete.go
    /// (authorizeUnsafeDelete).
    static final String UNSAFE = "unsafe-delete-ignore-read-errors";

    private final Environment environment;
    private final Authorizer authorizer;
    private final DeletionMark mark;

    DeleteHandler(Environment environment, Authorizer authorizer) {
        this.environment = environment;
        this.authorizer = authorizer;
        this.mark = new DeletionMark(environment.time());
    }

    /// How a deletion went.
    ///
    /// @param object its last state; without the marks of deletion when it simply went
    /// @param gone whether it is no longer stored, or would not be after a dry run
    /// @param plain whether no mark of deletion is stored by it, or was before: it is answered with a Status
    record Outcome(StoredObject object, boolean gone, boolean plain) {}

    ApiReply delete(Call call, DeleteOptions options) {
        Outcome outcome = carryOut(call, options);
        StoredObject object = outcome.object();
        boolean asObject = call.entry().has(Flag.RETURNS_DELETED) || !outcome.plain();
        if (asObject) {
            return new ApiReply.One(code(outcome, options), ServedForm.of(call.entry(), object), call.warnings());
        }
        ObjectNode status = StatusDocument.deleted(call.type(), object.key().name(), object.uid());
        return new ApiReply.Document(code(outcome, options), Json.write(status), call.warnings());
    }

    /// Who asks in the old way for dependents to go along is told that the object still waits for something;
    /// others have to look at it. Upstream: apiserver/pkg/endpoints/handlers/delete.go (DeleteResource).
    private static int code(Outcome outcome, DeleteOptions options) {
        boolean waits = !outcome.gone() && options.orphanDependents().equals(Optional.of(false));
        return waits ? ACCEPTED : OK;
    }

    /// @throws RefusedException with 404 when there is no such object, with 409 when a precondition
    ///     does not hold
    Outcome carryOut(Call call, DeleteOptions options) {
        Store store = environment.store();
        for (int tries = 1; ; tries++) {
            StoredObject current = store.get(call.key())
                    .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
            checkPreconditions(call, options, current);
            Optional<Outcome> outcome = current.content() instanceof Content.Unreadable
                    ? removeUnreadable(call, options, current)
                    : attempt(call, options, current);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            if (tries == TRIES) {
                throw new RefusedException(Statuses.conflict(call.type(), call.name()));
            }
        }
    }

    /// @return empty when somebody else was faster
    private Optional<Outcome> attempt(Call call, DeleteOptions options, StoredObject current) {
        if (call.entry().custom().isPresent() && call.entry().conversion().isPresent()) {
            // what cannot be shown in this version is not deleted through it
            ServedForm.of(call.entry(), current);
        }
        AdmissionRequest admission = admission(call, options, ObjectTrees.tree(current));
        var outcome = Aftermath.Outcome.NOTHING;
        try {
            Optional<Outcome> done = attempt(call, options, current, admission);
            boolean gone = done.filter(Outcome::gone).isPresent() && !options.dryRun();
            outcome = gone ? Aftermath.Outcome.GONE : Aftermath.Outcome.NOTHING;
            return done;
        } finally {
            admission.aftermath().settle(outcome);
        }
    }

    /// What cannot be read goes only when that is asked for by its name, for with another key it may be
    /// whole. Then it goes at once: nobody knows its finalizers, nor how long it would have taken. Admission
    /// has nothing to look at. Watchers are shown what the store knows without its content. An object that
    /// can be read goes its usual way, as upstream where its gate AllowUnsafeMalformedObjectDeletion is off.
    private Optional<Outcome> removeUnreadable(Call call, DeleteOptions options, StoredObject current) {
        if (!options.ignoreReadError()) {
            throw new RefusedException(Statuses.unreadable(UnreadableObjects.kept(call.entry(), current.key())));
        }
        var asked = Attributes.ofResource(
                call.request().caller(), UNSAFE, call.request().target());
        if (authorizer.decide(asked) instanceof Decision.Refuse(String reason)) {
            String why = "not permitted to do \"%s\", reason: %s".formatted(UNSAFE, reason);
            throw new RefusedException(Statuses.forbidden(call.type(), call.name(), why));
        }
        call.warnings().add(UnreadableObjects.deleted(current.key()));
        return remove(options, UnreadableObjects.remains(call.entry(), current), current, true);
    }

    private Optional<Outcome> attempt(
            Call call, DeleteOptions options, StoredObject current, AdmissionRequest admission) {
        environment.admission().mutate(admission);
        environment.admission().validate(admission);
        ObjectNode next = ObjectTrees.tree(current);
        return switch (mark.decide(call.entry(), next, options)) {
            case PENDING -> Optional.of(new Outcome(current, false, true));
            case PENDING_MARKED -> Optional.of(new Outcome(current, false, false));
            case DELETE -> remove(options, current, current, true);
            case MARK -> put(call, options, next, current).map(o -> new Outcome(o, false, false));
            case MARK_THEN_DELETE ->
                put(call, options, next, current).flatMap(marked -> removeMarked(call, options, marked, current));
        };
    }

    private Optional<StoredObject> put(Call call, DeleteOptions options, ObjectNode next, StoredObject current) {
        StoredObject object = ObjectTrees.stored(call.entry(), next, current);
        if (options.dryRun()) {
            return Optional.of(object.withRevision(current.revision()));
        }
        return commit(new Write.Put(object, new Precondition.AtRevision(current.revision())));
    }

    private Optional<Outcome> remove(DeleteOptions options, StoredObject last, StoredObject current, boolean plain) {
        if (options.dryRun()) {
            return Optional.of(new Outcome(last.withRevision(current.revision()), true, plain));
        }
        return commit(new Write.Delete(last, new Precondition.AtRevision(last.revision())))
                .map(gone -> new Outcome(gone, true, plain));
    }

    /// The object may change or go between its mark and its removal, for a kubelet acts on the mark; an
    /// object that is gone by then is what was asked for. Whoever is configured from outside is asked about
    /// the removal too, and is shown the mark. Upstream: store.go (Delete, ignoreNotFound, deleteValidation).
    private Optional<Outcome> removeMarked(
            Call call, DeleteOptions options, StoredObject marked, StoredObject current) {
        StoredObject last = marked;
        for (int tries = 1; tries <= TRIES; tries++) {
            if (!options.dryRun() && environment.admission().shows()) {
                admitRemoval(call, options, last);
            }
            Optional<Outcome> removed = remove(options, last, current, false);
            if (removed.isPresent()) {
                return removed;
            }
            Optional<StoredObject> latest = environment.store().get(call.key());
            if (latest.filter(object -> object.uid().equals(marked.uid())).isEmpty()) {
                return Optional.of(new Outcome(last, true, false));
            }
            last = latest.get();
        }
        return Optional.empty();
    }

    private void admitRemoval(Call call, DeleteOptions options, StoredObject marked) {
        AdmissionRequest admission = admission(call, options, ObjectTrees.tree(marked));
        try {
            environment.admission().mutate(admission);
            environment.admission().validate(admission);
        } finally {
            admission.aftermath().settle(Aftermath.Outcome.NOTHING);
        }
    }

    private Optional<StoredObject> commit(Write write) {
        return switch (environment.store().commit(write)) {
            case Committed.Durable durable -> Optional.of(durable.object());
            case Committed.Conflict _ -> Optional.empty();
        };
    }

    private static void checkPreconditions(Call call, DeleteOptions options, StoredObject current) {
        options.uid().filter(uid -> !uid.equals(current.uid())).ifPresent(uid -> {
            throw conflict(call, "UID", uid, current.uid(), "The object might have been deleted and then recreated");
        });
        String there = Long.toString(current.revision());
        options.resourceVersion().filter(revision -> !revision.equals(there)).ifPresent(revision -> {
            throw conflict(call, "ResourceVersion", revision, there, "The object might have been modified");
        });
    }

    /// Namespaces and definitions of kinds have a check of their own upstream, with other words.
    private static RefusedException conflict(Call call, String what, String asked, String there, String hint) {
        ResourceType type = call.type();
        if (call.entry().has(Flag.HELD_BY_SPEC) || call.entry().has(Flag.CLEANED_UP)) {
            String why = "Precondition failed: %s in precondition: %s, %s in object meta: %s"
                    .formatted(what, asked, what, there);
            return new RefusedException(Statuses.conflict(type, call.name(), why));
        }
        String why = "the %s in the precondition (%s) does not match the %s in record (%s). %s"
                .formatted(what, asked, what, there, hint);
        ResourceType stored =
                call.entry().stored(); // upstream asks the form that all versions share, which for events is of v1
        return new RefusedException(Statuses.conflict(stored.group(), stored.kind(), call.name(), why));
    }

    /// A deletion in a subresource is part of an action that was admitted there. Upstream names no object to
    /// admission when many are deleted.
    private static AdmissionRequest admission(Call call, DeleteOptions options, ObjectNode old) {
        boolean named = call.request().verb() != ApiRequest.Verb.DELETE_COLLECTION;
        return new AdmissionRequest(
                Operation.DELETE,
                call.request().caller(),
                call.entry().stored(),
                call.namespace(),
                named ? call.name() : "",
                "",
                Optional.empty(),
                Optional.of(old),
                options.asObject(),
                options.dryRun(),
                call.warnings(),
                new Aftermath(),
                Optional.of(call.form(named)).filter(_ -> call.subresource().isEmpty()),
                new Reinvocation());
    }
}
