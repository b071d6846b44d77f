package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;

/// What has to be done for one claim that a pod wants by a template.
sealed interface ClaimStep {
    /// By which the pod's spec knows the claim.
    String podClaim();

    /// The claim is there, and the pod's status names it.
    record Keep(String podClaim, String claim) implements ClaimStep {}

    /// The claim was made, and the pod's status does not name it yet.
    ///
    /// @param seen whether the claim was seen since then
    record Name(String podClaim, String claim, boolean seen) implements ClaimStep {}

    record Make(String podClaim, StoredObject template) implements ClaimStep {
        /// Whether the template asks for devices that others use.
        boolean isAdmin() {
            for (JsonNode request : Document.of(template.content()).at("spec", "spec", "devices", "requests")) {
                if (request.path("exactly").path("adminAccess").asBoolean(false)) {
                    return true;
                }
            }
            return false;
        }
    }

    /// The claim cannot be made.
    record Lack(String podClaim, String why) implements ClaimStep {}
}
