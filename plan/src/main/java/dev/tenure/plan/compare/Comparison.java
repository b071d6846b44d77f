package dev.tenure.plan.compare;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.Forecasts.Course;
import dev.tenure.plan.source.ClusterDump;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// What comes of one cluster on two sides: one change under two configurations, or two changes. Immutable.
///
/// @param settings of each side, in words
/// @param differences pods first, in the order in which they leave
/// @param notes what has to be known about the configurations, as sentences
public record Comparison(
        Settings settings, Course first, Course second, List<Difference> differences, List<String> notes) {
    private static final int OTHER_CHOICES_MAX = 4;

    /// What is not as usual, of each side.
    public record Settings(List<String> a, List<String> b) {
        public Settings {
            a = List.copyOf(a);
            b = List.copyOf(b);
        }
    }

    /// What happens on one side, and how the components are set up there.
    public record Side(Change change, Configuration configuration) {}

    public Comparison {
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /// Forecasts the change under both configurations.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Comparison of(ClusterDump dump, Change change, Configuration a, Configuration b) {
        return of(dump, new Side(change, a), new Side(change, b));
    }

    /// Forecasts both sides. Where only the node differs, the first is forecast again with other choices
    /// among equal nodes, a few times; if it differs then, too, a tie decides. Equal arguments give equal
    /// comparisons. Runs on the thread of the caller.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when a change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Comparison of(ClusterDump dump, Side a, Side b) {
        ForecastOptions options = a.configuration().options();
        Course first = course(dump, a.change(), options);
        Course second =
                b.equals(a) ? first : course(dump, b.change(), b.configuration().options());
        // seeds beside each other begin with the same choices
        var seeds = new SplittableRandom(options.seed());
        var ties = new HashSet<String>();
        List<Difference> differences = ComparisonRule.differences(first, second, ties);
        for (int left = OTHER_CHOICES_MAX; left > 0 && ComparisonRule.mayBeTie(differences); left--) {
            ties.addAll(ComparisonRule.ties(
                    first.plan(), Forecasts.of(dump, a.change(), options.withSeed(seeds.nextLong()))));
            differences = ComparisonRule.differences(first, second, ties);
        }
        return new Comparison(
                new Settings(a.configuration().settings(), b.configuration().settings()),
                first,
                second,
                differences,
                Stream.concat(a.configuration().notes().stream(), b.configuration().notes().stream())
                        .distinct()
                        .toList());
    }

    private static Course course(ClusterDump dump, Change change, ForecastOptions options) {
        return Forecasts.course(dump, change, options, _ -> {});
    }

    /// What would happen on the first side.
    public EvictionPlan a() {
        return first.plan();
    }

    /// What would happen on the second side.
    public EvictionPlan b() {
        return second.plan();
    }

    /// Whether something differs by more than a tie.
    public boolean differs() {
        return differences.stream().anyMatch(each -> !each.tie());
    }
}
