package dev.tenure.plan.policy;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingChoice;
import dev.tenure.rules.taint.StandingPod;
import dev.tenure.rules.taint.TaintConsent;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The policies of taint evictions of a cluster, and what its taint eviction controller tells of the pods
/// that have to leave: whom a policy holds, and whose stay it makes longer or shorter. Immutable.
public final class TaintPolicies {
    /// The kind of the policies.
    public static final ResourceType KIND = PolicyTypes.POLICIES;

    /// Runs the expressions by which taints are chosen.
    public static final TaintMatcher EXPRESSIONS = TaintExpressions.matcher();

    public static final TaintPolicies NONE = new TaintPolicies(List.of(), Map.of(), false);

    private static final String HOLDING = "Holding";
    private static final String EXPRESSIONS_VALID = "ExpressionsValid";
    private static final String FAILING = "failing";
    private static final String MESSAGE = "message";
    private static final String DOCUMENTED = "documented";

    /// @param policy what it says
    /// @param told what its status says
    private record Policy(TaintEvictionPolicy policy, ObjectNode told) {
        private boolean isAbout(Taint taint) {
            return policy.isAbout(taint);
        }

        private StandingChoice standing() {
            return policy.standing();
        }

        private Optional<Stay> tolerated() {
            return policy.stays().tolerated();
        }

        private int held() {
            return told.path("held").asInt(0);
        }
    }

    /// That a pod stays because of a policy.
    ///
    /// @param policy its name
    public record Grant(String policy, Stay stay) {}

    /// What becomes of a pod under a taint that by itself only keeps new ones away, where a policy has pods
    /// leave because of it.
    public sealed interface Standing {
        /// It has to leave; what is told of it says when, and what holds it.
        record Leaves() implements Standing {}

        /// It came after the taint.
        record Newcomer() implements Standing {}

        record Spared(StandingPod kind) implements Standing {}
    }

    private final List<Policy> policies;
    /// Entries of what lies ahead, by uid of the pod.
    private final Map<String, JsonNode> coming;

    /// Whether the controller that evicts obeys policies.
    private final boolean inForce;

    private TaintPolicies(List<Policy> policies, Map<String, JsonNode> coming, boolean inForce) {
        this.policies = List.copyOf(policies);
        this.inForce = inForce;
        this.coming = Map.copyOf(coming);
    }

    /// @param policies objects of the kind TaintEvictionPolicy
    /// @param page what `/tenure/v1/taint-eviction` answers, where somebody does; where nobody does, policies
    ///     are in force once the controller has written a status of one
    public static TaintPolicies of(List<StoredObject> policies, Optional<JsonNode> page) {
        var coming = new HashMap<String, JsonNode>();
        page.ifPresent(all ->
                all.path("coming").forEach(each -> coming.put(each.path("uid").asText(), each)));
        boolean inForce = page.map(all -> all.path("semantics").asText("").equals(DOCUMENTED))
                .orElseGet(() -> policies.stream().anyMatch(TaintPolicies::isSeen));
        return new TaintPolicies(policies.stream().map(TaintPolicies::policy).toList(), coming, inForce);
    }

    /// Reads the policies; none where there are none, or the caller may not list them.
    ///
    /// @param page as above
    public static TaintPolicies read(ClusterClient client, Optional<JsonNode> page) {
        return client.list(KIND, "", Map.of()) instanceof ApiReply.Many many
                        && !many.items().isEmpty()
                ? of(many.items(), page)
                : NONE;
    }

    private static boolean isSeen(StoredObject policy) {
        return Json.readObject(policy.json()).path("status").has("observedGeneration");
    }

