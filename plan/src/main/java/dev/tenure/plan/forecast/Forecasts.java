package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The entry to forecasts. Any number may be made at once, each on one thread.
public final class Forecasts {
    private Forecasts() {}

    /// A plan, and what is too much for one.
    ///
    /// @param ready in order of time, at least one
    /// @param later the pods that are made meanwhile and leave again, in order of time
    public record Course(EvictionPlan plan, List<ReadyCount> ready, List<LeftPod> later) {
        public Course {
            ready = List.copyOf(ready);
            later = List.copyOf(later);
        }
    }

    /// Lets the cluster of a dump go on with a change, until nothing more is to come or the horizon is
    /// reached. Equal arguments give equal plans.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static EvictionPlan of(ClusterDump dump, Change change, ForecastOptions options) {
        return course(dump, change, options, _ -> {}).plan();
    }

    /// The same, with how many pods are ready at each moment.
    ///
    /// @param check called again and again while it works, with how far it has come; what it throws ends the
    ///     forecast
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Course course(ClusterDump dump, Change change, ForecastOptions options, Consumer<Duration> check) {
        return new ForecastRun(dump, change, options).run(check);
    }

    /// Lets the cluster of a dump go on as it is until it is quiet, for who has many questions about it.
    ///
    /// @param check called again and again while it works; what it throws ends the forecast
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static RestingCluster rest(ClusterDump dump, ForecastOptions options, Runnable check) {
        return new ForecastRun(dump, new Change.Nothing(), options).rest(check);
    }

    /// Which taints make pods leave in a forecast: those with `NoExecute`, and others where a policy of the
    /// dump says so.
    public static Predicate<Taint> evicting(ClusterDump dump) {
        List<TaintEvictionPolicy> policies = dump.all(PolicyTypes.POLICIES)
                .map(policy -> EvictionPolicyParser.read(policy, TaintExpressions.matcher()))
                .toList();
        return taint -> TolerationRule.EVICTS.contains(taint.effect())
                || policies.stream().anyMatch(policy -> policy.isAboutEvicting(taint));
    }

    /// Why a pod is where it is or nowhere, as the scheduler of a copy says it once it has placed what waits
    /// there; in the form of `/tenure/v1/scheduler/pods`.
    ///
    /// @param check called again and again while it works; what it throws ends it
    /// @return empty for a pod that the scheduler does not count: it has ended, or there is none
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Optional<JsonNode> explanation(
            ClusterDump dump, ObjectKey pod, ForecastOptions options, Runnable check) {
        return new ForecastRun(dump, new Change.Nothing(), options).explain(pod, check);
    }
}
