package dev.tenure.controllers.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.garbage.GarbageRule.Owned;
import dev.tenure.controllers.garbage.GarbageRule.OwnerState;
import dev.tenure.controllers.garbage.GarbageRule.Propagation;
import dev.tenure.controllers.garbage.GarbageRule.Verdict;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GarbageRuleTest {
    private static ObjectMeta owned(List<String> finalizers, String... owners) {
        ObjectNode meta = Json.object();
        ObjectNode fields = meta.putObject("metadata").put("name", "o").put("uid", "o");
        finalizers.forEach(fields.putArray("finalizers")::add);
        for (String owner : owners) {
            fields.withArrayProperty("ownerReferences")
                    .addObject()
                    .put("apiVersion", "v1")
                    .put("kind", "ConfigMap")
                    .put("name", owner)
                    .put("uid", owner);
        }
        return Views.meta(meta);
    }

    @Test
    void whatNobodyOwnsStays() {
        assertThat(GarbageRule.decide(owned(List.of()), Map.of(), Owned.NOTHING))
                .isEqualTo(new Verdict.Keep());
    }

    @Test
    void anOwnerThatIsNotKnownCountsAsSolid() {
        assertThat(GarbageRule.decide(owned(List.of(), "a"), Map.of(), Owned.NOTHING))
                .isEqualTo(new Verdict.Keep());
    }

    /// Two owners in every pair of states, with and without objects of its own, under every finalizer.
    @Test
    void theStatesOfTheOwnersDecide() {
        for (OwnerState a : OwnerState.values()) {
            for (OwnerState b : OwnerState.values()) {
                for (Owned owns : Owned.values()) {
                    for (String finalizer : List.of("", GarbageRule.FOREGROUND, GarbageRule.ORPHAN)) {
                        List<String> finalizers = finalizer.isEmpty() ? List.of() : List.of(finalizer);
                        Verdict verdict = GarbageRule.decide(owned(finalizers, "a", "b"), Map.of("a", a, "b", b), owns);
                        assertThat(verdict)
                                .as("%s, %s, owns %s, %s", a, b, owns, finalizer)
                                .isEqualTo(expected(a, b, owns, finalizer));
                    }
                }
            }
        }
    }

    private static Verdict expected(OwnerState a, OwnerState b, Owned owns, String finalizer) {
        var gone = new ArrayList<String>();
        if (a != OwnerState.SOLID) {
            gone.add("a");
        }
        if (b != OwnerState.SOLID) {
            gone.add("b");
        }
        if (gone.isEmpty()) {
            return new Verdict.Keep();
        }
        if (gone.size() == 1) {
            return new Verdict.Release(gone);
        }
        if ((a == OwnerState.WAITING || b == OwnerState.WAITING) && owns != Owned.NOTHING) {
            return new Verdict.Delete(Propagation.Foreground, owns == Owned.WAITING);
        }
        return switch (finalizer) {
            case GarbageRule.FOREGROUND -> new Verdict.Delete(Propagation.Foreground, false);
            case GarbageRule.ORPHAN -> new Verdict.Delete(Propagation.Orphan, false);
            default -> new Verdict.Delete(Propagation.Background, false);
        };
    }
}