    private static Policy policy(StoredObject stored) {
        JsonNode tree = Json.readObject(stored.json());
        ObjectNode told = Json.object()
                .put("policy", stored.key().name())
                .put("held", tree.path("status").path("held").asInt(0));
        int extra = tree.path("status").path("extra").asInt(0);
        if (extra > 0) {
            told.put("extra", extra);
        }
        for (JsonNode condition : tree.path("status").path("conditions")) {
            String type = condition.path("type").asText("");
            String status = condition.path("status").asText("");
            if (type.equals(HOLDING) && status.equals("True")) {
                told.put("reason", condition.path("reason").asText(""));
                told.put(MESSAGE, condition.path(MESSAGE).asText(""));
            }
            if (type.equals(EXPRESSIONS_VALID) && status.equals("False")) {
                told.put(FAILING, condition.path(MESSAGE).asText(""));
            }
        }
        return new Policy(EvictionPolicyParser.read(stored, EXPRESSIONS), told);
    }

    /// Whether some policy has pods leave because of a taint that by itself only keeps new ones away.
    boolean makeSomeLeave(Taint taint) {
        return inForce && policies.stream().anyMatch(each -> each.standing().means(taint));
    }

    /// The same for any taint.
    public boolean makeSomeLeave() {
        return policies.stream().anyMatch(each -> !each.standing().effects().isEmpty());
    }

    /// What becomes of a pod that does not tolerate such a taint; empty where no policy says anything of it.
    public Optional<Standing> standing(Pod pod, Taint taint) {
        List<Policy> concerned = concerned(pod, taint);
        if (concerned.isEmpty()) {
            return Optional.empty();
        }
        List<StandingPod> spared = concerned.stream()
                .flatMap(each -> each.standing().spares(pod).stream())
                .toList();
        if (spared.size() == concerned.size()) {
            return Optional.of(new Standing.Spared(spared.getFirst()));
        }
        return Optional.of(told(pod.meta().uid(), taint).isPresent() ? new Standing.Leaves() : new Standing.Newcomer());
    }

    private List<Policy> concerned(Pod pod, Taint taint) {
        return !inForce || !(TaintConsent.of(pod.spec().tolerations(), taint) instanceof TaintConsent.Refused)
                ? List.of()
                : policies.stream()
                        .filter(each ->
                                each.standing().means(taint) && each.policy().isAbout(pod))
                        .toList();
    }

    /// Which policy has a pod stay that does not tolerate a taint itself; the one that grants the longest
    /// stay.
    public Optional<Grant> grant(Pod pod, Taint taint) {
        if (!inForce
                || taint.effect() != TaintEffect.NO_EXECUTE
                || !(TaintConsent.of(pod.spec().tolerations(), taint) instanceof TaintConsent.Refused)) {
            return Optional.empty();
        }
        return policies.stream()
                .filter(each -> each.tolerated().isPresent()
                        && each.isAbout(taint)
                        && each.policy().isAbout(pod))
                .map(each -> new Grant(
                        each.told().path("policy").asText(), each.tolerated().get()))
                .max(Comparator.comparingLong(TaintPolicies::length));
    }

    private static long length(Grant grant) {
        return switch (grant.stay()) {
            case Stay.Forever _ -> Long.MAX_VALUE;
            case Stay.AtMost(long seconds) -> seconds;
        };
    }

    /// What a taint allows a pod, policies included.
    public TaintConsent consent(Pod pod, Taint taint) {
        return TaintConsent.of(tolerations(pod, List.of(taint)), taint);
    }

    /// The tolerations of a pod, and behind them one for each taint under which a policy has it stay.
    public List<Toleration> tolerations(Pod pod, List<Taint> taints) {
        var tolerations = new ArrayList<>(pod.spec().tolerations());
        for (Taint taint : taints) {
            grant(pod, taint)
                    .ifPresent(grant -> tolerations.add(new Toleration(
                            taint.key(),
                            TolerationOperator.EQUAL,
                            taint.value(),
                            Optional.of(taint.effect()),
                            grant.stay())));
        }
        return tolerations;
    }

    /// What the policies that hold pods say in their statuses: `policy`, `held` (how many), and of the first
    /// of them `reason` and `message`; `extra`, how many pods there are because replacements come first.
    public ArrayNode holding() {
        ArrayNode list = Json.array();
        policies.stream().filter(each -> each.held() > 0).forEach(each -> list.add(each.told()));
        return list;
    }

