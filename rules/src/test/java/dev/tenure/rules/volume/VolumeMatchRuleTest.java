package dev.tenure.rules.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolume.ClaimReference;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.PersistentVolumeClaim.Progress;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.rules.Samples;
import dev.tenure.rules.volume.VolumeMatchRule.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Which of several volumes a claim of 10Gi gets, and what a volume must not lack.
class VolumeMatchRuleTest {
    private static final Place NOW = new Place.Anywhere(false);
    private static final PersistentVolumeClaim CLAIM = new PersistentVolumeClaim(
            Samples.meta("c", Map.of()),
            Samples.resources("storage=10Gi"),
            List.of("ReadWriteOnce"),
            Optional.of("fast"),
            "Filesystem",
            "",
            Optional.of(LabelSelector.parse("tier=gold")),
            "Pending",
            "gold",
            Progress.NONE);

    /// What is told of a volume; all of it suits the claim.
    private record Shape(
            String size,
            String phase,
            String storageClass,
            String mode,
            List<String> accessModes,
            String attributes,
            String tier) {
        static final Shape FIT = new Shape(
                "10Gi", "Available", "fast", "Filesystem", List.of("ReadWriteOnce", "ReadOnlyMany"), "gold", "gold");

        PersistentVolume volume(String name, Optional<ClaimReference> claim) {
            return volume(name, claim, Optional.empty());
        }

        PersistentVolume volume(
                String name, Optional<ClaimReference> claim, Optional<List<NodeSelectorTerm>> nodeTerms) {
            return new PersistentVolume(
                    Samples.meta(name, Map.of("tier", tier)),
                    Samples.resources("storage=" + size),
                    accessModes,
                    storageClass,
                    mode,
                    phase,
                    claim,
                    nodeTerms,
                    "",
                    "",
                    attributes);
        }

        Shape size(String other) {
            return new Shape(other, phase, storageClass, mode, accessModes, attributes, tier);
        }
    }

    private static String best(Place place, PersistentVolume... volumes) {
        return VolumeMatchRule.best(CLAIM, List.of(volumes), place, _ -> false)
                .map(volume -> volume.meta().name())
                .orElse("");
    }

    private static boolean suits(UnaryOperator<Shape> change) {
        return !best(NOW, change.apply(Shape.FIT).volume("v", Optional.empty())).isEmpty();
    }

    @Test
    void aVolumeThatLacksOneThingDoesNotSuit() {
        assertThat(suits(fit -> fit)).isTrue();
        assertThat(suits(fit -> fit.size("11Gi"))).isTrue();
        assertThat(suits(fit -> fit.size("9Gi"))).isFalse();
        var modes = Shape.FIT.accessModes();
        assertThat(suits(_ -> new Shape("10Gi", "Bound", "fast", "Filesystem", modes, "gold", "gold")))
                .isFalse();
        assertThat(suits(_ -> new Shape("10Gi", "Available", "slow", "Filesystem", modes, "gold", "gold")))
                .isFalse();
        assertThat(suits(_ -> new Shape("10Gi", "Available", "fast", "Block", modes, "gold", "gold")))
                .isFalse();
        assertThat(suits(_ ->
                        new Shape("10Gi", "Available", "fast", "Filesystem", List.of("ReadOnlyMany"), "gold", "gold")))
                .isFalse();
        assertThat(suits(_ -> new Shape("10Gi", "Available", "fast", "Filesystem", modes, "", "gold")))
                .isFalse();
        assertThat(suits(_ -> new Shape("10Gi", "Available", "fast", "Filesystem", modes, "gold", "tin")))
                .isFalse();
    }

    @Test
    void theSmallestIsTakenAndOfEquallySmallOnesTheFirstByName() {
        PersistentVolume large = Shape.FIT.size("20Gi").volume("a", Optional.empty());
        PersistentVolume second = Shape.FIT.volume("c", Optional.empty());
        PersistentVolume first = Shape.FIT.volume("b", Optional.empty());
        assertThat(best(NOW, large, second, first)).isEqualTo("b");
        assertThat(VolumeMatchRule.best(CLAIM, List.of(large, second, first), NOW, "b"::equals))
                .contains(second);
    }

    @Test
    void whatIsKeptForTheClaimGoesFirstAndWhatIsKeptForAnotherNever() {
        PersistentVolume free = Shape.FIT.volume("a", Optional.empty());
        for (ClaimReference own :
                List.of(new ClaimReference("default", "c", ""), new ClaimReference("default", "c", "uid-c"))) {
            assertThat(best(NOW, free, Shape.FIT.size("90Gi").volume("z", Optional.of(own))))
                    .isEqualTo("z");
        }
        for (ClaimReference others : List.of(
                new ClaimReference("default", "c", "before"),
                new ClaimReference("other", "c", ""),
                new ClaimReference("default", "d", ""))) {
            assertThat(best(NOW, Shape.FIT.volume("z", Optional.of(others)))).isEmpty();
        }
    }

    @Test
    void aClaimThatWaitsForItsConsumerGetsOnlyWhatIsKeptForIt() {
        var waits = new Place.Anywhere(true);
        assertThat(best(waits, Shape.FIT.volume("a", Optional.empty()))).isEmpty();
        var own = Optional.of(new ClaimReference("default", "c", ""));
        assertThat(best(waits, Shape.FIT.volume("z", own))).isEqualTo("z");
    }

    @Test
    void aVolumeOutOfReachIsNone() {
        var here = new Place.On(Samples.node("n", Map.of("zone", "a")));
        // a term without requirements matches no node
        Optional<List<NodeSelectorTerm>> nowhere = Optional.of(List.of(new NodeSelectorTerm(List.of(), List.of())));
        var own = Optional.of(new ClaimReference("default", "c", ""));
        assertThat(best(here, Shape.FIT.volume("a", Optional.empty()))).isEqualTo("a");
        assertThat(best(here, Shape.FIT.volume("a", Optional.empty(), nowhere))).isEmpty();
        PersistentVolume free = Shape.FIT.volume("b", Optional.empty());
        PersistentVolume kept = Shape.FIT.volume("z", own, nowhere);
        assertThat(best(here, free, kept)).isEmpty();
        assertThat(best(here, kept, free)).isEmpty();
        assertThat(best(NOW, Shape.FIT.volume("a", Optional.empty(), nowhere))).isEqualTo("a");
    }

    @Test
    void aVolumeThatGoesIsNone() {
        PersistentVolume stays = Shape.FIT.volume("a", Optional.empty());
        var going = new ObjectMeta(
                "a",
                "",
                "uid-a",
                1,
                Samples.NOW,
                Optional.of(new ObjectMeta.Deletion(Samples.NOW, 0)),
                Map.of("tier", "gold"),
                Map.of(),
                List.of(),
                List.of());
        var goes = new PersistentVolume(
                going,
                stays.capacity(),
                stays.accessModes(),
                stays.storageClassName(),
                stays.volumeMode(),
                stays.phase(),
                stays.claim(),
                stays.nodeTerms(),
                "",
                "",
                stays.volumeAttributesClassName());
        assertThat(best(NOW, stays)).isEqualTo("a");
        assertThat(best(NOW, goes)).isEmpty();
    }
}
