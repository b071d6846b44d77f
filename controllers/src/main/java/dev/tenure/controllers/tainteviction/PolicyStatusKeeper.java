package dev.tenure.controllers.tainteviction;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Tells in the status of each policy how many pods it holds, and why the first of them; at most once a second, and
/// only what has changed. A write that fails is tried with the next look. Confined to its loop.
final class PolicyStatusKeeper {
    private static final String ALARM = "policy-statuses";
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final String CONDITION = "Holding";
    private static final String NOTHING = "NothingHeld";

    private final EventLoop loop;
    private final ClusterClient client;
    private final Supplier<Collection<StoredObject>> policies;
    private final Supplier<List<EvictionHold>> holds;
    private final Supplier<Map<String, Integer>> extra;
    private final Set<String> writing = new HashSet<>();
    private boolean toTell;

    /// @param policies the policies as they stand in the API
    /// @param holds what is held now, the first to come first
    /// @param extra of each policy how many pods there are because replacements come first
    PolicyStatusKeeper(
            EventLoop loop,
            ClusterClient client,
            Supplier<Collection<StoredObject>> policies,
            Supplier<List<EvictionHold>> holds,
            Supplier<Map<String, Integer>> extra) {
        this.loop = loop;
        this.client = client;
        this.policies = policies;
        this.holds = holds;
        this.extra = extra;
    }

    /// Something may be held, or held no more.
    void changed() {
        if (!toTell) {
            toTell = true;
            loop.alarm(ALARM, loop.time().now().plus(EVERY), this::tell);
        }
    }

    private void tell() {
        toTell = false;
        List<EvictionHold> all = holds.get();
        Map<String, Integer> extras = extra.get();
        for (StoredObject policy : List.copyOf(policies.get())) {
            List<EvictionHold> own = all.stream()
                    .filter(hold -> hold.policy().equals(policy.key().name()))
                    .toList();
            tell(policy, own, extras.getOrDefault(policy.key().name(), 0));
        }
    }

    private void tell(StoredObject policy, List<EvictionHold> own, int extras) {
        ObjectNode tree = Json.readObject(policy.json());
        ObjectNode wanted = status(tree, own, extras);
        if (wanted.equals(tree.path("status"))) {
            return;
        }
        if (!writing.add(policy.key().name())) {
            changed();
            return;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", policy.uid());
        patch.set("status", wanted);
        var body = new Body(Body.MERGE_PATCH, Document.of(patch));
        loop.work(
                "policy-status",
                () -> client.patch(PolicyTypes.POLICIES, "", policy.key().name(), "status", body),
                outcome -> written(policy.key().name(), outcome));
    }

    private void written(String policy, Outcome<ApiReply> outcome) {
        writing.remove(policy);
        if (!(outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone())) {
            changed();
        }
    }

    private ObjectNode status(ObjectNode policy, List<EvictionHold> own, int extras) {
        ObjectNode status = Json.object();
        long generation = policy.path("metadata").path("generation").asLong(0);
        status.put("observedGeneration", generation).put("held", own.size()).put("extra", extras);
        ObjectNode condition = status.putArray("conditions").addObject();
        String word = own.isEmpty() ? "False" : "True";
        condition
                .put("type", CONDITION)
                .put("status", word)
                .put("reason", own.isEmpty() ? NOTHING : own.getFirst().reason().word())
                .put("message", own.isEmpty() ? "" : own.getFirst().message())
                .put("lastTransitionTime", since(policy, word))
                .put("observedGeneration", generation);
        return status;
    }

    private String since(ObjectNode policy, String word) {
        for (JsonNode before : policy.path("status").path("conditions")) {
            if (before.path("type").asText("").equals(CONDITION)
                    && before.path("status").asText("").equals(word)) {
                return before.path("lastTransitionTime").asText("");
            }
        }
        return loop.time().wall().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
