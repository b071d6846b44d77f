package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Mutating admission, and what is put right of the metadata of objects around it. Upstream:
/// apiserver/pkg/endpoints/handlers/fieldmanager/admission.go, dedupOwnerReferencesAndAddWarning in
/// handlers/rest.go.
final class Mutation {
    private static final String OWNERS = "ownerReferences";
    private static final List<String> OWNER_FIELDS =
            List.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion");
    private static final String MANAGERS = "managedFields";
    private static final String REPEATED =
            "; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24;"
                    + " please fix your requests; duplicate UID(s) observed: ";
    private static final String MALFORMED =
            ".metadata.managedFields was in an invalid state after admission; this could be"
                    + " caused by an outdated mutating admission controller; please fix your requests: ";

    private Mutation() {}

    /// Lets every plugin change the object. Managers of fields that cannot be read afterwards are those from
    /// before, and an owner is named once; the sender is warned of both.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when a plugin refuses
    static void run(AdmissionChain plugins, AdmissionRequest request) {
        if (request.operation() == Operation.CONNECT) {
            plugins.mutate(request);
            return;
        }
        JsonNode before = ObjectTrees.metadata(request.object()).path(MANAGERS);
        plugins.mutate(request);
        ObjectNode metadata = ObjectTrees.metadata(request.object());
        JsonNode after = metadata.path(MANAGERS);
        if (!after.isMissingNode() && !WorkingTree.areOne(before, after)) {
            ManagedFields.fault(after).ifPresent(fault -> {
                FieldOwnership.put(metadata, before);
                request.warnings().add(MALFORMED + fault);
            });
        }
        dropRepeated(metadata, " after mutating admission happens", request.warnings());
    }

    /// Has an object name each owner once, as it was sent.
    ///
    /// @param warnings takes one when it named one more often
    static void dropRepeatedOwners(ObjectNode object, List<String> warnings) {
        dropRepeated(ObjectTrees.metadata(object), "", warnings);
    }

    private static void dropRepeated(ObjectNode metadata, String when, List<String> warnings) {
        JsonNode owners = metadata.path(OWNERS);
        if (owners.size() < 2) {
            return;
        }
        ArrayNode once = Json.array();
        Set<String> seen = new HashSet<>();
        List<String> repeated = new ArrayList<>();
        for (JsonNode owner : owners) {
            if (seen.add(identity(owner))) {
                once.add(owner);
            } else {
                repeated.add(ObjectTrees.text(owner, "uid"));
            }
        }
        if (!repeated.isEmpty()) {
            metadata.set(OWNERS, once);
            warnings.add(".metadata.ownerReferences contains duplicate entries" + when + REPEATED
                    + String.join(", ", repeated));
        }
    }

    /// The same text for the same owner: a text, for somebody may name very many that have one hash.
    private static String identity(JsonNode owner) {
        return OWNER_FIELDS.stream().map(field -> owner.path(field).toString()).collect(Collectors.joining("\n"));
    }
}
