package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Takes the body of an action, such as a Binding, an Eviction or a TokenRequest, through admission: it is
/// created in a subresource, though nothing is stored there. Upstream:
/// apiserver/pkg/endpoints/handlers/create.go.
public final class ActionAdmission {
    private final Environment environment;
    private final Runnable check;

    public ActionAdmission(Environment environment) {
        this(environment, () -> {});
    }

    /// @param check refuses a body that is not valid, as the plugins have changed it, before they look at it
    public ActionAdmission(Environment environment, Runnable check) {
        this.environment = environment;
        this.check = check;
    }

    /// Lets every plugin change the body, then look at it. Whoever is configured from outside sees in its
    /// managedFields who sent it, as if it were stored.
    ///
    /// @param request whose target is the subresource, or the collection that stands for it
    /// @param warnings where plugins add theirs
    /// @throws dev.tenure.apiserver.registry.RefusedException when a plugin refuses
    public void admit(
            KindEntry entry, ApiRequest request, ObjectNode body, WriteOptions options, List<String> warnings) {
        var call = new Call(entry, request, warnings);
        if (environment.admission().shows()) {
            FieldOwnership.noteAction(call, options, body, environment.time().wall());
        }
        try {
            admit(call, Operation.CREATE, body, options.asObject(), options.dryRun());
        } finally {
            ObjectTrees.metadata(body).remove("managedFields");
        }
    }

    /// The same for a review, a new object that nobody stores: what only the server says of an object is
    /// taken out of its metadata, and who set which fields stays in it.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when a plugin refuses, or the review names
    ///     another namespace than its path
    public void admitReview(
            KindEntry entry, ApiRequest request, ObjectNode body, WriteOptions options, List<String> warnings) {
        var call = new Call(entry, request, warnings);
        Metadata.settleNamespace(call, body);
        Metadata.wipe(body);
        FieldOwnership.noteAction(call, options, body, environment.time().wall());
        admit(call, Operation.CREATE, body, options.asObject(), options.dryRun());
    }

    /// The same for what enters an object. Upstream: ConnectResource in
    /// apiserver/pkg/endpoints/handlers/rest.go.
    void admitEntry(KindEntry entry, ApiRequest request, ObjectNode body, List<String> warnings) {
        admit(new Call(entry, request, warnings), Operation.CONNECT, body, Json.object(), false);
    }

    private void admit(Call call, Operation operation, ObjectNode body, ObjectNode options, boolean dryRun) {
        String name = call.name();
        if (operation == Operation.CREATE) {
            Mutation.dropRepeatedOwners(body, call.warnings());
        }
        var admission = new AdmissionRequest(
                operation,
                call.request().caller(),
                call.entry().stored(),
                call.namespace(),
                name.isEmpty() ? ObjectTrees.text(ObjectTrees.metadata(body), "name") : name,
                call.subresource(),
                Optional.of(body),
                Optional.empty(),
                options,
                dryRun,
                call.warnings(),
                new Aftermath(),
                Optional.of(call.form(true)),
                new Reinvocation());
        try {
            Mutation.run(environment.admission(), admission);
            check.run();
            environment.admission().validate(admission);
        } finally {
            admission.aftermath().settle(Aftermath.Outcome.NOTHING);
        }
    }
}
