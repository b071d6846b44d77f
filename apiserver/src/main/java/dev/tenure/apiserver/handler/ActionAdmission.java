package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Takes the body of an action, such as a Binding, an Eviction or a TokenRequest, through admission: it is
/// created in a subresource, though nothing is stored there. Upstream:
/// apiserver/pkg/endpoints/handlers/create.go.
public final class ActionAdmission {
    private final Environment environment;

    public ActionAdmission(Environment environment) {
        this.environment = environment;
    }

    /// Lets every plugin change the body, then look at it.
    ///
    /// @param request whose target is the subresource, or the collection that stands for it
    /// @param warnings where plugins add theirs
    /// @throws dev.tenure.apiserver.registry.RefusedException when a plugin refuses
    public void admit(
            KindEntry entry, ApiRequest request, ObjectNode body, WriteOptions options, List<String> warnings) {
        var target = request.target();
        var admission = new AdmissionRequest(
                Operation.CREATE,
                request.caller(),
                entry.stored(),
                target.namespace(),
                target.name(),
                target.subresource(),
                Optional.of(body),
                Optional.empty(),
                options.asObject(),
                options.dryRun(),
                warnings,
                new Aftermath(),
                Optional.of(new Call(entry, request, warnings).form(true)),
                new Reinvocation());
        try {
            environment.admission().mutate(admission);
            environment.admission().validate(admission);
        } finally {
            admission.aftermath().settle(Aftermath.Outcome.NOTHING);
        }
    }
}
