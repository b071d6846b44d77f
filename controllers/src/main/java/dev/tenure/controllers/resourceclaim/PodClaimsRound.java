package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One look at the claims that a pod wants by templates: makes those that are missing, one after the other
/// until one cannot be made, and names them in the pod's status once all are there. Upstream: syncPod,
/// handleClaim.
///
/// @param steps one for each of those claims
record PodClaimsRound(ClaimCalls calls, StoredObject pod, List<ClaimStep> steps, Told told) {
    /// Who hears how it went; called from another thread than the loop's.
    interface Told {
        void made(ClaimStep.Make step, StoredObject claim);

        /// A claim that was made has not come, and is not there.
        void vanished(String podClaim);

        /// A call to make a claim failed.
        void refused(ClaimStep.Make step);

        /// Why a claim could not be made.
        void failed(String podClaim, String why);
    }

    PodClaimsRound {
        steps = List.copyOf(steps);
    }

    /// Blocks.
    ///
    /// @return whether all is done
    boolean play() {
        Map<String, String> names = new LinkedHashMap<>();
        boolean news = false;
        for (ClaimStep step : steps) {
            String claim = switch (step) {
                case ClaimStep.Keep keep -> keep.claim();
                case ClaimStep.Name name -> name.seen() ? name.claim() : confirmed(name);
                case ClaimStep.Make make -> made(make);
                case ClaimStep.Lack lack -> {
                    told.failed(lack.podClaim(), lack.why());
                    yield "";
                }
            };
            if (claim.isEmpty()) {
                return false;
            }
            names.put(step.podClaim(), claim);
            news |= !(step instanceof ClaimStep.Keep);
        }
        return !news || calls.name(pod, names);
    }

    private String confirmed(ClaimStep.Name name) {
        if (calls.isThere(pod.key().namespace(), name.claim())) {
            return name.claim();
        }
        told.vanished(name.podClaim());
        return "";
    }

    /// @return the name of the claim; empty when it could not be made
    private String made(ClaimStep.Make make) {
        ApiReply reply = calls.make(pod, make.podClaim(), make.template());
        return switch (reply) {
            case ApiReply.One(var _, StoredObject claim, var _) -> {
                told.made(make, claim);
                yield claim.key().name();
            }
            case ApiReply.Failure(var status, var _) -> refused(make, status.message());
            case ApiReply.Many _, ApiReply.Document _ -> refused(make, "the server answered something else");
        };
    }

    private String refused(ClaimStep.Make make, String why) {
        told.refused(make);
        // upstream puts the claim's name between, which it does not have yet
        told.failed(make.podClaim(), "create ResourceClaim : " + why);
        return "";
    }
}
