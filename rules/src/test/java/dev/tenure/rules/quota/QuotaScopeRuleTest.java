package dev.tenure.rules.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Affinity.PodTerm;
import dev.tenure.model.core.Affinity.PodTerms;
import dev.tenure.model.core.Affinity.PreferredPods;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.core.ResourceQuota.Scope;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.rules.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Terms that look beyond the pod's namespace, wherever they stand; the other scopes are in [UsageRuleTest].
class QuotaScopeRuleTest {
    private static PodTerm term(List<String> namespaces, Optional<LabelSelector> selector) {
        return new PodTerm(Optional.empty(), namespaces, selector, "zone", List.of(), List.of());
    }

    private static boolean crosses(PodTerms near, PodTerms far) {
        var affinity = new Affinity(Optional.empty(), List.of(), near, far);
        var quota = new ResourceQuota(
                Samples.meta("q", Map.of()),
                ResourceList.EMPTY,
                List.of(new Scope("CrossNamespacePodAffinity", "Exists", List.of())),
                new ResourceQuota.Count(ResourceList.EMPTY, ResourceList.EMPTY));
        return QuotaScopeRule.matches(quota, Samples.pod(Map.of(), affinity));
    }

    private static void assertCrosses(PodTerm term, boolean expected) {
        PodTerm own = term(List.of(), Optional.empty());
        for (PodTerms terms : List.of(
                new PodTerms(List.of(term), List.of()),
                new PodTerms(List.of(own, term), List.of()),
                new PodTerms(List.of(), List.of(new PreferredPods(1, term))))) {
            assertThat(crosses(terms, PodTerms.NONE)).as("near %s", terms).isEqualTo(expected);
            assertThat(crosses(PodTerms.NONE, terms)).as("far %s", terms).isEqualTo(expected);
        }
    }

    @Test
    void aTermThatNamesOrSelectsNamespacesCrossesThem() {
        assertCrosses(term(List.of(), Optional.empty()), false);
        assertCrosses(term(List.of("other"), Optional.empty()), true);
        assertCrosses(term(List.of(), Optional.of(LabelSelector.EVERYTHING)), true);
        assertCrosses(term(List.of("other"), Optional.of(LabelSelector.EVERYTHING)), true);
        assertThat(crosses(PodTerms.NONE, PodTerms.NONE)).isFalse();
    }
}
