package dev.tenure.plan.compare;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.source.ClusterDump;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// What comes of one change under two configurations. Immutable.
///
/// @param settings of each side, in words
/// @param differences pods first, in the order in which they leave
/// @param notes what has to be known about the configurations, as sentences
public record Comparison(
        Settings settings, EvictionPlan a, EvictionPlan b, List<Difference> differences, List<String> notes) {
    private static final int OTHER_CHOICES_MAX = 4;

    /// What is not as usual, of each side.
    public record Settings(List<String> a, List<String> b) {
        public Settings {
            a = List.copyOf(a);
            b = List.copyOf(b);
        }
    }

    public Comparison {
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /// Forecasts the change under both. Where only the node differs, the first is forecast again with other
    /// choices among equal nodes, a few times; if it differs then, too, a tie decides. Equal arguments give equal
    /// comparisons. Runs on the thread of the caller.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Comparison of(ClusterDump dump, Change change, Configuration a, Configuration b) {
        EvictionPlan first = Forecasts.of(dump, change, a.options());
        EvictionPlan second = Forecasts.of(dump, change, b.options());
        // seeds beside each other begin with the same choices
        var seeds = new SplittableRandom(a.options().seed());
        var ties = new HashSet<String>();
        List<Difference> differences = ComparisonRule.differences(first, second, ties);
        for (int left = OTHER_CHOICES_MAX; left > 0 && ComparisonRule.mayBeTie(differences); left--) {
            ties.addAll(ComparisonRule.ties(
                    first, Forecasts.of(dump, change, a.options().withSeed(seeds.nextLong()))));
            differences = ComparisonRule.differences(first, second, ties);
        }
        return new Comparison(
                new Settings(a.settings(), b.settings()),
                first,
                second,
                differences,
                Stream.concat(a.notes().stream(), b.notes().stream()).distinct().toList());
    }

    /// Whether something differs by more than a tie.
    public boolean differs() {
        return differences.stream().anyMatch(each -> !each.tie());
    }
}
