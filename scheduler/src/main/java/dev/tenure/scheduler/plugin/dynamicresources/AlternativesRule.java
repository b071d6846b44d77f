package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.device.ResourceClaim.Result;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How well the alternatives that are met are liked: those that a claim names first, most. Upstream:
/// computeScore.
final class AlternativesRule {
    /// How many alternatives a request can have.
    private static final int ALTERNATIVES_MAX = 8;

    private AlternativesRule() {}

    /// @param found what the claims would get that have no devices yet, in their order
    static long score(List<ResourceClaim> claims, List<Allocation> found) {
        long score = 0;
        int next = 0;
        for (ResourceClaim claim : claims) {
            Allocation allocation =
                    claim.allocation().isPresent() ? claim.allocation().get() : found.get(next++);
            Set<String> met = new HashSet<>();
            for (Result result : allocation.results()) {
                met.add(result.request());
            }
            for (Request request : claim.requests()) {
                score += request.choice() ? score(request, met) : 0;
            }
        }
        return score;
    }

    private static long score(Request request, Set<String> met) {
        long score = 0;
        for (int i = 0; i < request.alternatives().size(); i++) {
            String name = request.name() + "/" + request.alternatives().get(i).name();
            score += met.contains(name) ? ALTERNATIVES_MAX - i : 0;
        }
        return score;
    }
}
