package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.resilience.Loss;
import dev.tenure.plan.source.ClusterDump;
import java.util.Optional;

/// What makes a plan one that must not be carried out.
enum PlanPolicy {
    pending,
    budget,
    lost,
    data,
    endpoints,
    kept;

    /// Of what must be known to tell.
    private Optional<String> resource() {
        return switch (this) {
            case budget -> Optional.of("poddisruptionbudgets.policy");
            case endpoints -> Optional.of("services");
            case pending, lost, data, kept -> Optional.empty();
        };
    }

    boolean isBroken(Loss loss) {
        return switch (this) {
            case pending -> loss.counts().pending() > 0;
            case budget -> loss.counts().budgetsBroken() > 0;
            case lost -> loss.counts().lost() > 0;
            case data -> loss.counts().dataLost() > 0;
            case endpoints -> !loss.withoutEndpoints().isEmpty();
            case kept -> loss.kept() > 0;
        };
    }

    boolean isBroken(EvictionPlan plan) {
        EvictionPlan.Summary summary = plan.status().summary();
        return switch (this) {
            case pending -> summary.pending() > 0;
            case budget -> summary.budgetsBroken() > 0;
            case lost -> summary.lost() > 0;
            case data -> summary.dataLost() > 0;
            case endpoints ->
                plan.status().services().stream().anyMatch(each -> each.ready() > 0 && each.lowestReady() == 0);
            case kept -> plan.kept() > 0;
        };
    }

    /// @throws CommandFailure when what it is about could not be read
    void requireKnown(ClusterDump dump) {
        dump.gaps().stream()
                .filter(gap -> !gap.absent()
                        && resource().filter(gap.resource()::equals).isPresent())
                .findFirst()
                .ifPresent(gap -> {
                    throw new CommandFailure(
                            ExitCode.FAILED, "--fail-on %s cannot be told: %s".formatted(this, gap.text()));
                });
    }
}
