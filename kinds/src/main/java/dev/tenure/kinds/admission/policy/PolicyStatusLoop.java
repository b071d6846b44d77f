package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Content;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes into the status of validating policies which expressions do not fit the kinds that they are about. It stands
/// here and not among the controllers because what expressions mean is known here. State is confined to its loop.
/// Upstream: pkg/controller/validatingadmissionpolicystatus.
public final class PolicyStatusLoop {
    private static final ResourceId POLICIES = new ResourceId(PolicyCompiler.GROUP, "validatingadmissionpolicies");
    private static final String MANAGER = "validatingadmissionpolicy-status";
    private static final Caller SELF = Caller.component(
            "system:serviceaccount:kube-system:validatingadmissionpolicy-status-controller",
            List.of("system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"),
            MANAGER);
    private static final int BATCH = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final String LOOK = "policy-status";

    private final Store store;
    private final Published<KindTable> kinds;
    private final Handlers handlers;
    private boolean busy;
    private boolean outdated;

    /// @param handlers carry out what this loop writes, as they do for everybody
    public PolicyStatusLoop(Store store, Published<KindTable> kinds, Handlers handlers) {
        this.store = store;
        this.kinds = kinds;
        this.handlers = handlers;
    }

    /// Begins to follow.
    public void start(EventLoop loop) {
        new Supervisor("policy-status", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop loop) {
        busy = false;
        outdated = false;
        LogCursor cursor = store.watch(POLICIES, "", store.revision());
        loop.supervision().atEnd(cursor::close);
        await(loop, cursor);
        look(loop);
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post("policies-changed", () -> changed(loop, cursor)));
    }

    private void changed(EventLoop loop, LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        await(loop, cursor);
        look(loop);
    }

    /// Judges all policies whose spec was not judged yet; what changes meanwhile is looked at after it.
    private void look(EventLoop loop) {
        if (busy) {
            outdated = true;
            return;
        }
        List<ObjectNode> policies = unjudged();
        outdated = false;
        if (policies.isEmpty()) {
            return;
        }
        busy = true;
        loop.work(LOOK, () -> judge(policies), outcome -> {
            busy = false;
            if (outcome instanceof Outcome.Done<Map<String, RuntimeException>>(var failed)) {
                failed.forEach((name, e) -> loop.supervision().setAside("ValidatingAdmissionPolicy " + name, e));
            }
            if (outdated) {
                loop.alarm(LOOK, loop.time().now().plus(PAUSE), () -> look(loop));
            }
        });
    }

    private List<ObjectNode> unjudged() {
        List<ObjectNode> policies = new ArrayList<>();
        store.list(Range.all(POLICIES, "")).items().stream()
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .map(ObjectTrees::unrevised)
                .filter(policy -> generation(policy)
                        > policy.path("status").path("observedGeneration").asLong(0))
                .forEach(policies::add);
        return policies;
    }

    private static long generation(ObjectNode policy) {
        return policy.path("metadata").path("generation").asLong(0);
    }

    /// @return which could not be judged, and why
    private Map<String, RuntimeException> judge(List<ObjectNode> policies) {
        Map<String, RuntimeException> failed = new LinkedHashMap<>();
        KindTable table = kinds.get();
        for (ObjectNode policy : policies) {
            String name = ObjectTrees.text(ObjectTrees.metadata(policy), "name");
            try {
                write(table, name, generation(policy), PolicyTypeCheck.warnings(table, policy.path("spec")));
            } catch (RefusedException | StoreUnavailableException _) {
                // it was changed meanwhile, or cannot be now: the next change has it looked at again
            } catch (RuntimeException e) {
                failed.put(name, e);
            }
        }
        return failed;
    }

    private void write(KindTable table, String name, long generation, ArrayNode warnings) {
        ObjectNode applied = Json.object();
        applied.put("apiVersion", PolicyCompiler.GROUP + "/v1").put("kind", "ValidatingAdmissionPolicy");
        applied.putObject("metadata").put("name", name);
        ObjectNode status = applied.putObject("status").put("observedGeneration", generation);
        ObjectNode checking = status.putObject("typeChecking");
        if (!warnings.isEmpty()) {
            checking.set("expressionWarnings", warnings);
        }
        Map<String, List<String>> query = new HashMap<>();
        query.put("fieldManager", List.of(MANAGER));
        query.put("force", List.of("true"));
        var target = new Target(POLICIES.group(), "v1", POLICIES.resource(), "", name, "status");
        var body = new Body(Body.APPLY_PATCH, Json.write(applied));
        handlers.call(
                table.find(target.group(), target.version(), target.resource()).orElseThrow(),
                new ApiRequest(Verb.PATCH, target, query, body, SELF),
                new ArrayList<>());
    }
}
