package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintChoice;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.ArrayNode;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tells in the status of each policy how many pods it holds, why the first of them, and which of its
/// expressions cannot be answered, for which there is an Event, too; at most once a second, and only what has
/// changed. A write that fails is tried with the next look. Confined to its loop.
final class PolicyStatusKeeper {
    private static final String ALARM = "policy-statuses";
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final String CONDITION = "Holding";
    private static final String NOTHING = "NothingHeld";
    private static final String EXPRESSIONS = "ExpressionsValid";
    private static final String FAILS = "ExpressionFails";
    /// Of one policy so many expressions are told at most.
    private static final int FAULTS_MAX = 4;

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final Source source;
    private final Set<String> writing = new HashSet<>();
    private boolean toTell;

    /// What there is to tell.
    interface Source {
        /// The policies as they stand in the API.
        Collection<StoredObject> policies();

        /// What is held now, the first to come first.
        List<EvictionHold> holds();

        /// Of each policy how many pods there are because replacements come first.
        Map<String, Integer> extra();

        /// Of each policy with expressions those that cannot be answered.
        Map<String, List<TaintChoice.Fault>> faults();
    }

    /// What is told of one policy.
    ///
    /// @param faults absent where it has no expressions
    private record Told(List<EvictionHold> holds, int extra, Optional<List<TaintChoice.Fault>> faults) {
        private String faultsText() {
            return faults.orElse(List.of()).stream()
                    .limit(FAULTS_MAX)
                    .map(TaintChoice.Fault::toString)
                    .collect(Collectors.joining("; "));
        }
    }

    PolicyStatusKeeper(EventLoop loop, ClusterClient client, EventRecorder events, Source source) {
        this.loop = loop;
        this.client = client;
        this.source = source;
        this.events = events;
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
        List<EvictionHold> all = source.holds();
        Map<String, Integer> extras = source.extra();
        Map<String, List<TaintChoice.Fault>> faults = source.faults();
        for (StoredObject policy : List.copyOf(source.policies())) {
            String name = policy.key().name();
            List<EvictionHold> own =
                    all.stream().filter(hold -> hold.policy().equals(name)).toList();
            tell(policy, new Told(own, extras.getOrDefault(name, 0), Optional.ofNullable(faults.get(name))));
        }
    }

    private void tell(StoredObject policy, Told told) {
        ObjectNode tree = Json.readObject(policy.json());
        ObjectNode wanted = status(tree, told);
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
                outcome -> written(policy, outcome, newFaults(tree, told)));
    }

    /// @param faults expressions that cannot be answered, of which nobody was told yet; empty for none
    private void written(StoredObject policy, Outcome<ApiReply> outcome, String faults) {
        writing.remove(policy.key().name());
        if (!(outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone())) {
            changed();
        } else if (!faults.isEmpty()) {
            var about = InvolvedObject.of(PolicyTypes.POLICIES, policy);
            events.record(about, EventRecorder.Type.Warning, FAILS, faults);
        }
    }

    private static String newFaults(ObjectNode policy, Told told) {
        return condition(policy, EXPRESSIONS)
                        .filter(before -> before.path("message").asText("").equals(told.faultsText()))
                        .isPresent()
                ? ""
                : told.faultsText();
    }

    private ObjectNode status(ObjectNode policy, Told told) {
        List<EvictionHold> own = told.holds();
        ObjectNode status = Json.object();
        long generation = policy.path("metadata").path("generation").asLong(0);
        status.put("observedGeneration", generation).put("held", own.size()).put("extra", told.extra());
        ArrayNode conditions = status.putArray("conditions");
        String holding = own.isEmpty() ? "False" : "True";
        String why = own.isEmpty() ? NOTHING : own.getFirst().reason().word();
        add(conditions, policy, CONDITION, holding)
                .put("reason", why)
                .put("message", own.isEmpty() ? "" : own.getFirst().message());
        if (told.faults().isPresent()) {
            boolean good = told.faults().get().isEmpty();
            add(conditions, policy, EXPRESSIONS, good ? "True" : "False")
                    .put("reason", good ? "AllAnswered" : FAILS)
                    .put("message", told.faultsText());
        }
        return status;
    }

    private ObjectNode add(ArrayNode conditions, ObjectNode policy, String type, String word) {
        return conditions
                .addObject()
                .put("type", type)
                .put("status", word)
                .put("lastTransitionTime", since(policy, type, word))
                .put(
                        "observedGeneration",
                        policy.path("metadata").path("generation").asLong(0));
    }

    private static Optional<JsonNode> condition(ObjectNode policy, String type) {
        return policy.path("status")
                .path("conditions")
                .valueStream()
                .filter(before -> before.path("type").asText("").equals(type))
                .findFirst();
    }

    private String since(ObjectNode policy, String type, String word) {
        Optional<JsonNode> before = condition(policy, type)
                .filter(known -> known.path("status").asText("").equals(word));
        if (before.isPresent()) {
            return before.get().path("lastTransitionTime").asText("");
        }
        return loop.time().wall().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