    /// The policies with expressions that do not compile or fail on a taint, so that they may mean less than
    /// somebody thinks, as the controller tells it: `policy` and `message`.
    public ArrayNode failing() {
        ArrayNode list = Json.array();
        policies.stream()
                .map(Policy::told)
                .filter(told -> told.has(FAILING))
                .forEach(told -> list.addObject()
                        .put("policy", told.path("policy").asText())
                        .put(MESSAGE, told.path(FAILING).asText()));
        return list;
    }

    /// What the first policy says of itself that holds pods and is about a pod that should have left because
    /// of a taint; as in [#holding].
    public Optional<ObjectNode> holder(Pod pod, Taint taint) {
        return policies.stream()
                .filter(each ->
                        each.held() > 0 && each.isAbout(taint) && each.policy().isAbout(pod))
                .map(Policy::told)
                .findFirst();
    }

    /// What is told of a pod because of one taint; empty where nothing is.
    public Optional<JsonNode> told(String uid, Taint taint) {
        return Optional.ofNullable(coming.get(uid))
                .filter(entry ->
                        entry.path("taint").asText().equals(taint.withoutTime().toString()));
    }

    /// What a policy makes of a pod that does not tolerate a taint itself, in words: that it has it stay or
    /// leave, or why it does not have it leave. Which one holds it or makes its stay shorter is told with
    /// when it leaves.
    public Optional<Saying> saying(Pod pod, Taint taint) {
        Optional<Grant> granted = grant(pod, taint);
        if (granted.isPresent()) {
            return granted.map(grant -> new Saying(
                    grant.policy(),
                    switch (grant.stay()) {
                        case Stay.Forever _ -> "has it stay";
                        case Stay.AtMost(long seconds) -> "has it stay for %d s".formatted(seconds);
                    }));
        }
        return standing(pod, taint)
                .flatMap(standing -> concerned(pod, taint).stream()
                        .filter(each -> standing instanceof Standing.Spared
                                || each.standing().spares(pod).isEmpty())
                        .map(each -> new Saying(each.told().path("policy").asText(), words(standing)))
                        .findFirst());
    }

    private static String words(Standing standing) {
        return switch (standing) {
            case Standing.Leaves _ -> "has it leave";
            case Standing.Newcomer _ -> "leaves it alone: it came after the taint";
            case Standing.Spared(var kind) -> "spares it: " + kind.reason();
        };
    }

    /// What one policy makes of a taint.
    public record Saying(String policy, String text) {}

    /// What the policies that are in force make of a taint, in words.
    public List<Saying> sayings(Taint taint) {
        return !inForce
                ? List.of()
                : policies.stream()
                        .filter(each -> each.isAbout(taint))
                        .flatMap(each -> saying(each, taint).stream())
                        .toList();
    }

    private static Optional<Saying> saying(Policy policy, Taint taint) {
        String name = policy.told().path("policy").asText();
        if (taint.effect() != TaintEffect.NO_EXECUTE) {
            return policy.standing().means(taint)
                    ? Optional.of(new Saying(name, "pods that stood there before the taint leave, too"))
                    : Optional.empty();
        }
        return Optional.of(new Saying(
                name,
                policy.tolerated()
                        .map(stay -> switch (stay) {
                            case Stay.Forever _ -> "pods stay that do not tolerate it";
                            case Stay.AtMost(long seconds) ->
                                "pods stay for %d s that do not tolerate it".formatted(seconds);
                        })
                        .orElse("pods leave when it lets them")));
    }

    /// The policies that are about a taint, and how many pods each holds because of whichever taint.
    public ArrayNode about(Taint taint) {
        ArrayNode list = Json.array();
        if (taint.effect() == TaintEffect.NO_EXECUTE || makeSomeLeave(taint)) {
            policies.stream().filter(each -> each.isAbout(taint)).forEach(each -> list.add(each.told()));
        }
        return list;
    }
}
