package dev.tenure.console.page;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What Tenure's own kinds say, as far as the one who looks may list them: kinds that a cluster does not
/// have, and those that he may not see, count as if there were no objects of theirs. Blocks while it reads.
final class KnownPolicies {
    private static final String SEMANTICS = "/tenure/v1/taint-eviction?limit=0";

    private KnownPolicies() {}

    /// Without what the controller tells of single pods.
    static TaintPolicies of(Viewer viewer) {
        List<StoredObject> policies = all(viewer, TaintPolicies.KIND);
        return policies.isEmpty() ? TaintPolicies.NONE : TaintPolicies.of(policies, told(viewer));
    }

    private static Optional<JsonNode> told(Viewer viewer) {
        try {
            return viewer.tenure().get(SEMANTICS);
        } catch (ConsoleFault _) {
            // who may not read it learns from their statuses whether policies are in force
            return Optional.empty();
        }
    }

    /// Why nodes bear their taints.
    ///
    /// @param taints of them; rules are asked for where they may keep one
    static ReadinessReasons reasons(Viewer viewer, Collection<Taint> taints) {
        if (taints.stream().noneMatch(ReadinessReasons::mayKeep)) {
            return ReadinessReasons.NONE;
        }
        return viewer.client().list(ReadinessReasons.KIND, "", Map.of()) instanceof ApiReply.Many many
                ? ReadinessReasons.of(many.items())
                : ReadinessReasons.NONE;
    }

    private static List<StoredObject> all(Viewer viewer, ResourceType kind) {
        return viewer.client().list(kind, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    /// Onto a page: `holding`, the policies that hold pods, `failing`, those whose expressions cannot be
    /// answered, and `paused`, the owners that are to make no pods for a while; those of one namespace, if
    /// one is named.
    static void into(ObjectNode page, Viewer viewer, String namespace) {
        TaintPolicies policies = of(viewer);
        ArrayNode holding = policies.holding();
        if (!holding.isEmpty()) {
            page.set("holding", holding);
        }
        ArrayNode failing = policies.failing();
        if (!failing.isEmpty()) {
            page.set("failing", failing);
        }
        Map<String, ObjectNode> pauses = PausedOwners.of(viewer.client()).pauses();
        ArrayNode paused = page.putArray("paused");
        pauses.entrySet().stream()
                .filter(each -> namespace.isEmpty() || each.getKey().contains(" " + namespace + "/"))
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> paused.add(each.getValue().deepCopy().put("owner", each.getKey())));
    }
}
