package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.forecast.FactCheck.Chance;
import dev.tenure.plan.forecast.FactCheck.Extent;
import dev.tenure.plan.forecast.FactCheck.Result;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// A cluster is dumped in the middle of its life, a forecast is made of the dump, and then the cluster itself
/// goes on with the same change: both must come to the same.
@Tag("long")
class ForecastAgainstFactTest {
    private static final long SEEDS = Boolean.getBoolean("tenure.full") ? 150 : 12;

    @TestFactory
    Stream<DynamicTest> theForecastIsWhatThenHappens() {
        return tests(
                ForecastScenarios.all().stream(),
                (scenario, semantics) -> assertThat(
                                FactCheck.of(scenario, semantics, Chance.OTHER).differences())
                        .isEmpty());
    }

    /// Where the forecast says that a tie decides, the cluster may go the other way; with the same chances it
    /// must not.
    @TestFactory
    Stream<DynamicTest> ofClustersAndChangesMadeByChanceToo() {
        return tests(LongStream.range(0, SEEDS).mapToObj(RandomChange::of), (scenario, semantics) -> {
            Result result = FactCheck.ofChance(scenario, semantics, Chance.OTHER);
            List<String> differences = result.tied() && !result.agrees()
                    ? FactCheck.ofChance(scenario, semantics, Chance.EQUAL).differences()
                    : result.differences();
            assertThat(differences).isEmpty();
            // counted as skipped, not as passed
            assumeThat(result.extent())
                    .as("the change is refused, so nothing is compared")
                    .isNotEqualTo(Extent.NOTHING);
        });
    }

    private interface Check {
        void run(ForecastCase scenario, Semantics semantics);
    }

    private static Stream<DynamicTest> tests(Stream<ForecastCase> cases, Check check) {
        return cases.flatMap(scenario -> Stream.of(Semantics.values())
                .map(semantics -> DynamicTest.dynamicTest(
                        scenario.name() + ", " + semantics.word(), () -> check.run(scenario, semantics))));
    }

    @Test
    void thereAreAtLeastFortyScenariosEachWithANameOfItsOwn() {
        assertThat(ForecastScenarios.all()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(ForecastScenarios.all()).extracting(ForecastCase::name).doesNotHaveDuplicates();
    }
}
