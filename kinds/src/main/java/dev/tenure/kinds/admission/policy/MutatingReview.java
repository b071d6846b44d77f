package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.MatchConditions;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.kinds.admission.policy.Encounter.Asked;
import dev.tenure.kinds.admission.policy.MutatingPolicy.Mutation;
import dev.tenure.kinds.admission.policy.ObjectMutation.Outcome;
import dev.tenure.kinds.expression.RequestRun;
import dev.tenure.kinds.expression.RequestRun.Result;
import dev.tenure.kinds.expression.RequestValues;
import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.Status.Cause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One write before the mutating policies that it meets, each of which sees what those before it have
/// changed. Used once, by the thread of the request. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go.
final class MutatingReview {
    private static final String INVALID = "Invalid";

    private final Interception write;
    private final AdmissionRequest request;
    private final ClusterAccess cluster;
    private final AccessQuestion question;
    private final ObjectMutation mutation;
    private final PolicyMetrics metrics;
    private final List<Refusal> refusals = new ArrayList<>();
    private Optional<ObjectNode> namespace = Optional.empty();
    private boolean changed;

    /// @param reason of the answer; empty for that of a refusal
    private record Refusal(String words, String reason) {}

    MutatingReview(Interception write, ClusterAccess cluster, PolicySource source) {
        this.write = write;
        this.request = write.request();
        this.cluster = cluster;
        this.question = new AccessQuestion(source.authorizer(), request.caller());
        this.mutation = new ObjectMutation(source.bodies(), source.kinds().get());
        this.metrics = source.metrics();
    }

    /// @throws RefusedException when a policy fails and failures count
    void run(List<Encounter<MutatingPolicy>> met) {
        List<Asked<MutatingPolicy>> asked = new ArrayList<>();
        for (Encounter<MutatingPolicy> encounter : met) {
            switch (encounter) {
                case Encounter.Misconfigured<MutatingPolicy> fault -> misconfigured(fault);
                case Asked<MutatingPolicy> one -> asked.add(one);
            }
        }
        if (!asked.isEmpty()) {
            askAll(asked);
        }
        if (!refusals.isEmpty()) {
            throw new RefusedException(refusal());
        }
    }

    private void misconfigured(Encounter.Misconfigured<MutatingPolicy> fault) {
        if (!fault.policy().isIgnoring()) {
            String who = fault.binding()
                    .map(binding -> "policy '%s' with binding '%s'"
                            .formatted(fault.policy().name(), binding.name()))
                    .orElse("policy \"" + fault.policy().name() + "\"");
            refusals.add(new Refusal(who + " denied request: " + fault.words(), ""));
        }
    }

    private void askAll(List<Asked<MutatingPolicy>> asked) {
        Reinvocation reinvocation = request.reinvocation();
        MutatingMemory memory = reinvocation.memory(MutatingMemory.class, MutatingMemory::new);
        if (reinvocation.isSecond() && memory.isChanged(request.object())) {
            memory.noteChange();
        }
        namespace = write.namespaceObject(cluster);
        asked.forEach(one -> ask(one, memory));
        if (changed) {
            memory.noteChange();
            reinvocation.want();
        }
        memory.leave(request.object());
    }

    private void ask(Asked<MutatingPolicy> asked, MutatingMemory memory) {
        MutatingPolicy policy = asked.policy().compiled().orElseThrow();
        RequestValues values = values(asked, write.asked());
        switch (policy.tree().conditions().judge(values)) {
            case MatchConditions.Verdict.Holds _ -> {}
            case MatchConditions.Verdict.No _ -> {
                return;
            }
            case MatchConditions.Verdict.Failed(String why) -> {
                fail(asked, why);
                return;
            }
        }
        MutatingMemory.Key key = key(asked);
        if (request.reinvocation().isSecond() && !memory.isAskedAgain(key)) {
            return;
        }
        ObjectNode before = request.object().deepCopy();
        policy.mutations().forEach(one -> mutate(asked, policy, one));
        if (!before.equals(request.object())) {
            memory.noteChange();
            request.reinvocation().want();
        }
        if (policy.isAskedAgain()) {
            memory.noteAsked(key);
        }
    }

    private RequestValues values(Asked<MutatingPolicy> asked, Matched resource) {
        return write.values(asked.as(), resource).given(asked.params()).asking(question, write.place());
    }

    private static MutatingMemory.Key key(Asked<MutatingPolicy> asked) {
        String params = asked.params()
                .map(ObjectTrees::metadata)
                .map(metadata -> ObjectTrees.text(metadata, "namespace") + "/" + ObjectTrees.text(metadata, "name"))
                .orElse("");
        return new MutatingMemory.Key(asked.policy().name(), asked.binding().name(), params);
    }

    private void mutate(Asked<MutatingPolicy> asked, MutatingPolicy policy, Mutation one) {
        Tick began = metrics.now();
        Optional<String> fault = fault(asked, policy, one);
        metrics.mutated(asked.policy().name(), asked.binding().name(), fault, metrics.since(began));
        fault.ifPresent(why -> fail(asked, why));
    }

    /// Carries out a mutation.
    ///
    /// @return why that failed; empty when it did not
    private Optional<String> fault(Asked<MutatingPolicy> asked, MutatingPolicy policy, Mutation one) {
        Matched as = asked.as();
        if (!one.program().fault().isEmpty()) {
            return Optional.of(one.program().fault());
        }
        RequestValues values = values(asked, as).in(namespace);
        return switch (new RequestRun(policy.tree().variables(), values, RequestRun.BUDGET).run(one.program())) {
            case Result.Value(Object value) ->
                take(asked, mutation.apply(write.object(as).orElseThrow(), as, one, value));
            case Result.Failed(String why) -> Optional.of(why);
            case Result.Spent(String why) -> Optional.of(why);
        };
    }

    private Optional<String> take(Asked<MutatingPolicy> asked, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Changed(ObjectNode object) -> {
                write.change(asked.as(), object);
                changed = true;
                yield Optional.empty();
            }
            case Outcome.Untouched _ -> {
                changed = true;
                yield Optional.empty();
            }
            case Outcome.Fault(String why) -> Optional.of(why);
        };
    }

    private void fail(Asked<MutatingPolicy> asked, String why) {
        if (!asked.policy().isIgnoring()) {
            refusals.add(new Refusal(
                    "policy '%s' with binding '%s' denied request: %s"
                            .formatted(asked.policy().name(), asked.binding().name(), why),
                    INVALID));
        }
    }

    private Status refusal() {
        Refusal first = refusals.getFirst();
        List<Cause> causes =
                refusals.stream().map(one -> new Cause("", one.words(), "")).toList();
        ResourceType resource = request.form().orElseThrow().resource();
        Status status = Statuses.forbidden(resource.group(), resource.resource(), write.shownName(), "", causes);
        String reason = first.reason().isEmpty() ? status.reason() : first.reason();
        return new Status(status.code(), reason, first.words(), status.details());
    }
}
